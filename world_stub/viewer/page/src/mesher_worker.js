// Meshes tiles beside the page, so that pictures do not wait for it. SPDX-License-Identifier: MIT
import { meshTile } from "./mesher.js";
import { readTile } from "./protocol.js";

function packed({ corners, colours, count }) {
  const index = new Uint32Array(count * 6);
  for (let i = 0; i < count; ++i) index.set([4 * i, 4 * i + 1, 4 * i + 2, 4 * i, 4 * i + 2, 4 * i + 3], 6 * i);
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (let i = 0; i < corners.length; ++i) {
    const axis = i & 3;
    if (axis === 3) continue;
    low[axis] = Math.min(low[axis], corners[i]);
    high[axis] = Math.max(high[axis], corners[i]);
  }
  return { count, low, high, index, corners: new Float32Array(corners), colours: new Uint8Array(colours) };
}

onmessage = ({ data }) => {
  const tile = readTile(data), mesh = meshTile(tile);
  const land = packed(mesh.land), water = packed(mesh.water);
  const buffers = [land, water].flatMap(({ index, corners, colours }) => [index.buffer, corners.buffer, colours.buffer]);
  postMessage({ x: tile.x, z: tile.z, step: tile.step, inner: mesh.inner, surfaces: mesh.surfaces, land, water }, [...buffers, mesh.surfaces.buffer]);
};
