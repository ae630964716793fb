// The socket to the server: it comes back by itself. SPDX-License-Identifier: MIT
import { VERSION } from "./protocol.js";

const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 4000;
const WINDOW = 4; // frames on their way: enough for a line of 200 ms, too few to grow old

export class Connection {
  /** handlers: open(welcome), lost(), message(object), binary(buffer) */
  constructor(handlers) {
    this.handlers = handlers;
    this.token = sessionStorage.getItem("token") ?? "";
    this.mayWrite = false;
    this.isOpen = false;
    this.pause = FIRST_PAUSE;
    this.next = 1;
    this.waiting = new Map();
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/live`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: VERSION, token: this.token, window: WINDOW }));
    socket.onmessage = (event) => this.receive(socket, event.data);
    socket.onclose = (event) => this.closed(socket, event.reason);
  }

  useToken(token) {
    this.token = token;
    sessionStorage.setItem("token", token);
    if (this.socket) this.socket.close();
  }

  receive(socket, data) {
    if (socket !== this.socket) return;
    if (typeof data !== "string") return this.handlers.binary(data, () => this.send({ type: "ready" }));
    const message = JSON.parse(data);
    if (message.type === "welcome") {
      this.isOpen = true;
      this.mayWrite = message.mayWrite;
      this.pause = FIRST_PAUSE;
      this.handlers.open(message);
    } else if (message.type === "reply") {
      const resolve = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (resolve) resolve(message);
    } else {
      this.handlers.message(message);
    }
  }

  closed(socket, reason) {
    if (socket !== this.socket) return;
    this.isOpen = false;
    for (const resolve of this.waiting.values()) resolve({ ok: false, text: "The connection was lost" });
    this.waiting.clear();
    this.handlers.lost(reason);
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 1.6, LONGEST_PAUSE);
  }

  send(message) {
    if (!this.isOpen || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Has a command line carried out; resolves to {ok, text} with the server's own words. */
  run(line) {
    const id = this.next++;
    if (!this.send({ type: "command", id, line })) return Promise.resolve({ ok: false, text: "Not connected" });
    return new Promise((resolve) => this.waiting.set(id, resolve));
  }
}
