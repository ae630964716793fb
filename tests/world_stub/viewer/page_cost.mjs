// What a picture costs the page itself: messages, bats, trails and all that three.js does in script, while nothing is
// rasterised. Usage: WORLD_STUB=... CHROMIUM=... node page_cost.mjs [bats]. Fails at 4 ms. SPDX-License-Identifier: MIT
import process from "node:process";
import { chromium } from "playwright-core";
import { LiveServer, until } from "./server.mjs";

const LIMIT = 4, RUNS = 5, PICTURES = 200;
const bats = Number(process.argv[2] ?? 5000);
const options = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-background-networking"];

const server = await LiveServer.start();
await server.type("kill @e[type=bat]");
await server.type(`better-bats spawn ${bats}`);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: options });
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
// Everything reaches the graphics library but the orders to draw, so that what is measured is what the page does.
await page.addInitScript(() => {
  for (const name of ["drawArrays", "drawElements", "drawArraysInstanced", "drawElementsInstanced", "clear"]) {
    WebGL2RenderingContext.prototype[name] = () => {};
  }
});
await page.goto(`${server.address}#token=${server.token}`);
await until("the bats", () => page.evaluate((n) => viewerTest.bats.mesh.count >= n * 0.98, bats));
await until("terrain", () => page.evaluate(() => viewerTest.terrain.tiles.size >= 9));

const devtools = await page.context().newCDPSession(page);
await devtools.send("Performance.enable");
const script = async () => (await devtools.send("Performance.getMetrics")).metrics.find((m) => m.name === "ScriptDuration").value * 1000;
const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];

async function measure() {
  const from = await page.evaluate(() => { viewerWork.whole.length = 0; return viewerWork.pictures; });
  const before = await script();
  await until("pictures", () => page.evaluate((n) => viewerWork.whole.length >= n, PICTURES));
  const after = await script();
  const { whole, pictures } = await page.evaluate(() => ({ whole: [...viewerWork.whole], pictures: viewerWork.pictures }));
  return { own: median(whole), browser: (after - before) / (pictures - from) };
}

for (const trails of [false, true]) {
  if (trails) await page.evaluate(() => { viewerTest.view.trails = true; viewerTest.view.changed(); });
  const runs = [];
  for (let i = 0; i < RUNS; ++i) runs.push(await measure());
  const show = (what) => runs.map((r) => r[what].toFixed(2)).join(" ");
  console.log(`${bats} bats${trails ? " with trails" : ""}, ms a picture: ${show("own")} (medians of ${PICTURES}); by the browser's own count of scripting ${show("browser")}`);
  if (!(median(runs.map((r) => r.own)) < LIMIT)) process.exitCode = 1;
}
await browser.close();
await server.stop();
server.remove();
