// The settings: every gamerule and flight parameter as the server tells of them, and what sets up the world.
// SPDX-License-Identifier: MIT
import { GUI } from "lil-gui";
import "../node_modules/lil-gui/dist/lil-gui.css";
import betterBats from "./presets/better_bats.json";
import boidsClassic from "./presets/boids_classic.json";
import flock3d from "./presets/flock_3d.json";
import { byId, note } from "./figures.js";

export const PRESETS = { better_bats: betterBats, boids_classic: boidsClassic, flock_3d: flock3d };
const LARGEST_SLIDER = 10000; // a range beyond is typed, not dragged
const PAUSE = 80; // between two commands of one slider

const shortName = (id) => id.slice(id.indexOf(":") + 1);

/** How a parameter is shown, from the range that the server gives in words. */
function formOf({ range, default: usual }) {
  const numbers = /^(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(range);
  if (numbers) {
    const min = Number(numbers[1]), max = Number(numbers[2]), whole = /^\d+$/.test(usual);
    return { kind: "number", min, max, step: max >= 512 || (max === 16 && whole) ? 1 : max <= 1 ? 0.005 : max <= 64 ? 0.05 : 0.1 };
  }
  if (range === "true or false") return { kind: "boolean" };
  if (/^[a-z_]+( or [a-z_]+)+$/.test(range)) return { kind: "choice", options: range.split(" or ") };
  return { kind: "text" };
}

/** What is typed counts when it is finished, and as it was typed: whether it will do is for the server to say. */
function whenTyped(controller, submit) {
  const { $input: input, object, property } = controller;
  input.addEventListener("input", (event) => event.stopImmediatePropagation(), true); // the library takes every letter
  input.addEventListener("change", () => {
    const text = input.value.trim();
    if (text === "") return;
    const value = typeof object[property] === "number" ? Number(text) : text;
    if (!Number.isNaN(value)) object[property] = value;
    submit(text);
  });
}

export class Panel {
  /** run(line): a promise of the server's reply. view: what is the page's own. */
  constructor(run, view) {
    this.run = run;
    this.view = view;
    this.controls = new Map();
    this.mayWrite = false;
    this.gui = new GUI({ container: byId("panel"), title: "Settings", injectStyles: false });
    this.world = this.gui.addFolder("World");
    this.flock = this.gui.addFolder("Flock in a box");
    this.scare = this.gui.addFolder("Scaring");
    this.look = this.gui.addFolder("View");
    this.rules = this.gui.addFolder("Gamerules");
    this.parameters = this.gui.addFolder("Flight parameters").close();
    this.makeWorld();
    this.makeScare();
    this.makeLook();
    this.makeFlock();
  }

  // ---- the fixed parts

  makeWorld() {
    const w = (this.worldState = { preset: "better_bats", bats: 60, time: 6000, rate: 20 });
    const held = (c, line) => this.live(c, line);
    this.world.add(w, "preset", Object.keys(PRESETS)).name("preset");
    this.world.add({ use: () => this.say(`better-bats preset ${w.preset}`) }, "use").name("Use its parameters");
    this.world.add({ all: () => this.setUp(w.preset) }, "all").name("Set up its world and bats too");
    this.batCount = this.world.add(w, "bats", 0, 6000, 10).name("bats").onFinishChange((n) => this.startAnew(n));
    this.time = held(this.world.add(w, "time", 0, 23999, 1).name("time of day"), (v) => `time set ${v}`);
    this.rate = held(this.world.add(w, "rate", 1, 100, 1).name("ticks a second"), (v) => `tick rate ${v}`);
  }

  makeScare() {
    this.scareState = { force: 0.5, radius: 16 };
    this.force = this.scare.add(this.scareState, "force", 0, 5, 0.05).name("strength");
    this.radius = this.scare.add(this.scareState, "radius", 1, 64, 1).name("radius");
  }

  makeLook() {
    const v = this.view;
    this.look.add(v, "colour", ["flock", "speed", "state"]).name("colour by").onChange(v.changed).listen();
    this.look.add(v, "trails").onChange(v.changed).listen();
    this.look.add(v, "radii").onChange(v.changed).listen();
  }

  // The controls of the flock system in a box, in its own ranges.
  makeFlock() {
    const f = (this.flockState = { count: 2500, perception: 50, separation: 1.5, alignment: 1, cohesion: 1, maxSpeed: 10, force: 15, radius: 150 });
    const set = (name) => (v) => `better-bats set ${name} ${v}`;
    this.flock.add(f, "count", 500, 6000, 500).name("count").onFinishChange((n) => this.startAnew(n));
    const perception = (v) => ["perception_radius", "alignment_radius", "cohesion_radius"].map((name) => set(name)(v));
    this.flockControls = new Map([
      ["perception_radius", this.live(this.flock.add(f, "perception", 20, 100, 1), perception)],
      ["reynolds_separation", this.live(this.flock.add(f, "separation", 0, 5, 0.1), set("reynolds_separation"))],
      ["reynolds_alignment", this.live(this.flock.add(f, "alignment", 0, 5, 0.1), set("reynolds_alignment"))],
      ["reynolds_cohesion", this.live(this.flock.add(f, "cohesion", 0, 5, 0.1), set("reynolds_cohesion"))],
      ["max_speed", this.live(this.flock.add(f, "maxSpeed", 5, 20, 0.5).name("maximum speed"), set("max_speed"))],
      ["startle_force", this.live(this.flock.add(f, "force", 0, 50, 1).name("startle force"), set("startle_force"))],
      ["startle_radius", this.live(this.flock.add(f, "radius", 50, 300, 10).name("startle radius"), set("startle_radius"))],
    ]);
    this.flock.hide();
  }

  /** The preset that such a world belongs to. */
  showPreset(kind) {
    this.worldState.preset = Object.keys(PRESETS).find((name) => PRESETS[name].world?.type === kind) ?? "better_bats";
    this.world.controllers[0].updateDisplay();
  }

  async setUp(name) {
    this.worldState.preset = name;
    this.world.controllers[0].updateDisplay();
    const { world, bats } = PRESETS[name];
    const kind = !world ? "hills" : world.type === "box" ? `box ${world.dx} ${world.dy} ${world.dz}` : `torus ${world.dx} ${world.dz}`;
    for (const line of [`better-bats preset ${name}`, `world create ${kind}`, `better-bats spawn ${bats}`]) {
      if (!(await this.say(line))) return;
    }
    if (!world) await this.say("time set 12000");
  }

  /** A new count starts the flock anew. */
  async startAnew(count) {
    await this.run("kill @e[type=bat]");
    if (count > 0) await this.say(`better-bats spawn ${count}`);
  }

  /** Shows the reply; resolves to whether it was done. */
  async say(line) {
    const { ok, text } = await this.run(line);
    if (text) note(text.split("\n").slice(0, ok ? 1 : 4).join("\n"), !ok);
    return ok;
  }

  // ---- a control that the server decides on

  /** While it is dragged its newest value is sent now and then; a refusal brings the server's value back. */
  live(controller, lines) {
    const state = { controller, sent: 0, busy: 0, next: undefined, touched: 0, server: undefined };
    const send = async () => {
      const value = state.next;
      state.next = undefined;
      ++state.busy;
      for (const line of [lines(value)].flat()) {
        const { ok, text } = await this.run(line);
        if (ok) continue;
        note(text, true);
        state.next = undefined;
        state.touched = 0;
        if (state.server !== undefined) this.show(state, state.server);
        break;
      }
      --state.busy;
      if (state.next !== undefined) setTimeout(send, PAUSE);
    };
    const submit = (value) => {
      const isWaiting = state.busy > 0 || state.next !== undefined;
      state.next = value;
      if (!isWaiting) setTimeout(send, 0);
    };
    controller.onChange((value) => {
      state.touched = performance.now();
      submit(value);
    });
    if (controller.$input && controller.$input.type !== "checkbox") whenTyped(controller, submit);
    controller.live = state;
    return controller;
  }

  /** Takes the server's value, unless a hand is on the control. */
  follow(controller, value) {
    const state = controller.live;
    state.server = value;
    if (state.busy > 0 || state.next !== undefined || performance.now() - state.touched < 600) return;
    this.show(state, value);
  }

  show({ controller }, value) {
    if (controller.object[controller.property] === value) return;
    controller.object[controller.property] = value;
    controller.updateDisplay();
  }

  // ---- what the server has

  takeSettings({ rules, parameters, world }) {
    for (const rule of rules) this.takeRule(rule);
    for (const parameter of parameters) this.takeParameter(parameter);
    const value = new Map(parameters.map((p) => [p.name, p.value]));
    const isFlock = world.kind === "box" && value.get("steering") === "reynolds";
    this.flock.show(isFlock);
    for (const [name, controller] of this.flockControls) this.follow(controller, Number(value.get(name)));
    if (!this.scareTaken || isFlock !== this.wasFlock) this.takeScare(Number(value.get("startle_force")), Number(value.get("startle_radius")));
    else if (isFlock) Object.assign(this.scareState, { force: this.flockState.force, radius: this.flockState.radius });
    this.wasFlock = isFlock;
  }

  takeScare(force, radius) {
    this.scareTaken = true;
    this.force.max(Math.max(5, force * 3)).setValue(force);
    this.radius.max(Math.max(64, radius * 2)).setValue(radius);
  }

  takeRule(rule) {
    const value = rule.boolean ? rule.value !== 0 : rule.value, usual = rule.boolean ? rule.default !== 0 : rule.default;
    const make = (holder) => rule.boolean || rule.max - rule.min > LARGEST_SLIDER ? this.rules.add(holder, "value") : this.rules.add(holder, "value", rule.min, rule.max, 1);
    this.takeSetting(rule.id, value, usual, make, (v) => `gamerule ${rule.id} ${v}`, rule.boolean ? rule.description : `${rule.description} ${rule.min}..${rule.max}, default ${rule.default}`);
  }

  takeParameter(parameter) {
    const form = formOf(parameter), typed = (text) => (form.kind === "number" ? Number(text) : form.kind === "boolean" ? text === "true" : text);
    const make = (holder) => form.kind === "number" ? this.parameters.add(holder, "value", form.min, form.max, form.step)
      : form.kind === "choice" ? this.parameters.add(holder, "value", form.options) : this.parameters.add(holder, "value");
    this.takeSetting(parameter.name, typed(parameter.value), typed(parameter.default), make,
      (v) => `better-bats set ${parameter.name} ${v}`, `${parameter.description} ${parameter.range}, default ${parameter.default}`);
  }

  takeSetting(name, value, usual, make, line, title) {
    let controller = this.controls.get(name);
    if (!controller) {
      controller = this.live(make({ value }).name(shortName(name)), line);
      controller.domElement.title = title;
      controller.domElement.dataset.setting = shortName(name);
      controller.domElement.classList.add("has-reset");
      const reset = Object.assign(document.createElement("button"), { textContent: "↺", className: "reset", title: `Back to ${usual}` });
      reset.setAttribute("aria-label", `Reset ${shortName(name)} to ${usual}`);
      reset.onclick = () => this.say(`better-bats reset ${name}`);
      controller.domElement.append(reset);
      this.controls.set(name, controller);
      controller.enable(this.mayWrite);
    }
    controller.usual = usual;
    controller.domElement.classList.toggle("changed", value !== usual);
    this.follow(controller, value);
  }

  takeFigures({ dayTime, rate }) {
    this.follow(this.time, dayTime);
    this.follow(this.rate, rate);
  }

  takeCount(count) {
    for (const [controller, state] of [[this.batCount, this.worldState]]) {
      if (state.bats === count || controller.domElement.contains(document.activeElement)) continue;
      state.bats = count;
      controller.updateDisplay();
    }
    if (!this.flock.domElement.contains(document.activeElement) && this.flockState.count !== count) {
      this.flockState.count = count;
      this.flock.controllers[0].updateDisplay();
    }
  }

  /** Settings that differ from their defaults, by short name. */
  changedSettings() {
    const changed = new Map();
    for (const [name, { live, usual }] of this.controls) {
      const text = String(live.server);
      if (live.server !== usual && text.length <= 80) changed.set(shortName(name), text);
    }
    return changed;
  }

  /** Those of a link that the server has otherwise. */
  differing(settings) {
    const found = [];
    for (const [name, { live }] of this.controls) {
      const wanted = settings.get(shortName(name));
      if (wanted !== undefined && wanted !== String(live.server)) found.push([shortName(name), wanted]);
    }
    return found;
  }

  setMayWrite(mayWrite) {
    this.mayWrite = mayWrite;
    for (const folder of [this.world, this.flock, this.rules, this.parameters]) folder.controllers.forEach((c) => c.enable(mayWrite));
    byId("panel").classList.toggle("read-only", !mayWrite);
  }

  get isShown() { return !byId("panel").hidden; }
  toggle(shown = !this.isShown) { byId("panel").hidden = !shown; }
}
