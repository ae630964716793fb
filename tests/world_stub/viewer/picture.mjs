// Draws the README's picture of the viewer. Usage: WORLD_STUB=... CHROMIUM=... node picture.mjs OUT.jpg, in a folder
// with playwright-core as run_node.sh makes it. SPDX-License-Identifier: MIT
import process from "node:process";
import { chromium } from "playwright-core";
import { LiveServer, pause, until } from "./server.mjs";

const options = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-background-networking"];
const server = await LiveServer.start();
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: options });
const page = await browser.newPage({ viewport: { width: 1280, height: 760 } });
await page.goto(`${server.address}#token=${server.token}&trails=1`);
await until("terrain", () => page.evaluate(() => viewerTest.terrain.tiles.size >= 40), 120000);
// Without pictures the page takes every tick into its trails, also where there is no graphics card.
await page.evaluate(() => { viewerTest.view.keepSharp = viewerTest.view.still = true; });
await server.type("better-bats spawn 120");
await server.type("time set 12200");
await pause(12000);
await server.type("tick freeze");
await page.evaluate(() => { viewerTest.view.still = false; });
const from = await page.evaluate(() => viewerWork.pictures);
await until("three pictures", () => page.evaluate((n) => viewerWork.pictures > n + 2, from));
await page.screenshot({ path: process.argv[2], type: "jpeg", quality: 88 });
await browser.close();
await server.stop();
server.remove();
