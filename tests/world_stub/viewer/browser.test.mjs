// The viewer in a real browser: what a user drags, sees and loses. SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import process from "node:process";
import { chromium } from "playwright-core";
import { LiveServer, pause, until } from "./server.mjs";

const SIZE = { width: 800, height: 560 };
const OPTIONS = ["--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-background-networking"];

let server, browser, page;
const complaints = [];
let outage = false;

before(async () => {
  server = await LiveServer.start();
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: OPTIONS });
  page = await watched(await browser.newPage({ viewport: SIZE }));
  await page.goto(`${server.address}#token=${server.token}`);
  await live();
  await until("terrain", () => page.evaluate(() => window.viewerTest.terrain.tiles.size >= 9), 120000);
});
after(async () => { await browser?.close(); await server.stop(); server.remove(); });

/** Everything that the browser has to complain about, but for a server that is away. */
async function watched(one) {
  const note = (text) => { if (!(outage && /WebSocket/.test(text))) complaints.push(text); };
  one.on("console", (message) => { if (message.type() === "error") note(message.text()); });
  one.on("pageerror", (error) => note(error.stack));
  return one;
}

const badge = (of = page) => of.textContent("#badge");
const live = () => until("the badge to say live", async () => (await badge()) === "live");
const setting = (name) => page.locator(`[data-setting=${name}]`);
const shown = (name) => setting(name).locator("input").first().inputValue();
const rule = async (name) => /set to: (\S+)/.exec(await server.type(`gamerule better-bats:${name}`))[1];

test("the address does not keep the token", async () => {
  assert.equal(page.url().includes(server.token), false);
});

test("dragging a slider changes the server's rule", async () => {
  assert.equal(await rule("bat_alignment"), "5");
  const box = await setting("bat_alignment").locator(".lil-slider").boundingBox();
  await page.mouse.move(box.x + 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const dragged = await shown("bat_alignment");
  assert.ok(Number(dragged) > 60, dragged);
  await until("the rule to follow", async () => (await rule("bat_alignment")) === dragged);
  await setting("bat_alignment").locator(".reset").click();
  await until("the reset", async () => (await rule("bat_alignment")) === "5" && (await shown("bat_alignment")) === "5");
});

// Without pictures: a rasteriser in software holds the page up for longer than that.
test("a rule set on the console moves the slider within a second", async () => {
  await page.evaluate(() => {
    viewerTest.view.still = true;
    const input = document.querySelector("[data-setting=bat_cohesion] input");
    window.moved = new Promise((resolve) => {
      const look = () => (input.value === "40" ? resolve(performance.now()) : setTimeout(look, 10));
      look();
    });
  });
  const from = await page.evaluate(() => performance.now());
  await server.type("gamerule better-bats:bat_cohesion 40");
  const took = (await page.evaluate(() => window.moved)) - from;
  await page.evaluate(() => { viewerTest.view.still = false; });
  assert.ok(took < 1000, `${took} ms`);
});

test("a refused value shows the server's own words, and the control goes back", async () => {
  const input = setting("bat_swarm_size").locator("input").first();
  await input.fill("-1");
  await input.press("Enter");
  await page.getByText("Integer must not be less than 0: found -1").waitFor();
  await until("the old value", async () => (await shown("bat_swarm_size")) === "5");
  assert.equal(await rule("bat_swarm_size"), "5");
});

test("what is typed is sent once, when it is finished, and out of range it is refused and not cut", async () => {
  await page.evaluate(() => {
    const run = viewerTest.panel.run;
    window.sent = [];
    viewerTest.panel.run = (line) => { window.sent.push(line); return run(line); };
    viewerTest.panel.parameters.open();
  });
  const type = async (name, text) => {
    await setting(name).locator("input").first().click({ clickCount: 3 });
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  await type("bat_swarm_size", "20");
  await until("the rule", async () => (await rule("bat_swarm_size")) === "20");
  await type("bat_wander", "500");
  await page.getByText("Integer must not be more than 100: found 500").waitFor();
  await until("the old value", async () => (await shown("bat_wander")) === "5");
  await type("predators", "minecraft:cow");
  await until("the parameter", async () => (await server.type("bb get predators")).includes("minecraft:cow"));
  assert.equal(await shown("predators"), "minecraft:cow");
  await type("min_speed", "0.5");
  await until("the old speed", async () => (await shown("min_speed")) === "0.15");
  assert.deepEqual(await page.evaluate(() => window.sent), [
    "gamerule better-bats:bat_swarm_size 20", "gamerule better-bats:bat_wander 500",
    "better-bats set predators minecraft:cow", "better-bats set min_speed 0.5",
  ]);
  await page.evaluate(() => { viewerTest.panel.parameters.close(); });
  for (const name of ["predators", "better-bats:bat_swarm_size"]) await server.type(`bb reset ${name}`);
  await until("the reset", async () => (await shown("bat_swarm_size")) === "5");
});

test("keys: pause, colour, trails, panel, help", async () => {
  await page.locator("#view").focus();
  await page.keyboard.press(" ");
  await until("the pause", () => page.evaluate(() => document.querySelector("#t-pause").ariaPressed === "true"));
  assert.match(await server.type("tick query"), /frozen/);
  const time = () => page.evaluate(() => window.viewerTest.bats.frame.gameTime);
  const at = await time();
  await page.keyboard.press(".");
  await until("one tick", async () => (await time()) === at + 1);
  await page.keyboard.press("c");
  assert.equal(await page.evaluate(() => window.viewerTest.bats.material.uniforms.colouring.value), 1);
  await page.keyboard.press("t");
  assert.equal(await page.getAttribute("#t-trails", "aria-pressed"), "true");
  await page.keyboard.press("h");
  assert.equal(await page.locator("#panel").isVisible(), false);
  await page.keyboard.press("h");
  await page.keyboard.press("?");
  assert.equal(await page.locator("#help").isVisible(), true);
  await page.keyboard.press("Escape");
});

test("keys: camera, follow, radii, scare, arrows", async () => {
  const place = () => page.evaluate(() => [...viewerTest.camera.position]);
  const pressed = (tool) => page.getAttribute(`#t-${tool}`, "aria-pressed");
  await page.evaluate(() => { viewerTest.view.still = true; });
  await page.locator("#view").focus();
  await page.keyboard.press("r");
  await pause(300);
  const start = await place();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("+");
  await until("the camera to move", async () => Math.hypot(...(await place()).map((n, i) => n - start[i])) > 5);
  await page.keyboard.press("f");
  assert.equal(await pressed("follow"), "true");
  assert.equal(await page.locator("#bat").isVisible(), true);
  await page.keyboard.press("v");
  assert.equal(await pressed("radii"), "true");
  await page.keyboard.press("v");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#bat").isVisible(), false);
  const scares = await pressed("scare");
  await page.keyboard.press("s");
  assert.notEqual(await pressed("scare"), scares);
  await page.keyboard.press("s");
  await page.keyboard.press("r");
  await until("the camera back", async () => Math.hypot(...(await place()).map((n, i) => n - start[i])) < 3);
  await page.evaluate(() => { viewerTest.view.still = false; });
});

test("whatever can be used has a name for screen readers", async () => {
  await page.evaluate(() => { viewerTest.panel.parameters.open(); });
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const used = nodes.filter((n) => !n.ignored && ["button", "checkbox", "combobox", "spinbutton", "textbox", "slider", "meter"].includes(n.role?.value));
  await page.evaluate(() => { viewerTest.panel.parameters.close(); });
  assert.ok(used.length > 60, `${used.length} controls`);
  assert.deepEqual(used.filter((n) => !n.name?.value?.trim()).map((n) => [n.role.value, n.backendDOMNodeId]), []);
});

/** How many pixels differ between two pictures, of all. */
async function differing(a, b) {
  return page.evaluate(async ([one, other]) => {
    const pixels = async (text) => {
      const image = new Image();
      image.src = `data:image/png;base64,${text}`;
      await image.decode();
      const pen = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.width, image.height).data;
    };
    const [p, q] = [await pixels(one), await pixels(other)];
    let count = 0;
    for (let i = 0; i < p.length; i += 4) if (Math.abs(p[i] - q[i]) + Math.abs(p[i + 1] - q[i + 1]) + Math.abs(p[i + 2] - q[i + 2]) > 24) ++count;
    return count / (p.length / 4);
  }, [a.toString("base64"), b.toString("base64")]);
}

async function picture(change = "") {
  await page.evaluate(change);
  const from = await page.evaluate(() => window.viewerWork.pictures);
  await until("two more pictures", () => page.evaluate((n) => window.viewerWork.pictures > n + 1, from));
  return page.screenshot();
}

// While the world is paused nothing else moves, so what hiding a part changes is that part.
test("the picture shows terrain and bats", async () => {
  await page.evaluate(() => { document.querySelector("#panel").hidden = true; document.querySelector("#figures").style.visibility = "hidden"; });
  await server.type("better-bats spawn 40");
  await until("the bats", () => page.evaluate(() => window.viewerTest.bats.mesh.count >= 100));
  const all = await picture();
  const withoutBats = await picture("viewerTest.bats.mesh.visible = false");
  const bats = await differing(all, withoutBats);
  assert.ok(bats > 0.0005 && bats < 0.2, `bats: ${bats} of the picture`);
  const terrain = await differing(withoutBats, await picture("viewerTest.terrain.group.visible = false"));
  assert.ok(terrain > 0.25, `terrain: ${terrain} of the picture`);
  await picture("viewerTest.bats.mesh.visible = viewerTest.terrain.group.visible = true");
  await page.evaluate(() => { document.querySelector("#panel").hidden = false; document.querySelector("#figures").style.visibility = ""; });
});

test("clicking a bat shows it, with the forces on it", async () => {
  const place = await page.evaluate(() => {
    for (let i = 0; i < viewerTest.bats.frame.count; ++i) {
      const [x, y, z] = viewerTest.screenOf(i);
      if (z < 1 && document.elementFromPoint(x, y)?.id === "view") return { x, y };
    }
    return null;
  });
  assert.notEqual(place, null);
  await page.mouse.click(place.x, place.y);
  await page.locator("#bat-facts").getByText("flock").waitFor();
  const text = await page.textContent("#bat");
  for (const word of ["speed", "height", "cohesion", "separation"]) assert.match(text, new RegExp(word), word);
  assert.match(await page.textContent("#bat-title"), /Bat \d+/);
});

test("dragging on the world scares, only while pressed", async () => {
  await server.type("tick unfreeze");
  await server.type("better-bats set startle_radius 100");
  // Without pictures, so that the page startles in every tick, as it does where there is a graphics card.
  await page.evaluate(() => { viewerTest.panel.radius.max(1000).setValue(1000); viewerTest.view.still = true; });
  // The force of that name on the chosen bat in its last tick.
  const startled = () => page.evaluate(() => document.querySelector("#bat-forces")?.textContent.match(/startle(\d\.\d+)/)?.[1] ?? "0");
  assert.equal(Number(await startled()), 0);
  const y = SIZE.height * 0.62;
  await page.mouse.move(330, y);
  await page.mouse.down();
  let scared = false;
  for (let i = 0; i < 60 && !scared; ++i) {
    await page.mouse.move(330 + (i % 10) * 8, y);
    await pause(200);
    scared = Number(await startled()) > 0;
  }
  await page.mouse.up();
  assert.ok(scared, "the chosen bat was never startled");
  await until("calm", async () => Number(await startled()) === 0);
  await pause(1500);
  assert.equal(Number(await startled()), 0);
  await page.evaluate(() => { viewerTest.view.still = false; });
});

test("a link carries view and settings, and never the token", async () => {
  const link = await until("the link", async () => (page.url().includes("cam=") && page.url().includes("bat_cohesion=40") ? page.url() : null));
  assert.equal(link.includes(server.token), false);
  assert.match(link, /colour=speed/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#t-link");
  await page.getByText("Link copied").waitFor();
  assert.equal((await page.evaluate(() => navigator.clipboard.readText())).split("&colour")[1], page.url().split("&colour")[1]);
});

test("who opens a link sees its view, and is asked before its settings are applied", async () => {
  const other = await watched(await browser.newPage({ viewport: { width: 500, height: 400 } }));
  await other.goto(`${server.address}#token=${server.token}&cam=10,120,30,1,70,2&colour=state&trails=1&set=bat_cohesion=33`);
  await other.evaluate(() => { viewerTest.view.still = true; });
  await until("the badge", async () => (await badge(other)) === "live");
  await other.getByText("This link brings 1 setting: bat_cohesion 33").waitFor();
  assert.equal(await other.evaluate(() => viewerTest.bats.material.uniforms.colouring.value), 2);
  assert.equal(await other.getAttribute("#t-trails", "aria-pressed"), "true");
  assert.deepEqual(await other.evaluate(() => [...viewerTest.camera.position].map(Math.round)), [10, 120, 30]);
  assert.equal(await rule("bat_cohesion"), "40");
  await other.click("#offer-yes");
  await until("the rule", async () => (await rule("bat_cohesion")) === "33");
  await other.close();
});

test("without the token the page only watches", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const reader = await watched(await context.newPage());
  await reader.goto(server.address);
  await until("the badge", async () => (await badge(reader)) === "read only");
  await until("bats", () => reader.evaluate(() => window.viewerTest.bats.mesh.count > 0));
  assert.equal(await reader.locator("#t-pause").isDisabled(), true);
  assert.equal(await reader.locator("#token").isVisible(), true);
  assert.equal(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  assert.match(await reader.locator("#token-label").innerText(), /^Read only\. /);
  await reader.fill("#token-text", "wrong");
  await reader.locator("#token button").first().click();
  await until("the reason", async () => (await reader.locator("#token-label").innerText()).startsWith("This is not the server's token. "));
  await reader.fill("#token-text", server.token);
  await reader.locator("#token button").first().click();
  await until("the badge", async () => (await badge(reader)) === "live");
  await context.close();
});

// What a picture of these costs the page is measured by page_cost.mjs.
test("5000 bats arrive, each in less than 40 bytes", async () => {
  await server.type("kill @e[type=bat]");
  await server.type("better-bats spawn 5000");
  await until("the bats", () => page.evaluate(() => window.viewerTest.bats.mesh.count >= 4900));
  const bytes = await page.evaluate(() => (viewerWork.bytes - 64) / viewerWork.bats);
  assert.ok(bytes < 40, `${bytes} bytes a bat`);
  await server.type("kill @e[type=bat]");
  await server.type("better-bats spawn 60");
});

test("the connection comes back after the server was restarted, and may still write", async () => {
  outage = true;
  const { directory, port } = server;
  await server.stop();
  await until("the badge", async () => (await badge()) === "reconnecting");
  server = await LiveServer.start(port, directory);
  await live();
  outage = false;
  await setting("bat_wander").locator("input").first().fill("9");
  await page.keyboard.press("Enter");
  await until("the rule", async () => (await rule("bat_wander")) === "9");
});

test("the browser had nothing to complain about", () => {
  assert.deepEqual(complaints, []);
});
