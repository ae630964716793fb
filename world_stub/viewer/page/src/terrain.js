// The ground: tiles round the camera, fine near it and coarse further away, asked for as they are needed.
// SPDX-License-Identifier: MIT
import * as THREE from "three";
import { TILE } from "./protocol.js";

const FINE = 2; // tiles each way
const COARSE = 5;
const MOST_ASKED = 12;

const vertexShader = `
attribute vec4 corner;
attribute vec4 paint;
varying vec3 place;
varying vec3 colour;
varying float light, depth;
flat varying int face;
void main() {
  face = int(corner.w);
  place = (modelMatrix * vec4(corner.xyz, 1.0)).xyz;
  colour = paint.rgb * paint.rgb;
  light = paint.a;
  vec4 view = viewMatrix * vec4(place, 1.0);
  depth = -view.z;
  gl_Position = projectionMatrix * view;
}`;
const fragmentShader = `
uniform vec3 ambient, lightColour, sunDirection, fogColour;
uniform float fogNear, fogFar, opacity, time;
varying vec3 place;
varying vec3 colour;
varying float light, depth;
flat varying int face;
float hash(vec3 p) { p = fract(p * 0.3183099 + 0.1); p *= 17.0; return fract(p.x * p.y * p.z * (p.x + p.y + p.z)); }
void main() {
  vec3 normal = face == 0 ? vec3(1, 0, 0) : face == 1 ? vec3(-1, 0, 0) : face == 2 ? vec3(0, 1, 0) : face == 3 ? vec3(0, -1, 0) : face == 4 ? vec3(0, 0, 1) : vec3(0, 0, -1);
  vec3 block = floor(place - normal * 0.01);
  // A little variety from block to block, which fades where blocks become smaller than pixels.
  float variety = 1.0 + (hash(mod(block, 256.0)) - 0.5) * 0.17 * smoothstep(260.0, 40.0, depth);
  float lit = max(dot(normal, sunDirection), 0.0);
  vec3 shine = ambient * (0.66 + 0.2 * normal.y) + lightColour * lit * 0.75;
  vec3 c = colour * variety * shine * (0.15 + 0.85 * light);
  if (opacity < 1.0) c += lightColour * 0.05 * sin(place.x * 1.3 + time) * sin(place.z * 1.1 - time * 0.8);
  gl_FragColor = vec4(mix(c, fogColour, smoothstep(fogNear, fogFar, depth)), opacity);
  #include <colorspace_fragment>
}`;

function toMesh({ corners, colours, index, low, high }, material, x, z) {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("corner", new THREE.BufferAttribute(corners, 4));
  geometry.setAttribute("paint", new THREE.BufferAttribute(colours, 4, true));
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  geometry.boundingBox = new THREE.Box3(new THREE.Vector3(...low), new THREE.Vector3(...high));
  geometry.boundingSphere = geometry.boundingBox.getBoundingSphere(new THREE.Sphere());
  const mesh = new THREE.Mesh(geometry, material);
  mesh.position.set(x, 0, z);
  return mesh;
}

export class Terrain {
  /** ask(tile): sends the request, false where it could not. */
  constructor(scene, light, ask) {
    this.group = new THREE.Group();
    scene.add(this.group);
    this.ask = ask;
    this.tiles = new Map();
    this.asked = new Map();
    this.worker = new Worker(new URL("mesher.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.arrived.push(data);
    this.arrived = []; // meshed, to be taken one a picture
    this.world = null;
    this.base = [0, 0];
    this.time = { value: 0 };
    const material = (opacity) => new THREE.ShaderMaterial({ uniforms: { ...light, opacity: { value: opacity }, time: this.time }, vertexShader, fragmentShader, transparent: opacity < 1, side: opacity < 1 ? THREE.DoubleSide : THREE.FrontSide });
    this.land = material(1);
    this.water = material(0.78);
    this.plain = null;
  }

  /** From the settings document; a new world begins anew, an edit is asked for again behind what is shown. */
  setWorld(world) {
    const key = JSON.stringify([world.kind, world.seed, world.size, world.surface, world.loaded]);
    if (key !== this.key) this.clear();
    else if (this.world.revision !== world.revision) for (const tile of this.tiles.values()) tile.stale = true;
    this.key = key;
    this.world = world;
    if (this.plain) this.group.remove(this.plain);
    this.plain = null;
    if (world.kind === "flat") this.makePlain(world.surface);
  }

  /** Flat ground goes on where tiles end. */
  makePlain(surface) {
    const faces = {
      corners: new Float32Array([-3000, 0, 3000, 2, 3000, 0, 3000, 2, 3000, 0, -3000, 2, -3000, 0, -3000, 2]),
      colours: new Uint8Array(new Array(4).fill([125, 125, 128, 255]).flat()), index: new Uint32Array([0, 1, 2, 0, 2, 3]), low: [-3000, 0, -3000], high: [3000, 0, 3000],
    };
    this.plain = toMesh(faces, this.land, 0, 0);
    this.plain.position.y = surface - 0.15;
    this.group.add(this.plain);
  }

  clear() {
    for (const tile of this.tiles.values()) this.drop(tile);
    this.tiles.clear();
    this.asked.clear();
    this.arrived = [];
  }

  drop(tile) {
    for (const mesh of tile.meshes) { this.group.remove(mesh); mesh.geometry.dispose(); }
  }

  lost() { this.asked.clear(); }

  take(buffer) { this.worker.postMessage(buffer, [buffer]); }

  /** Whether there is ground at all, for pointers and pictures. */
  get isThere() { return this.world?.blocks ?? false; }

  isLoaded(x, z) {
    const [x1, z1, x2, z2] = this.world.loaded;
    return x * TILE <= x2 && (x + 1) * TILE > x1 && z * TILE <= z2 && (z + 1) * TILE > z1;
  }

  /** To be called for each picture: shows what came, and asks for what the view needs. */
  update(target, now) {
    this.time.value = (now / 1000) % 628;
    for (let i = 0; i < 2 && this.arrived.length > 0; ++i) this.add(this.arrived.shift());
    if (!this.isThere || now < (this.nextLook ?? 0)) return;
    this.nextLook = now + 150;
    const cx = Math.floor((target.x + this.base[0]) / TILE), cz = Math.floor((target.z + this.base[1]) / TILE);
    const wanted = [];
    for (let z = cz - COARSE; z <= cz + COARSE; ++z) {
      for (let x = cx - COARSE; x <= cx + COARSE; ++x) {
        if (!this.isLoaded(x, z)) continue;
        const away = Math.max(Math.abs(x - cx), Math.abs(z - cz)), step = away <= FINE ? 1 : 4;
        const key = `${x},${z}`, tile = this.tiles.get(key);
        if (tile && !tile.stale && tile.step <= step) continue;
        wanted.push({ x, z, step, key, away: away - (tile ? 0 : 100) });
      }
    }
    wanted.sort((a, b) => a.away - b.away);
    for (const { x, z, step, key } of wanted) {
      if (this.asked.size >= MOST_ASKED) break;
      if (this.asked.has(key)) continue;
      if (!this.ask({ x, z, step })) break;
      this.asked.set(key, step);
    }
    for (const [key, tile] of this.tiles) {
      if (Math.max(Math.abs(tile.x - cx), Math.abs(tile.z - cz)) > COARSE + 2) { this.drop(tile); this.tiles.delete(key); }
    }
  }

  add(tile) {
    const key = `${tile.x},${tile.z}`, { land, water, surfaces, inner } = tile;
    if (!this.asked.delete(key)) return; // of a world that is gone
    const old = this.tiles.get(key);
    if (old) this.drop(old);
    const x = tile.x * TILE - this.base[0], z = tile.z * TILE - this.base[1], meshes = [];
    if (land.count > 0) meshes.push(toMesh(land, this.land, x, z));
    if (water.count > 0) { const mesh = toMesh(water, this.water, x, z); mesh.renderOrder = 1; meshes.push(mesh); }
    for (const mesh of meshes) this.group.add(mesh);
    this.tiles.set(key, { x: tile.x, z: tile.z, step: tile.step, inner, surfaces, meshes, stale: false });
  }

  /** The surface at a scene position; undefined where it is not known or not there. */
  surfaceAt(x, z) {
    const bx = Math.floor(x + this.base[0]), bz = Math.floor(z + this.base[1]);
    const tile = this.tiles.get(`${Math.floor(bx / TILE)},${Math.floor(bz / TILE)}`);
    if (!tile) return this.world?.kind === "flat" ? this.world.surface : undefined;
    const cell = Math.floor((bx - tile.x * TILE) / tile.step), row = Math.floor((bz - tile.z * TILE) / tile.step);
    const surface = tile.surfaces[row * tile.inner + cell];
    return surface === -32768 ? undefined : surface;
  }

  /** The first point of a ray in the ground; null where it meets none. */
  hit(ray, furthest = 900) {
    const p = new THREE.Vector3();
    for (let t = 0; t < furthest; t += 0.5 + t * 0.002) {
      ray.at(t, p);
      const surface = this.surfaceAt(p.x, p.z);
      if (surface !== undefined && p.y <= surface) return p;
    }
    return null;
  }
}
