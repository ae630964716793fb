// Trails: the way of each bat in the last ticks, as lines in its colour that fade. SPDX-License-Identifier: MIT
import * as THREE from "three";
import { colours } from "./bats.js";

const MOST_LINES = 160000;
const LONGEST = 40;

const vertexShader = `
attribute float born;
attribute uint flock, state;
attribute vec3 velocity;
uniform float now, span;
varying float left;
varying vec3 tint;
${colours}
void main() {
  tint = tintOf(flock, state, velocity);
  left = 1.0 - (now - born) / span;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const fragmentShader = `
varying float left;
varying vec3 tint;
void main() {
  if (left <= 0.0) discard;
  gl_FragColor = vec4(tint, 0.75 * left);
}`;

export class Trails {
  /** batUniforms: those of the bats, whose colours these are. */
  constructor(scene, batUniforms) {
    this.scene = scene;
    const { colouring, flockless, speedLow, speedHigh } = batUniforms;
    this.material = new THREE.ShaderMaterial({ uniforms: { now: { value: 0 }, span: { value: 1 }, colouring, flockless, speedLow, speedHigh }, vertexShader, fragmentShader, transparent: true, depthWrite: false });
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
    const made = (name, array, size) => {
      const attribute = new THREE.BufferAttribute(array, size).setUsage(THREE.DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    };
    this.place = made("position", new Float32Array(vertices * 3), 3);
    this.born = made("born", new Float32Array(vertices).fill(-1e6), 1);
    this.velocity = made("velocity", new Float32Array(vertices * 3), 3);
    this.flock = made("flock", new Uint32Array(vertices), 1);
    this.state = made("state", new Uint8Array(vertices), 1);
    this.flock.gpuType = this.state.gpuType = THREE.IntType;
    this.lines = new THREE.LineSegments(geometry, this.material);
    this.lines.frustumCulled = false;
    this.material.uniforms.span.value = this.ticks;
    this.scene.add(this.lines);
  }

  /** Adds the way from one frame's places to the next one's; both of the same bats. */
  add(from, to, base) {
    if (!this.on || to.count === 0 || from === to || from.count !== to.count || from.idBase !== to.idBase) return;
    if (!this.lines || this.count !== to.count) { this.clear(); this.make(to.count); }
    const a = this.place.array, v = this.velocity.array, first = this.slot * this.count * 6;
    const ox = [from.origin[0] - base[0], from.origin[1] + 0.45, from.origin[2] - base[1]];
    const nx = [to.origin[0] - base[0], to.origin[1] + 0.45, to.origin[2] - base[1]];
    for (let i = 0, at = first; i < this.count; ++i, at += 6) {
      let far = 0;
      for (let axis = 0; axis < 3; ++axis) {
        a[at + axis] = from.positions[3 * i + axis] + ox[axis];
        v[at + axis] = v[at + 3 + axis] = to.velocities[3 * i + axis];
        a[at + 3 + axis] = to.positions[3 * i + axis] + nx[axis];
        far = Math.max(far, Math.abs(a[at + axis] - a[at + 3 + axis]));
      }
      if (far > 100) a.copyWithin(at, at + 3, at + 6); // across the seam of a torus
      this.flock.array[at / 3] = this.flock.array[at / 3 + 1] = to.flocks[i];
      this.state.array[at / 3] = this.state.array[at / 3 + 1] = to.states[i];
    }
    ++this.tick;
    this.born.array.fill(this.tick, this.slot * this.count * 2, (this.slot + 1) * this.count * 2);
    for (const attribute of [this.place, this.born, this.velocity, this.flock, this.state]) {
      // What came since the last picture is still to be handed on; if all has come anew, all of it is.
      if (attribute.updateRanges.length >= this.ticks) attribute.clearUpdateRanges();
      const size = this.count * 2 * attribute.itemSize;
      attribute.addUpdateRange(this.slot * size, size);
      attribute.needsUpdate = true;
    }
    this.slot = (this.slot + 1) % this.ticks;
    this.material.uniforms.now.value = this.tick;
  }
}
