// What strangers may and may not do to the viewer's port. SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { LiveServer, pause, until } from "./server.mjs";
import { Socket } from "./socket.mjs";

let server;
before(async () => { server = await LiveServer.start(); });
after(async () => { await server.stop(); server.remove(); });

/** One request as it stands, with no client's help; resolves to the status. */
function status(request) {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(server.port), "127.0.0.1", () => socket.write(request));
    socket.once("data", (data) => { resolve(Number(data.toString().split(" ")[1])); socket.destroy(); });
    socket.once("error", reject);
  });
}
const get = (path, headers = "") => status(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`);

async function opened(token = server.token) {
  const socket = new Socket(server.port);
  assert.equal(await socket.open(), 101);
  socket.hello(token);
  await until("welcome", () => socket.messages[0]);
  return socket;
}

async function closedAfter(...messages) {
  const socket = await opened();
  for (const message of messages) socket.say(message);
  const closed = await until("the end of the socket", () => socket.closed, 15000);
  assert.equal(closed.code, 1008);
  return closed.reason;
}

test("the page and nothing else of the disk", async () => {
  assert.equal(await get("/"), 200);
  assert.equal(await get("/viewer.js"), 200);
  for (const path of ["/../viewer-token", "/..%2f..%2fetc/passwd", "//etc/passwd", "/./index.html", "/built/../../..", "/%00"]) assert.equal(await get(path), 404, path);
});

test("no page but the viewer's own scripts may run", async () => {
  const answer = await fetch(server.address);
  const policy = answer.headers.get("content-security-policy");
  assert.match(policy, /default-src '(none|self)'/);
  assert.match(policy, /script-src 'self'/);
  assert.doesNotMatch(policy.replace(/style-src[^;]*/, ""), /unsafe/);
  assert.doesNotMatch(await answer.text(), /<script>|<script [^>]*>[^<]|\son[a-z]+=/);
});

test("another site's page is turned away", async () => {
  assert.equal(await status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 403);
  assert.equal(await status("GET / HTTP/1.1\r\n\r\n"), 403);
  assert.equal(await get("/state.json", "Origin: http://evil.example\r\n"), 403);
  assert.equal(await new Socket(server.port).open({ Origin: "http://evil.example" }), 403);
  assert.equal(await new Socket(server.port).open({ Origin: "null" }), 403);
  assert.equal(await new Socket(server.port).open({ Origin: "http://127.0.0.1" }), 101);
  assert.equal(await new Socket(server.port).open({ Host: "evil.example", Origin: "http://evil.example" }), 403);
});

test("writing needs the token", async () => {
  const post = (headers, body) => status(`POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`);
  assert.equal(await post("", "time set 5"), 401);
  assert.equal(await post(`Authorization: Bearer ${"0".repeat(32)}\r\n`, "time set 5"), 401);
  assert.equal(await post(`Authorization: Bearer ${server.token}\r\n`, "time set 5"), 200);
  assert.equal(await post(`Authorization: Bearer ${server.token}\r\nOrigin: http://evil.example\r\n`, "time set 5"), 403);
  assert.equal(await post(`Authorization: Bearer ${server.token}\r\n`, "x".repeat(5000)), 413);
  for (const token of ["", "wrong"]) {
    const socket = await opened(token);
    assert.equal(socket.messages[0].mayWrite, false);
    socket.say({ type: "command", id: 1, line: "gamerule better-bats:bat_alignment 99" });
    const reply = await until("a reply", () => socket.messages.find((m) => m.type === "reply"));
    assert.equal(reply.ok, false);
    assert.match(reply.text, /token/);
    socket.end();
  }
  assert.match(await server.type("gamerule better-bats:bat_alignment"), /currently set to: 5$/);
});

test("nonsense closes its client with a reason, and no other", async () => {
  const other = await opened();
  assert.equal(await closedAfter("{"), "not JSON");
  assert.equal(await closedAfter("[".repeat(4000)), "not JSON");
  assert.equal(await closedAfter("x".repeat(5000)), "too long");
  assert.equal(await closedAfter({ type: "dance" }), "unknown type of message");
  assert.equal(await closedAfter({ type: "hello", version: 1 }), "a second hello");
  assert.equal(await closedAfter({ type: "command", id: 1 }), "missing: line");
  assert.equal(await closedAfter({ type: "command", id: 1, line: "say a\nstop" }), "more than one line");
  assert.equal(await closedAfter({ type: "command", id: 1, line: "x".repeat(1025) }), "too long: line");
  assert.equal(await closedAfter({ type: "terrain", x: 1e9, z: 0, step: 1 }), "out of range: x");
  assert.equal(await closedAfter({ type: "terrain", x: 0, z: 0, step: 2 }), "out of range: step");
  assert.equal(await closedAfter({ type: "follow", bat: -1 }), "out of range: bat");
  const many = Array.from({ length: 80 }, (_, i) => ({ type: "terrain", x: i, z: 9, step: 1 }));
  const flood = await opened();
  for (const message of many) flood.say(message);
  await pause(300);
  const before = other.binary;
  await until("frames for the other", () => other.binary > before + 3);
  assert.equal(other.closed, null);
  other.end();
  flood.end();
  const early = new Socket(server.port);
  await early.open();
  early.say({ type: "follow", bat: 1 });
  assert.equal((await until("the end", () => early.closed)).reason, "the first message must be hello");
});

test("a frame is as the documentation has it, under 40 bytes a bat", async () => {
  const socket = await opened();
  const frame = await until("a frame", () => socket.newest);
  assert.equal(frame[0], 1);
  const bats = frame.readUInt32LE(4);
  assert.ok(bats > 0);
  assert.ok((frame.length - 64) / bats < 40, `${(frame.length - 64) / bats} bytes a bat`);
  const speed = Math.hypot(...[0, 1, 2].map((axis) => frame.readFloatLE(64 + bats * 12 + axis * 4)));
  assert.ok(speed > 0.14 && speed < 0.36, `${speed}`);
  socket.say({ type: "terrain", x: 0, z: 0, step: 1 });
  const tile = await until("a tile", () => socket.tile);
  assert.equal(tile.readInt32LE(4), 0);
  assert.ok(tile[16] >= 1, "the first column has a run");
  socket.end();
});

test("a client that does not read delays nobody", async () => {
  const dead = await Promise.all(Array.from({ length: 8 }, async () => { const s = await opened(); s.socket.pause(); return s; }));
  const alive = await opened();
  await pause(2000);
  const from = alive.binary;
  await pause(2000);
  assert.ok(alive.binary - from > 15, `${alive.binary - from} frames in two seconds`);
  for (const socket of [...dead, alive]) socket.end();
});
