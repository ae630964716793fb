// Turns a tile's columns into faces: tops, undersides, and the sides that a neighbour leaves open, so that one looks
// into a cave's mouth. SPDX-License-Identifier: MIT
// By the number of BlockType; null is drawn as air.
const COLOURS = [
  null, "#7d7d80", "#866043", "#6fa044", "#dbcfa3", "#3a6cc4", "#e0651a", "#6d5533", "#3f7a2c", "#c8dce0",
  null, "#f0b25c", "#f8d682", null, "#484848", "#9c7f4e", null, "#a2824e", "#846a5a",
].map((text) => text && [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)));
const WATER = 5;
const DEPTH = 48; // below a column's surface nothing is known
const CAVE = 70, OPEN = 255; // how much light a face gets

/** Faces as they are collected; four corners each. Corners are [x, y, z, normal]; colours [r, g, b, light]. */
class Faces {
  constructor() { this.corners = []; this.colours = []; }
  add(a, b, c, d, normal, colour, light) {
    for (const p of [a, b, c, d]) {
      this.corners.push(p[0], p[1], p[2], normal);
      this.colours.push(colour[0], colour[1], colour[2], light);
    }
  }
  get count() { return this.colours.length / 16; }
}

/** A column's solid and fluid intervals from the top down, with types that are drawn alike put together. */
function intervalsOf(column) {
  const list = [];
  for (let k = 0; k < column.length; k += 2) {
    const type = column[k], top = column[k + 1];
    const bottom = k + 3 < column.length ? column[k + 3] : Math.min(column[1] - DEPTH, top - 1);
    if (COLOURS[type]) list.push({ type, top, bottom });
  }
  return list;
}

/** The parts of [bottom, top) that none of the opaque intervals covers, as [bottom, top, isBelowASurface]. */
function openParts(bottom, top, neighbour) {
  const open = [];
  let high = top;
  for (const interval of neighbour) {
    if (interval.type === WATER) continue;
    if (interval.top < high) open.push([Math.max(bottom, interval.top), high]);
    if (interval.bottom < high) high = Math.min(high, interval.bottom);
    if (high <= bottom) break;
  }
  // Below what is known of the neighbour it is taken for solid, unless there is nothing of it.
  if (neighbour.length === 0) open.push([bottom, top]);
  return open.filter(([low, up]) => up > low);
}

const SIDES = [
  { dx: 1, dz: 0, normal: 0, at: (x, z, s) => [[x + s, z + s], [x + s, z]] },
  { dx: -1, dz: 0, normal: 1, at: (x, z, s) => [[x, z], [x, z + s]] },
  { dx: 0, dz: 1, normal: 4, at: (x, z, s) => [[x, z + s], [x + s, z + s]] },
  { dx: 0, dz: -1, normal: 5, at: (x, z, s) => [[x + s, z], [x, z]] },
];

/** {land, water, surfaces}: faces in blocks relative to the tile's corner, and the surface of each of its columns. */
export function meshTile(tile) {
  const { side, step, columns } = tile, inner = side - 2;
  const all = columns.map(intervalsOf);
  const land = new Faces(), water = new Faces();
  const surfaces = new Int16Array(inner * inner).fill(-32768);
  const skirt = step > 1 ? 12 : 0;
  for (let row = 0; row < inner; ++row) {
    let strip = null; // equal tops beside each other become one face
    const flush = () => {
      if (!strip) return;
      const { x1, x2, z, y, colour, faces, light } = strip;
      faces.add([x1, y, z + step], [x2, y, z + step], [x2, y, z], [x1, y, z], 2, colour, light);
      strip = null;
    };
    for (let cell = 0; cell < inner; ++cell) {
      const here = (row + 1) * side + cell + 1, column = all[here], x = cell * step, z = row * step;
      if (column.length > 0) surfaces[row * inner + cell] = column[0].top;
      for (let k = 0; k < column.length; ++k) {
        const { type, top, bottom } = column[k], colour = COLOURS[type];
        const isWater = type === WATER, faces = isWater ? water : land;
        const above = k > 0 ? column[k - 1] : null;
        const isCovered = above !== null && above.bottom === top && (above.type !== WATER || isWater);
        if (!isCovered) {
          const light = k === 0 || (above && above.type === WATER) ? OPEN : CAVE, y = isWater ? top - 0.12 : top;
          if (k === 0 && strip && strip.x2 === x && strip.y === y && strip.colour === colour) strip.x2 = x + step;
          else {
            if (k === 0) flush();
            const face = { x1: x, x2: x + step, z, y, colour, faces, light };
            if (k === 0) strip = face;
            else faces.add([x, y, z + step], [x + step, y, z + step], [x + step, y, z], [x, y, z], 2, colour, light);
          }
        }
        if (isWater) continue;
        const below = column[k + 1];
        if (step === 1 && below && below.top < bottom) land.add([x, bottom, z], [x + step, bottom, z], [x + step, bottom, z + step], [x, bottom, z + step], 3, colour, CAVE);
        for (const { dx, dz, normal, at } of SIDES) {
          const neighbour = all[here + dz * side + dx];
          const [[x1, z1], [x2, z2]] = at(x, z, step);
          const edge = skirt > 0 && (cell + dx < 0 || cell + dx >= inner || row + dz < 0 || row + dz >= inner);
          const parts = edge ? [[Math.max(bottom, Math.min(top, neighbour[0]?.top ?? bottom) - skirt), top]] : openParts(bottom, top, neighbour);
          const roof = neighbour[0]?.top ?? -32768;
          for (const [low, high] of parts) land.add([x1, low, z1], [x2, low, z2], [x2, high, z2], [x1, high, z1], normal, colour, high <= roof ? CAVE : OPEN);
        }
      }
    }
    flush();
  }
  return { land, water, surfaces, inner };
}
