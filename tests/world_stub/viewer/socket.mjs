// A WebSocket client that can do what a browser would not: say nonsense, and not listen. SPDX-License-Identifier: MIT
import { randomBytes } from "node:crypto";
import { connect } from "node:net";

const TEXT = 1, CLOSE = 8;

export class Socket {
  constructor(port) {
    this.received = Buffer.alloc(0);
    this.messages = [];
    this.binary = 0;
    this.closed = null;
    this.newest = null; // frame
    this.tile = null;
    this.socket = connect(Number(port), "127.0.0.1");
    this.socket.on("error", () => { this.closed ??= { code: 0, reason: "error" }; });
    this.socket.on("close", () => { this.closed ??= { code: 0, reason: "" }; });
  }

  /** Resolves to the status line's number; headers as given. */
  async open(headers = {}) {
    const all = { Host: "127.0.0.1", Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": randomBytes(16).toString("base64"), ...headers };
    this.socket.write(`GET /live HTTP/1.1\r\n${Object.entries(all).map(([k, v]) => `${k}: ${v}\r\n`).join("")}\r\n`);
    return new Promise((resolve) => {
      let head = Buffer.alloc(0);
      const take = (data) => {
        head = Buffer.concat([head, data]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        this.socket.off("data", take);
        this.socket.on("data", (more) => this.take(more));
        this.take(head.subarray(end + 4));
        resolve(Number(head.toString().split(" ")[1]));
      };
      this.socket.on("data", take);
    });
  }

  take(data) {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      const b = this.received;
      if (b.length < 2) return;
      let size = b[1] & 127, at = 2;
      if (size === 126) { if (b.length < 4) return; size = b.readUInt16BE(2); at = 4; }
      else if (size === 127) { if (b.length < 10) return; size = Number(b.readBigUInt64BE(2)); at = 10; }
      if (b.length < at + size) return;
      const body = b.subarray(at, at + size), kind = b[0] & 15;
      if (kind === TEXT) this.messages.push(JSON.parse(body.toString()));
      else if (kind === 2) { ++this.binary; this[body[0] === 2 ? "tile" : "newest"] = Buffer.from(body); }
      else if (kind === CLOSE) this.closed = { code: size >= 2 ? body.readUInt16BE(0) : 0, reason: body.subarray(2).toString() };
      this.received = b.subarray(at + size);
    }
  }

  frame(kind, body) {
    const size = body.length, mask = randomBytes(4);
    const head = size < 126 ? Buffer.from([0x80 | kind, 0x80 | size]) : Buffer.from([0x80 | kind, 0x80 | 126, size >> 8, size & 255]);
    this.socket.write(Buffer.concat([head, mask, Buffer.from(body.map((byte, i) => byte ^ mask[i & 3]))]));
  }

  say(message) { this.frame(TEXT, Buffer.from(typeof message === "string" ? message : JSON.stringify(message))); }
  hello(token = "") { this.say({ type: "hello", version: 1, token }); }
  end() { this.socket.destroy(); }
}
