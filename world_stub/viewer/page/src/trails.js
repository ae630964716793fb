// Trails: the way of each bat in the last ticks, as lines that fade. SPDX-License-Identifier: MIT
import * as THREE from "three";

const MOST_LINES = 160000;
const LONGEST = 40;

const vertexShader = `
attribute float born;
uniform float now, span;
varying float left;
void main() {
  left = 1.0 - (now - born) / span;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const fragmentShader = `
varying float left;
void main() {
  if (left <= 0.0) discard;
  gl_FragColor = vec4(0.86, 0.76, 1.0, 0.5 * left * left);
}`;

export class Trails {
  constructor(scene) {
    this.scene = scene;
    this.material = new THREE.ShaderMaterial({ uniforms: { now: { value: 0 }, span: { value: 1 } }, vertexShader, fragmentShader, transparent: true, depthWrite: false });
    this.on = false;
  }

  set(on) {
    this.on = on;
    this.clear();
  }

  clear() {
    if (this.lines) { this.scene.remove(this.lines); this.lines.geometry.dispose(); }
    this.lines = null;
  }

  make(count) {
    this.count = count;
    this.ticks = Math.max(4, Math.min(LONGEST, Math.floor(MOST_LINES / count)));
    this.tick = 0;
    this.slot = 0;
    const geometry = new THREE.BufferGeometry();
    const vertices = count * this.ticks * 2;
    this.place = new THREE.BufferAttribute(new Float32Array(vertices * 3), 3).setUsage(THREE.DynamicDrawUsage);
    this.born = new THREE.BufferAttribute(new Float32Array(vertices).fill(-1e6), 1).setUsage(THREE.DynamicDrawUsage);
    geometry.setAttribute("position", this.place).setAttribute("born", this.born);
    this.lines = new THREE.LineSegments(geometry, this.material);
    this.lines.frustumCulled = false;
    this.material.uniforms.span.value = this.ticks;
    this.scene.add(this.lines);
  }

  /** Adds the way from one frame's places to the next one's; both of the same bats. */
  add(from, to, base) {
    if (!this.on || to.count === 0 || from === to || from.count !== to.count || from.idBase !== to.idBase) return;
    if (!this.lines || this.count !== to.count) { this.clear(); this.make(to.count); }
    const a = this.place.array, first = this.slot * this.count * 6;
    const ox = [from.origin[0] - base[0], from.origin[1] + 0.45, from.origin[2] - base[1]];
    const nx = [to.origin[0] - base[0], to.origin[1] + 0.45, to.origin[2] - base[1]];
    for (let i = 0, at = first; i < this.count; ++i, at += 6) {
      let far = 0;
      for (let axis = 0; axis < 3; ++axis) {
        a[at + axis] = from.positions[3 * i + axis] + ox[axis];
        a[at + 3 + axis] = to.positions[3 * i + axis] + nx[axis];
        far = Math.max(far, Math.abs(a[at + axis] - a[at + 3 + axis]));
      }
      if (far > 100) a.copyWithin(at, at + 3, at + 6); // across the seam of a torus
    }
    ++this.tick;
    this.born.array.fill(this.tick, this.slot * this.count * 2, (this.slot + 1) * this.count * 2);
    for (const [attribute, size] of [[this.place, 6], [this.born, 2]]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(this.slot * this.count * size, this.count * size);
      attribute.needsUpdate = true;
    }
    this.slot = (this.slot + 1) % this.ticks;
    this.material.uniforms.now.value = this.tick;
  }
}
