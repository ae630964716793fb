// What twenty clients cost the tick thread: its CPU time with them by that without, in five pairs; the median counts.
// Each pair is a second without and one with them, in turn, until both have their seconds: a shared machine drifts.
// Usage: WORLD_STUB=... node tick_cost.mjs [bats] [seconds]. Fails above five per cent. SPDX-License-Identifier: MIT
import { readFileSync } from "node:fs";
import process from "node:process";
import { LiveServer, pause, until } from "./server.mjs";
import { Socket } from "./socket.mjs";

const CLIENTS = 20, PAIRS = 5, LIMIT = 1.05, MILLISECONDS_PER_TICK = 50;
const bats = Number(process.argv[2] ?? 1000), seconds = Number(process.argv[3] ?? 5);

const server = await LiveServer.start();
await server.type("kill @e[type=bat]");
await server.type(`better-bats spawn ${bats}`);
await pause(15000); // until flocks have settled

// Nanoseconds on a processor; the tick thread is the process's first.
const cpu = () => Number(readFileSync(`/proc/${server.process.pid}/task/${server.process.pid}/schedstat`, "utf8").split(" ")[0]);
const time = async () => Number(/(\d+)/.exec((await server.type("time query gametime")).replace(/^.*is /, ""))[1]);

/** Adds a second of the tick thread: its nanoseconds, and the ticks that are due in the time. A command would cost, too. */
async function measure(sum) {
  await pause(200);
  const [t0, c0] = [performance.now(), cpu()];
  await pause(1000);
  const [t1, c1] = [performance.now(), cpu()];
  sum.nanoseconds += c1 - c0;
  sum.ticks += (t1 - t0) / MILLISECONDS_PER_TICK;
}

async function withClients(sum) {
  const clients = await Promise.all(Array.from({ length: CLIENTS }, async () => {
    const socket = new Socket(server.port);
    await socket.open();
    socket.hello();
    await until("frames", () => socket.binary > 2);
    return socket;
  }));
  await measure(sum);
  for (const client of clients) client.end();
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
const without = [], withThem = [];
const [firstTick, began] = [await time(), performance.now()];
for (let i = 0; i < PAIRS; ++i) {
  const alone = { nanoseconds: 0, ticks: 0 }, watched = { nanoseconds: 0, ticks: 0 };
  for (let second = 0; second < seconds; ++second) {
    await measure(alone);
    await withClients(watched);
  }
  without.push(alone.nanoseconds / alone.ticks);
  withThem.push(watched.nanoseconds / watched.ticks);
}
const due = (performance.now() - began) / MILLISECONDS_PER_TICK, made = (await time()) - firstTick;
if (made < due * 0.99) throw new Error(`${made} ticks of ${due.toFixed(0)}: the server is too slow for its ticks`);
const ratios = without.map((one, i) => withThem[i] / one);
const ratio = median(ratios);
const us = (list) => list.map((n) => (n / 1000).toFixed(0)).join(" ");
console.log(`tick thread, us of CPU a tick at ${bats} bats: without ${us(without)}; with ${CLIENTS} clients ${us(withThem)}`);
console.log(`ratios ${ratios.map((r) => r.toFixed(3)).join(" ")}; their median ${ratio.toFixed(3)}; ratio of medians ${(median(withThem) / median(without)).toFixed(3)}`);
await server.stop();
server.remove();
process.exit(ratio <= LIMIT ? 0 : 1);
