// What twenty clients cost the tick thread: its CPU time with them against without, in turn, medians of five.
// Usage: WORLD_STUB=... node tick_cost.mjs [bats] [seconds]. Fails above five per cent. SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import process from "node:process";
import { LiveServer, pause, until } from "./server.mjs";
import { Socket } from "./socket.mjs";

const CLIENTS = 20, PAIRS = 5, LIMIT = 1.05;
const bats = Number(process.argv[2] ?? 1000), seconds = Number(process.argv[3] ?? 5);

const server = await LiveServer.start();
await server.type("kill @e[type=bat]");
await server.type(`better-bats spawn ${bats}`);
await pause(15000); // until flocks have settled

// Nanoseconds on a processor; the tick thread is the process's first.
const cpu = () => Number(readFileSync(`/proc/${server.process.pid}/task/${server.process.pid}/schedstat`, "utf8").split(" ")[0]);
const time = async () => Number(/(\d+)/.exec((await server.type("time query gametime")).replace(/^.*is /, ""))[1]);

/** Nanoseconds of the tick thread per tick. */
async function measure() {
  const [t0, c0] = [await time(), cpu()];
  await pause(seconds * 1000);
  const [t1, c1] = [await time(), cpu()];
  return (c1 - c0) / (t1 - t0);
}

async function withClients() {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, async () => {
    const socket = new Socket(server.port);
    await socket.open();
    socket.hello();
    await until("frames", () => socket.binary > 2);
    return socket;
  }));
  const result = await measure();
  for (const client of clients) client.end();
  await pause(500);
  return result;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const without = [], withThem = [];
for (let i = 0; i < PAIRS; ++i) {
  without.push(await measure());
  withThem.push(await withClients());
}
const ratio = median(withThem) / median(without);
const us = (list) => list.map((n) => (n / 1000).toFixed(0)).join(" ");
console.log(`tick thread, us of CPU a tick at ${bats} bats: without ${us(without)}; with ${CLIENTS} clients ${us(withThem)}; ratio of medians ${ratio.toFixed(3)}`);
await server.stop();
server.remove();
process.exit(ratio <= LIMIT ? 0 : 1);
