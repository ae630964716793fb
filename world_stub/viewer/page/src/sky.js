// Sky and light by the world's time of day. SPDX-License-Identifier: MIT
import * as THREE from "three";

// time, zenith, horizon, colour of the light, its strength, light from everywhere
const HOURS = [
  [0, "#5b7fb8", "#f2b48a", "#ffd0a0", 0.75, "#8f96b8"],
  [1500, "#3f7fd0", "#b9d6f0", "#fff0d8", 1.0, "#a9b6cc"],
  [6000, "#3a78cc", "#bcd9f2", "#fff6e6", 1.1, "#b4c0d2"],
  [10500, "#3f7ac8", "#c8d8e8", "#ffeccb", 1.0, "#aab4c8"],
  [12200, "#3d4f8c", "#f0a067", "#ffb070", 0.8, "#8a84a4"],
  [13200, "#222b57", "#b0607a", "#e08a80", 0.5, "#6a6a96"],
  [14200, "#10173a", "#2c3566", "#9fb2ea", 0.42, "#505b90"],
  [18000, "#0a1030", "#1f2a58", "#a9bcf2", 0.46, "#4c588e"],
  [22000, "#141c44", "#3d3f72", "#a9b4e8", 0.42, "#545d92"],
  [23200, "#3a4a88", "#c98a80", "#ffb890", 0.6, "#77799f"],
  [24000, "#5b7fb8", "#f2b48a", "#ffd0a0", 0.75, "#8f96b8"],
].map(([time, top, low, light, strength, ambient]) => ({
  time, strength, top: new THREE.Color(top), low: new THREE.Color(low), light: new THREE.Color(light), ambient: new THREE.Color(ambient),
}));

const skyVertex = `
varying vec3 direction;
void main() {
  direction = position;
  vec4 p = projectionMatrix * mat4(mat3(modelViewMatrix)) * vec4(position, 1.0);
  gl_Position = p.xyww;
}`;
const skyFragment = `
uniform vec3 top, low, sun, sunColour;
uniform float night;
varying vec3 direction;
float hash(vec3 p) { return fract(sin(dot(p, vec3(127.1, 311.7, 74.7))) * 43758.5453); }
void main() {
  vec3 d = normalize(direction);
  vec3 colour = mix(low, top, smoothstep(-0.05, 0.55, d.y));
  float toSun = dot(d, sun);
  colour += sunColour * (0.25 * pow(max(toSun, 0.0), 24.0) + smoothstep(0.9990, 0.9994, toSun)) * smoothstep(-0.12, 0.02, d.y);
  colour += vec3(0.85, 0.9, 1.0) * night * smoothstep(0.9988, 0.9991, -toSun) * step(0.0, d.y);
  vec3 cell = floor(d * 90.0);
  float star = step(0.9965, hash(cell)) * smoothstep(0.5, 0.1, length(fract(d * 90.0) - 0.5));
  colour += star * night * smoothstep(0.0, 0.3, d.y) * 0.9;
  gl_FragColor = vec4(colour, 1.0);
  #include <colorspace_fragment>
}`;

export class Sky {
  constructor(scene) {
    /** Shared by everything that is lit. */
    this.uniforms = {
      sunDirection: { value: new THREE.Vector3(0, 1, 0) }, lightColour: { value: new THREE.Color() }, ambient: { value: new THREE.Color() },
      fogColour: { value: new THREE.Color() }, fogNear: { value: 250 }, fogFar: { value: 700 },
    };
    this.material = new THREE.ShaderMaterial({
      uniforms: { top: { value: new THREE.Color() }, low: { value: new THREE.Color() }, sun: { value: new THREE.Vector3() }, sunColour: { value: new THREE.Color() }, night: { value: 0 } },
      vertexShader: skyVertex, fragmentShader: skyFragment, side: THREE.BackSide, depthWrite: false, depthTest: false,
    });
    const dome = new THREE.Mesh(new THREE.SphereGeometry(1, 24, 16), this.material);
    dome.frustumCulled = false;
    dome.renderOrder = -1;
    scene.add(dome);
  }

  /** Worlds without ground have a dark sky at all times, before which a flock shows better. */
  setOpen(isOpen) {
    this.isOpen = isOpen;
    this.setDistance(0);
  }

  /** How far the camera is from what it looks at: the haze begins behind that. */
  setDistance(distance) {
    this.uniforms.fogNear.value = this.isOpen ? 1200 : Math.max(180, 0.9 * distance);
    this.uniforms.fogFar.value = this.isOpen ? 4500 : Math.max(430, 2.5 * distance);
  }

  setTime(time) {
    let i = 1;
    while (HOURS[i].time < time) ++i;
    const a = HOURS[i - 1], b = HOURS[i], t = (time - a.time) / (b.time - a.time);
    const u = this.uniforms, m = this.material.uniforms;
    const angle = (time / 24000) * 2 * Math.PI;
    m.sun.value.set(Math.cos(angle), Math.sin(angle), 0.25).normalize();
    m.top.value.lerpColors(a.top, b.top, t);
    m.low.value.lerpColors(a.low, b.low, t);
    m.sunColour.value.lerpColors(a.light, b.light, t);
    if (this.isOpen) {
      m.top.value.set("#0a1030");
      m.low.value.set("#1c2547");
      m.sunColour.value.setScalar(0);
    }
    m.night.value = this.isOpen ? 0 : THREE.MathUtils.smoothstep(-m.sun.value.y, 0.05, 0.4);
    u.lightColour.value.lerpColors(a.light, b.light, t).multiplyScalar(a.strength + (b.strength - a.strength) * t);
    u.ambient.value.lerpColors(a.ambient, b.ambient, t);
    u.fogColour.value.lerpColors(m.low.value, m.top.value, 0.15);
    // The sun by day, the moon by night; never from the horizon, where it would light nothing.
    const up = Math.max(Math.abs(m.sun.value.y), 0.35);
    u.sunDirection.value.set(m.sun.value.x * (m.sun.value.y < -0.1 ? -1 : 1), up, 0.35).normalize();
  }
}
