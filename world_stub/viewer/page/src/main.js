// The viewer: puts the parts together. SPDX-License-Identifier: MIT
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Bats, COLOURS } from "./bats.js";
import { Connection } from "./connection.js";
import { byId, clockText, note, Plot, setText, showBat, showStatistics } from "./figures.js";
import { linkOf, readLink, showLink } from "./link.js";
import { Others } from "./others.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { kindOf, readFrame } from "./protocol.js";
import { Radii } from "./radii.js";
import { Sky } from "./sky.js";
import { Terrain } from "./terrain.js";
import { Trails } from "./trails.js";
import "./viewer.css";

const canvas = byId("view");
const renderer = new THREE.WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
const scene = new THREE.Scene();
const camera = new THREE.PerspectiveCamera(60, 1, 0.3, 6000);
const controls = new OrbitControls(camera, canvas);
controls.enableDamping = true;
controls.dampingFactor = 0.12;
controls.maxDistance = 2500;
controls.minDistance = 2;

const link = readLink();
const view = { colour: COLOURS.includes(link.colour) ? link.colour : "flock", trails: link.trails, radii: link.radii, keepSharp: false, still: false, changed: applyView };
const sky = new Sky(scene);
const bats = new Bats(scene, sky.uniforms);
const others = new Others(scene);
const trails = new Trails(scene, bats.material.uniforms);
const radii = new Radii(scene);
const connection = new Connection({ open: opened, lost, message: takeMessage, binary: takeBinary });
const terrain = new Terrain(scene, sky.uniforms, (tile) => connection.send({ type: "terrain", ...tile }));
const panel = new Panel((line) => connection.run(line), view);
const plot = new Plot(byId("plot"));
const pointer = new Pointer({ canvas, camera, controls, pick: chooseAt, hit: groundAt, scare, scene });

let world = null;
let parameters = new Map();
let frozen = false;
let chosen = 0;
let following = false;
let cameraKey = link.camera ? "link" : "";
let offered = link.settings.size === 0;
/** The page's own work, for the figures and for tests: milliseconds a picture, `whole` with what three.js does for it. */
const work = (window.viewerWork = { frames: 0, pictures: 0, scripting: [], whole: [], bytes: 0, bats: 0 });

if (link.token) connection.useToken(link.token);
if (link.camera) setCamera(...link.camera);
else setCamera(60, 130, 110, 0, 75, 0);
history.replaceState(null, "", location.pathname + location.hash.replace(/[#&]token=[^&]*/, "").replace(/^&/, "#"));

// ---- the connection

function opened({ mayWrite, reason }) {
  badge(mayWrite ? "live" : "read only", mayWrite ? "live" : "reading");
  panel.setMayWrite(mayWrite);
  pointer.setMayScare(mayWrite);
  byId("token").hidden = mayWrite;
  setText("token-label", `${reason || "Read only"}. The server's console prints a token with which you can change things:`);
  for (const id of ["t-pause", "t-step", "t-scare"]) byId(id).disabled = !mayWrite;
  if (chosen !== 0) connection.send({ type: "follow", bat: chosen });
  showScareTool();
}

function lost(reason) {
  badge("reconnecting", "");
  terrain.lost();
  if (reason) note(`The server closed the connection: ${reason}`, true);
}

function badge(text, className) {
  setText("badge", text);
  byId("badge").className = className;
}

function takeMessage(message) {
  if (message.type === "settings") takeSettings(message);
  else if (message.type === "figures") takeFigures(message);
  else if (message.type === "statistics") { showStatistics(message); plot.add(message.polarization); panel.takeCount(message.bats); }
  else if (message.type === "bat" && message.id === chosen) showBat(message);
}

function takeBinary(buffer, ready) {
  const start = performance.now();
  if (kindOf(buffer) === 2) terrain.take(buffer);
  else {
    takeFrame(readFrame(buffer), start, buffer.byteLength);
    ready();
  }
  work.message = (work.message ?? 0) + performance.now() - start;
}

function takeFrame(frame, now, bytes) {
  const before = bats.frame;
  bats.take(frame, now);
  bats.choose(chosen);
  others.take(frame, bats.base);
  if (before) trails.add(before, frame, bats.base);
  sky.setTime(frame.dayTime);
  if (frozen !== frame.frozen) showFrozen(frame.frozen);
  setText("f-time", clockText(frame.dayTime));
  ++work.frames;
  work.bytes = bytes;
  work.bats = frame.count;
}

function takeSettings(message) {
  world = message.world;
  parameters = new Map(message.parameters.map((p) => [p.name, p.value]));
  terrain.setWorld(world);
  const u = bats.material.uniforms;
  u.period.value.fromArray(world.period);
  u.speedLow.value = Number(parameters.get("min_speed"));
  u.speedHigh.value = Number(parameters.get("max_speed"));
  u.flockless.value = parameters.get("steering") === "reynolds";
  radii.set(parameters);
  panel.takeSettings(message);
  const key = `${world.kind}${world.size}`;
  if (cameraKey !== key) {
    if (cameraKey !== "link") startCamera();
    panel.showPreset(world.kind);
    cameraKey = key;
    trails.clear();
  }
  sky.setOpen(!world.blocks);
  offerLink();
}

function takeFigures(figures) {
  panel.takeFigures(figures);
  setText("f-mspt", `${figures.mspt.toFixed(2)} (plugin ${figures.pluginMspt.toFixed(2)})`);
}

// A link may come from anybody, so its settings are offered and never simply applied.
function offerLink() {
  if (offered || !connection.mayWrite) return;
  offered = true;
  const differing = panel.differing(link.settings);
  if (differing.length === 0) return;
  setText("offer-text", `This link brings ${differing.length} setting${differing.length === 1 ? "" : "s"}: ${differing.map(([n, v]) => `${n} ${v}`).join(", ")}`);
  byId("offer").hidden = false;
  byId("offer-yes").onclick = async () => {
    byId("offer").hidden = true;
    for (const [name, value] of differing) await panel.say(`better-bats set ${name} ${value}`);
  };
}

// ---- the camera

function setCamera(x, y, z, tx, ty, tz) {
  camera.position.set(x, y, z);
  controls.target.set(tx, ty, tz);
  controls.update();
}

function startCamera() {
  following = false;
  showFollowing();
  if (!world) return;
  // Upright screens show as much from farther away; of a landscape less will do.
  const narrow = Math.max(1, 1.35 / camera.aspect);
  if (world.kind === "box") return setCamera(0, 0, Math.max(world.size[1], 600) * 0.95 * narrow, 0, 0, 0);
  if (world.kind === "torus") {
    const [x, , z] = world.size;
    return setCamera(x / 2, Math.max(x, z) * 0.85 * narrow, z / 2 + 1, x / 2, 0, z / 2);
  }
  const ground = world.kind === "void" ? 64 : terrain.surfaceAt(0, 0) ?? world.surface;
  const away = (world.kind === "hills" ? 1.15 : 1) * Math.min(narrow, 1.5);
  setCamera(70 * away, ground + 46 * away, 85 * away, 0, ground + 8, 0);
}

function followStep() {
  if (!following) return;
  const index = bats.indexOf(chosen);
  if (index < 0) return;
  const place = bats.positionAt(index, new THREE.Vector3());
  const way = place.sub(controls.target).multiplyScalar(0.12);
  controls.target.add(way);
  camera.position.add(way);
}

// ---- choosing and following

function chooseAt(x, y) {
  const index = bats.pick(x, y, camera, canvas.clientWidth, canvas.clientHeight, 22);
  if (index >= 0) choose(bats.idAt(index));
}

function choose(id) {
  chosen = id;
  bats.choose(id);
  connection.send({ type: "follow", bat: id });
  byId("bat").hidden = id === 0;
  if (id !== 0) setText("bat-title", `Bat ${id}`);
  else following = false;
  showFollowing();
}

function toggleFollow() {
  if (chosen === 0) {
    const index = bats.pick(canvas.clientWidth / 2, canvas.clientHeight / 2, camera, canvas.clientWidth, canvas.clientHeight, 1e4);
    if (index < 0) return note("There is no bat to follow");
    choose(bats.idAt(index));
    following = false;
  }
  following = !following;
  // Near enough to see it.
  const away = camera.position.distanceTo(controls.target);
  const near = world?.blocks === false ? 160 : 26;
  const place = bats.positionAt(bats.indexOf(chosen), new THREE.Vector3());
  if (following) {
    const back = camera.position.clone().sub(controls.target).multiplyScalar(Math.min(1, near / away));
    controls.target.copy(place);
    camera.position.copy(place).add(back);
  }
  showFollowing();
}

// ---- scaring

function groundAt(ray) {
  if (terrain.isThere) return terrain.hit(ray);
  // The plane of the flock: z = 0; on a torus bats fly in the plane y = 0.
  const plane = new THREE.Plane(world?.kind === "torus" ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(0, 0, 1), 0);
  return ray.intersectPlane(plane, new THREE.Vector3());
}

function scare(point) {
  if (frozen) return;
  const { force, radius } = panel.scareState;
  const at = [point.x + bats.base[0], point.y, point.z + bats.base[1]].map((n) => n.toFixed(2));
  connection.run(`better-bats startle ${at.join(" ")} ${radius} ${force} 1`).then(({ ok, text }) => ok || note(text, true));
}

// ---- tools and keys

function press(id, pressed) { byId(id).setAttribute("aria-pressed", String(pressed)); }
function showFrozen(now) { frozen = now; press("t-pause", frozen); setText("f-fps", "–"); byId("t-pause").querySelector("span").textContent = frozen ? "Go on" : "Pause"; }
function showFollowing() { press("t-follow", following); }
function showScareTool() { press("t-scare", pointer.scaring); }
function togglePanel() { panel.toggle(); press("t-panel", panel.isShown); }

function applyView() {
  bats.material.uniforms.colouring.value = COLOURS.indexOf(view.colour);
  if (trails.on !== view.trails) trails.set(view.trails);
  radii.on = view.radii;
  press("t-trails", view.trails);
  press("t-radii", view.radii);
}

const COLOUR_NOTES = {
  flock: "Colour by flock; grey is alone. Without flocks: by heading",
  speed: "Colour by speed: blue is slow, yellow fast",
  state: "Colour by state: green flies with a flock, orange alone, grey rests",
};
const tools = {
  "t-pause": () => panel.say(frozen ? "tick unfreeze" : "tick freeze"),
  "t-step": async () => { if (frozen || (await panel.say("tick freeze"))) panel.say("tick step 1"); },
  "t-scare": () => { pointer.setScaring(!pointer.scaring); showScareTool(); note(pointer.scaring ? "Dragging scares the bats" : "Dragging turns the view"); },
  "t-follow": toggleFollow,
  "t-camera": startCamera,
  "t-colour": () => { view.colour = COLOURS[(COLOURS.indexOf(view.colour) + 1) % COLOURS.length]; applyView(); note(COLOUR_NOTES[view.colour]); },
  "t-trails": () => { view.trails = !view.trails; applyView(); },
  "t-radii": () => { view.radii = !view.radii; applyView(); if (view.radii && chosen === 0) note("Choose a bat to see its radii"); },
  "t-panel": togglePanel,
  "t-link": copyLink,
  "t-help": () => byId("help").showModal(),
};
for (const [id, action] of Object.entries(tools)) {
  // Letting go of the button leaves the keys to the page; whoever came by the keyboard stays on it.
  byId(id).onclick = (event) => { action(); if (event.detail > 0) byId(id).blur(); };
}

const keys = { " ": "t-pause", ".": "t-step", s: "t-scare", r: "t-camera", f: "t-follow", c: "t-colour", t: "t-trails", v: "t-radii", h: "t-panel", "?": "t-help" };
addEventListener("keydown", (event) => {
  const at = event.target;
  if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open || at.matches?.("input, select, textarea")) return;
  if (event.key === " " && at.matches?.("button")) return;
  if (event.key === "Escape") return choose(0);
  if (pointer.key(event)) return event.preventDefault();
  const id = keys[event.key.toLowerCase()];
  if (!id || byId(id).disabled) return;
  event.preventDefault();
  tools[id]();
});
byId("bat-close").onclick = () => choose(0);
byId("offer-no").onclick = () => { byId("offer").hidden = true; };
byId("token-close").onclick = () => { byId("token").hidden = true; };
byId("token").onsubmit = (event) => { event.preventDefault(); connection.useToken(byId("token-text").value.trim()); byId("token-text").value = ""; };

// ---- the address

function currentLink() {
  const { position: p } = camera, t = controls.target;
  return linkOf({ camera: [p.x, p.y, p.z, t.x, t.y, t.z], ...view, settings: panel.changedSettings() });
}

async function copyLink() {
  try {
    await navigator.clipboard.writeText(currentLink());
    note("Link copied");
  } catch {
    note(`Copy this: ${currentLink()}`);
  }
}
setInterval(() => { if (world) showLink(currentLink()); }, 1000);

// ---- pictures

let sharpness = 1;
function resize() {
  const { clientWidth: width, clientHeight: height } = canvas;
  renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * sharpness);
  renderer.setSize(width, height, false);
  camera.aspect = width / height;
  camera.updateProjectionMatrix();
}
addEventListener("resize", resize);

/** Where pictures are slow they become coarser, and finer again where there is time. */
function adapt(fps) {
  const wanted = fps < 20 ? sharpness * 0.7 : fps > 50 ? sharpness * 1.2 : sharpness;
  const next = view.keepSharp ? 1 : THREE.MathUtils.clamp(wanted, 0.3, 1);
  if (next === sharpness || document.hidden) return;
  sharpness = next;
  resize();
}

let fpsFrom = performance.now(), fpsCount = 0;
function picture() {
  requestAnimationFrame(picture);
  const now = performance.now();
  bats.update(now);
  followStep();
  controls.update();
  terrain.update(controls.target, now);
  sky.setDistance(camera.position.distanceTo(controls.target));
  radii.update(bats, chosen);
  pointer.update(now);
  const scripted = performance.now() - now;
  if (!view.still) renderer.render(scene, camera);
  const message = work.message ?? 0;
  work.scripting.push(scripted + message);
  work.whole.push(performance.now() - now + message);
  if (work.whole.length > 300) work.whole.shift();
  work.message = 0;
  if (work.scripting.length > 300) work.scripting.shift();
  ++work.pictures;
  if (++fpsCount, now - fpsFrom >= 1000) {
    const mean = work.scripting.slice(-fpsCount).reduce((a, b) => a + b, 0) / fpsCount;
    setText("f-fps", `${Math.round((fpsCount * 1000) / (now - fpsFrom))} (${mean.toFixed(2)} ms)`);
    adapt((fpsCount * 1000) / (now - fpsFrom));
    fpsFrom = now;
    fpsCount = 0;
  }
}

window.viewerTest = { bats, camera, terrain, panel, view, setCamera, screenOf: (index) => {
  const p = bats.positionAt(index, new THREE.Vector3()).project(camera);
  return [((p.x + 1) / 2) * canvas.clientWidth, ((1 - p.y) / 2) * canvas.clientHeight, p.z];
} };

resize();
applyView();
sky.setTime(6000);
if (matchMedia("(max-width: 760px), (max-height: 520px)").matches) togglePanel();
connection.connect();
picture();
