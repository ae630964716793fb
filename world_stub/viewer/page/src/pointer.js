// Mouse, pen, fingers and arrow keys: a click chooses, a drag scares or turns the view. SPDX-License-Identifier: MIT
import * as THREE from "three";

const CLICK = 6; // pixels: less is a click
const HOLD = 200; // ms: a press that is held scares without moving
const BETWEEN = 50; // ms: one startle a tick
const NOTHING = -1;

export class Pointer {
  /** pick(x, y), hit(ray), scare(point): see main.js. */
  constructor(parts) {
    Object.assign(this, parts);
    this.scaring = false;
    this.mayScare = false;
    this.wanted = true;
    this.down = null;
    this.fingers = new Set();
    this.caster = new THREE.Raycaster();
    this.mark = new THREE.Mesh(new THREE.RingGeometry(0.82, 1, 40), new THREE.MeshBasicMaterial({ color: "#ff9fd0", transparent: true, opacity: 0.85, side: THREE.DoubleSide, depthTest: false }));
    this.mark.visible = false;
    this.scene.add(this.mark);
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (e) => this.pressed(e));
    canvas.addEventListener("pointermove", (e) => this.moved(e));
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (e) => this.released(e));
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    this.setScaring(false, true);
  }

  setMayScare(may) {
    this.mayScare = may;
    this.setScaring(may && this.wanted, true);
  }

  setScaring(on, byItself = false) {
    if (!byItself) this.wanted = on;
    this.scaring = on && this.mayScare;
    const { MOUSE, TOUCH } = THREE, c = this.controls;
    c.mouseButtons = this.scaring ? { LEFT: NOTHING, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.ROTATE } : { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
    c.touches = this.scaring ? { ONE: NOTHING, TWO: TOUCH.DOLLY_ROTATE } : { ONE: TOUCH.ROTATE, TWO: TOUCH.DOLLY_PAN };
  }

  pressed(event) {
    if (event.pointerType === "touch") this.fingers.add(event.pointerId);
    if (event.button !== 0 || this.fingers.size > 1) return this.stop();
    this.down = { id: event.pointerId, x: event.offsetX, y: event.offsetY, startX: event.offsetX, startY: event.offsetY, at: performance.now(), dragged: false, sent: 0 };
  }

  moved(event) {
    if (this.down?.id !== event.pointerId) return;
    this.down.x = event.offsetX;
    this.down.y = event.offsetY;
    if (Math.hypot(this.down.x - this.down.startX, this.down.y - this.down.startY) > CLICK) this.down.dragged = true;
  }

  released(event) {
    this.fingers.delete(event.pointerId);
    const down = this.down;
    if (down?.id !== event.pointerId) return;
    const held = performance.now() - down.at > HOLD && this.scaring;
    this.stop();
    if (event.type === "pointerup" && !down.dragged && !held) this.pick(down.x, down.y);
  }

  stop() {
    this.down = null;
    this.mark.visible = false;
  }

  /** For each picture: as long as it is pressed, the bats round the pointer are startled. */
  update(now) {
    const down = this.down;
    if (!down || !this.scaring || !(down.dragged || now - down.at > HOLD)) return;
    const { clientWidth: w, clientHeight: h } = this.canvas;
    this.caster.setFromCamera(new THREE.Vector2((down.x / w) * 2 - 1, 1 - (down.y / h) * 2), this.camera);
    const point = this.hit(this.caster.ray);
    this.mark.visible = point !== null;
    if (point === null) return;
    this.mark.position.copy(point);
    this.mark.quaternion.copy(this.camera.quaternion);
    this.mark.scale.setScalar(this.camera.position.distanceTo(point) * 0.03 * (1 + 0.15 * Math.sin(now / 60)));
    if (now - down.sent < BETWEEN) return;
    down.sent = now;
    this.scare(point);
  }

  /** Arrow keys turn, plus and minus zoom; true where it was one of them. */
  key(event) {
    const turn = { ArrowLeft: [-0.08, 0], ArrowRight: [0.08, 0], ArrowUp: [0, -0.06], ArrowDown: [0, 0.06] }[event.key];
    const zoom = { "+": 0.9, "=": 0.9, "-": 1.1 }[event.key];
    if (!turn && !zoom) return false;
    const { camera, controls } = this, way = new THREE.Spherical().setFromVector3(camera.position.clone().sub(controls.target));
    if (turn) { way.theta += turn[0]; way.phi = THREE.MathUtils.clamp(way.phi + turn[1], 0.05, 3.05); }
    if (zoom) way.radius = THREE.MathUtils.clamp(way.radius * zoom, controls.minDistance, controls.maxDistance);
    camera.position.setFromSpherical(way).add(controls.target);
    return true;
  }
}
