// Reads the viewer's binary messages; their layout stands in docs/viewer-protocol.md. SPDX-License-Identifier: MIT

export const VERSION = 1;
export const TILE = 64;
export const NO_ID = 0xffffffff;

/** A frame, as views into its buffer: nothing is copied. */
export function readFrame(buffer) {
  const head = new DataView(buffer);
  const count = head.getUint32(4, true);
  const others = head.getUint32(8, true);
  const afterStates = 64 + count * 32 + Math.ceil(count / 4) * 4;
  return {
    count,
    frozen: (head.getUint16(2, true) & 1) !== 0,
    revision: head.getUint32(12, true),
    gameTime: Number(head.getBigInt64(16, true)),
    dayTime: head.getUint32(24, true),
    origin: [head.getFloat64(32, true), head.getFloat64(40, true), head.getFloat64(48, true)],
    idBase: Number(head.getBigUint64(56, true)),
    positions: new Float32Array(buffer, 64, count * 3),
    velocities: new Float32Array(buffer, 64 + count * 12, count * 3),
    ids: new Uint32Array(buffer, 64 + count * 24, count),
    flocks: new Uint32Array(buffer, 64 + count * 28, count),
    states: new Uint8Array(buffer, 64 + count * 32, count),
    others,
    otherPositions: new Float32Array(buffer, afterStates, others * 3),
    otherKinds: new Uint8Array(buffer, afterStates + others * 12, others),
  };
}

/** A tile: per column its runs of one block from the surface down, as [type, top, type, top, ...]. */
export function readTile(buffer) {
  const view = new DataView(buffer);
  const step = view.getUint8(2);
  const side = TILE / step + 2;
  const columns = new Array(side * side);
  let at = 16;
  for (let i = 0; i < columns.length; ++i) {
    const runs = view.getUint8(at++);
    const column = new Int16Array(runs * 2);
    for (let k = 0; k < runs; ++k, at += 3) {
      column[2 * k] = view.getUint8(at);
      column[2 * k + 1] = view.getInt16(at + 1, true);
    }
    columns[i] = column;
  }
  return { x: view.getInt32(4, true), z: view.getInt32(8, true), step, side, columns };
}

export const kindOf = (buffer) => new DataView(buffer).getUint8(0);

/** Entity kinds as the server numbers them. */
export const ENTITY_NAMES = ["bat", "cat", "ocelot", "phantom", "player", "cow", "zombie", "silverfish", "endermite"];
