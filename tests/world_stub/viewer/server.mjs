// A live server under test, with its console. SPDX-License-Identifier: MIT
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

const PATIENCE = 60000;

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `check` gives something true, and returns that. */
export async function until(what, check, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`in vain waited for: ${what}`);
    await pause(50);
  }
}

export class LiveServer {
  static async start(port = 0, directory = mkdtempSync(join(tmpdir(), "better-bats-viewer-"))) {
    const server = new LiveServer();
    server.directory = directory;
    server.output = "";
    server.process = spawn(process.env.WORLD_STUB, ["--live", "--dir", directory, "--port", String(port)]);
    for (const stream of [server.process.stdout, server.process.stderr]) stream.on("data", (data) => { server.output += data; });
    server.ended = new Promise((resolve) => server.process.on("exit", resolve));
    const found = await until("the viewer's address", () => /open (http:\S+:(\d+)\/)#token=([0-9a-f]{32})/.exec(server.output));
    [, server.address, server.port, server.token] = found;
    return server;
  }

  /** Types a line on the console; resolves to what was printed next. */
  async type(line) {
    const from = this.output.length;
    this.process.stdin.write(`${line}\n`);
    await until(`an answer to ${line}`, () => this.output.indexOf("\n", from) >= 0);
    return this.output.slice(from).trim();
  }

  async stop() {
    if (this.process.exitCode === null) this.process.stdin.write("stop\n");
    return this.ended;
  }

  remove() { rmSync(this.directory, { recursive: true, force: true }); }
}
