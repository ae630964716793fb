// All bats as one InstancedMesh: the frame's arrays go to the graphics card as they came, and everything else (the way
// between two ticks, heading, wings, colour) is done there. SPDX-License-Identifier: MIT
import * as THREE from "three";
import { NO_ID } from "./protocol.js";

export const COLOURS = ["flock", "speed", "state"];

/** The colour of a bat, for the shaders of all that is shown of it. */
export const colours = `
uniform float speedLow, speedHigh;
uniform int colouring;
uniform bool flockless;
vec3 hue(float h, float s, float v) { return v * mix(vec3(1.0), clamp(abs(fract(h + vec3(0.0, 0.667, 0.333)) * 6.0 - 3.0) - 1.0, 0.0, 1.0), s); }
vec3 heat(float t) { return mix(mix(vec3(0.28, 0.42, 0.98), vec3(0.25, 0.9, 0.65), smoothstep(0.0, 0.5, t)), vec3(1.0, 0.78, 0.2), smoothstep(0.45, 1.0, t)); }
vec3 tintOf(uint flock, uint state, vec3 velocity) {
  float speed = length(velocity);
  if (colouring == 0 && flockless) return hue(fract(atan(velocity.x, velocity.z) * 0.15915 + 0.12 * velocity.y / max(speed, 1e-6)), 0.6, 1.0);
  if (colouring == 0) return flock == 0u ? vec3(0.62, 0.6, 0.68) : hue(fract(float(flock % 4096u) * 0.61803), 0.62, 1.0);
  if (colouring == 1) return heat(clamp((speed - speedLow) / max(speedHigh - speedLow, 1e-6), 0.0, 1.0));
  return state == 1u ? vec3(0.55, 0.6, 0.7) : flock == 0u ? vec3(1.0, 0.72, 0.3) : vec3(0.5, 0.9, 0.6);
}`;

const vertexShader = `
attribute float wing;
attribute vec3 before, after, velocityBefore, velocityAfter;
attribute uint flock, state, bat;
uniform vec3 offsetBefore, offsetAfter, period;
uniform float progress, time, chosen;
varying vec3 tint;
varying vec3 place;
varying float depth;
${colours}
void main() {
  vec3 from = before + offsetBefore, to = after + offsetAfter;
  vec3 way = to - from;
  way -= period * sign(way) * step(period * 0.5, abs(way)) * step(0.5, period);
  vec3 centre = to - way * (1.0 - progress) + vec3(0.0, 0.45, 0.0);
  vec3 velocity = mix(velocityBefore, velocityAfter, progress);
  float speed = length(velocity);
  vec3 forward = speed > 1e-6 ? velocity / speed : vec3(0.0, 0.0, 1.0);
  vec3 upward = abs(forward.y) > 0.99 ? vec3(1.0, 0.0, 0.0) : vec3(0.0, 1.0, 0.0);
  vec3 side = normalize(cross(upward, forward));
  vec3 up = cross(forward, side);
  float phase = float(bat % 97u) * 0.77;
  float beat = state == 1u ? 0.9 : sin(time * (16.0 + float(bat % 5u)) + phase);
  vec3 p = position;
  float reach = abs(wing);
  p.y += beat * reach * 0.62 - reach * reach * 0.1;
  p.x *= 1.0 - 0.22 * abs(beat) * step(0.01, reach);
  // Never so small that a bat far away is lost.
  float distance = length((viewMatrix * vec4(centre, 1.0)).xyz);
  float size = max(1.0, distance * 0.017) * (float(bat) == chosen ? 1.7 : 1.0);
  place = centre + (side * p.x + up * p.y + forward * p.z) * size;
  vec4 view = viewMatrix * vec4(place, 1.0);
  depth = -view.z;
  if (float(bat) == chosen) tint = vec3(1.0);
  else tint = tintOf(flock, state, velocity);
  tint *= reach > 0.01 ? 1.0 : 0.62;
  gl_Position = projectionMatrix * view;
}`;
const fragmentShader = `
uniform vec3 ambient, lightColour, sunDirection, fogColour;
uniform float fogNear, fogFar;
varying vec3 tint;
varying vec3 place;
varying float depth;
void main() {
  vec3 normal = normalize(cross(dFdx(place), dFdy(place)));
  float lit = abs(dot(normal, sunDirection));
  // Half of the colour shines by itself: bats are to be seen at night too.
  vec3 colour = tint * (0.5 + 0.35 * (ambient + lightColour * lit));
  float fog = 0.6 * smoothstep(fogNear, fogFar, depth);
  gl_FragColor = vec4(mix(colour, fogColour, fog), 1.0);
  #include <colorspace_fragment>
}`;

/** A bat that looks along +z: a body and two wings of two parts. `wing` tells how far out a corner is. */
function batGeometry() {
  const corners = [], wings = [], faces = [];
  const corner = (x, y, z, wing) => { corners.push(x, y, z); wings.push(wing); return wings.length - 1; };
  const nose = corner(0, 0.02, 0.36, 0), tail = corner(0, 0, -0.3, 0), back = corner(0, 0.15, 0.02, 0), belly = corner(0, -0.13, 0.02, 0);
  const left = corner(0.13, 0, 0.05, 0), right = corner(-0.13, 0, 0.05, 0);
  faces.push(nose, left, back, nose, back, right, nose, belly, left, nose, right, belly);
  faces.push(tail, back, left, tail, right, back, tail, left, belly, tail, belly, right);
  for (const s of [1, -1]) {
    const rootFront = corner(0.08 * s, 0.04, 0.16, 0), rootBack = corner(0.08 * s, 0.02, -0.18, 0);
    const wrist = corner(0.45 * s, 0.05, 0.22, 0.45), knuckle = corner(0.42 * s, 0, -0.2, 0.42), tip = corner(0.95 * s, 0, 0.0, 0.95);
    faces.push(rootFront, wrist, rootBack, rootBack, wrist, knuckle, wrist, tip, knuckle);
    faces.push(corner(0.05 * s, 0.12, 0.24, 0), corner(0.12 * s, 0.3, 0.2, 0), corner(0.13 * s, 0.06, 0.22, 0));
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
  geometry.setAttribute("wing", new THREE.Float32BufferAttribute(wings, 1));
  geometry.setIndex(faces);
  return geometry;
}

function instanced(array, size, whole = false) {
  const attribute = new THREE.InstancedBufferAttribute(array, size);
  if (whole) attribute.gpuType = THREE.IntType;
  attribute.setUsage(THREE.DynamicDrawUsage);
  return attribute;
}

function fill(attribute, values) {
  attribute.array.set(values);
  attribute.clearUpdateRanges();
  attribute.addUpdateRange(0, values.length);
  attribute.needsUpdate = true;
}

export class Bats {
  constructor(scene, light) {
    this.scene = scene;
    this.capacity = 0;
    this.frame = null;
    this.previous = null;
    this.base = [0, 0];
    this.interval = 50;
    this.arrived = 0;
    this.material = new THREE.ShaderMaterial({
      uniforms: {
        ...light, progress: { value: 1 }, time: { value: 0 }, colouring: { value: 0 }, chosen: { value: -1 }, flockless: { value: false }, speedLow: { value: 0 }, speedHigh: { value: 0.35 },
        offsetBefore: { value: new THREE.Vector3() }, offsetAfter: { value: new THREE.Vector3() }, period: { value: new THREE.Vector3() },
      },
      vertexShader, fragmentShader, side: THREE.DoubleSide,
    });
    this.grow(512);
  }

  grow(capacity) {
    this.capacity = capacity;
    if (this.mesh) { this.scene.remove(this.mesh); this.mesh.geometry.dispose(); this.mesh.dispose(); }
    const geometry = batGeometry();
    // Two of each: what was "after" becomes "before" by changing places, not by copying.
    this.sets = [0, 1].map(() => ({ position: instanced(new Float32Array(capacity * 3), 3), velocity: instanced(new Float32Array(capacity * 3), 3) }));
    this.newest = 0;
    this.flock = instanced(new Uint32Array(capacity), 1, true);
    this.bat = instanced(new Uint32Array(capacity), 1, true);
    this.state = instanced(new Uint8Array(capacity), 1, true);
    geometry.setAttribute("flock", this.flock).setAttribute("bat", this.bat).setAttribute("state", this.state);
    this.mesh = new THREE.InstancedMesh(geometry, this.material, 1);
    this.mesh.frustumCulled = false;
    this.mesh.count = 0;
    this.scene.add(this.mesh);
    this.previous = null;
  }

  /** Takes a frame. Bats that were not in the last one come from where their velocity says. */
  take(frame, now) {
    if (frame.count > this.capacity) this.grow(Math.ceil(frame.count * 1.25));
    const old = this.frame, elapsed = now - this.arrived;
    const sameBats = this.previous !== null && old.idBase === frame.idBase && old.count === frame.count && equal(old.ids, frame.ids);
    if (elapsed > 5 && elapsed < 1200) this.interval += (elapsed - this.interval) * (Math.abs(elapsed - this.interval) > 60 ? 0.5 : 0.12);
    this.arrived = now;
    const u = this.material.uniforms;
    this.newest ^= 1;
    const after = this.sets[this.newest], before = this.sets[this.newest ^ 1];
    fill(after.position, frame.positions);
    fill(after.velocity, frame.velocities);
    u.offsetBefore.value.copy(u.offsetAfter.value);
    u.offsetAfter.value.set(frame.origin[0] - this.base[0], frame.origin[1], frame.origin[2] - this.base[1]);
    if (!sameBats) {
      fill(before.velocity, frame.velocities);
      fill(before.position, this.positionsBefore(frame, old));
      u.offsetBefore.value.copy(u.offsetAfter.value);
      fill(this.bat, frame.ids);
    }
    fill(this.flock, frame.flocks);
    fill(this.state, frame.states);
    const geometry = this.mesh.geometry;
    geometry.setAttribute("after", after.position).setAttribute("velocityAfter", after.velocity);
    geometry.setAttribute("before", before.position).setAttribute("velocityBefore", before.velocity);
    this.mesh.count = frame.count;
    this.previous = old;
    this.frame = frame;
    if (this.previous === null) this.previous = frame;
  }

  positionsBefore(frame, old) {
    const positions = new Float32Array(frame.positions);
    const places = new Map();
    const known = old !== null && this.previous !== null;
    if (known) old.ids.forEach((id, i) => places.set(old.idBase + id, i));
    for (let i = 0; i < frame.count; ++i) {
      const place = places.get(frame.idBase + frame.ids[i]);
      for (let axis = 0; axis < 3; ++axis) {
        if (place === undefined) positions[3 * i + axis] -= frame.velocities[3 * i + axis];
        else positions[3 * i + axis] = old.positions[3 * place + axis] + old.origin[axis] - frame.origin[axis];
      }
    }
    return positions;
  }

  /** To be called for each picture. */
  update(now) {
    const u = this.material.uniforms;
    u.progress.value = Math.min((now - this.arrived) / this.interval, 1.1);
    if (!this.frame?.frozen) u.time.value = (now / 1000) % 1000;
    else u.progress.value = Math.min(u.progress.value, 1);
  }

  indexOf(id) {
    if (!this.frame || id === 0) return -1;
    return this.frame.ids.indexOf(id - this.frame.idBase);
  }

  idAt(index) {
    const short = this.frame.ids[index];
    return short === NO_ID ? 0 : this.frame.idBase + short;
  }

  choose(id) {
    this.material.uniforms.chosen.value = id === 0 || !this.frame ? -1 : id - this.frame.idBase;
  }

  /** Where a bat is shown now, in scene coordinates. */
  positionAt(index, target) {
    const { frame } = this, o = this.material.uniforms.offsetAfter.value, t = this.material.uniforms.progress.value - 1;
    const p = frame.positions, v = frame.velocities, i = 3 * index;
    return target.set(p[i] + o.x + v[i] * t, p[i + 1] + o.y + v[i + 1] * t + 0.45, p[i + 2] + o.z + v[i + 2] * t);
  }

  /** The bat nearest to a point of the screen within so many pixels; -1 where there is none. */
  pick(x, y, camera, width, height, within) {
    if (!this.frame) return -1;
    const point = new THREE.Vector3();
    let best = -1, least = within * within;
    for (let i = 0; i < this.frame.count; ++i) {
      this.positionAt(i, point).project(camera);
      if (point.z > 1) continue;
      const dx = ((point.x + 1) / 2) * width - x, dy = ((1 - point.y) / 2) * height - y;
      const d = dx * dx + dy * dy;
      if (d < least) { least = d; best = i; }
    }
    return best;
  }
}

function equal(a, b) {
  for (let i = 0; i < a.length; ++i) if (a[i] !== b[i]) return false;
  return true;
}
