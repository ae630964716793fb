// Figures at the edge of the picture, the plot, the chosen bat's card and short notes. SPDX-License-Identifier: MIT

export const byId = (id) => document.getElementById(id);

const PLOTTED = 120;

export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

export function clockText(dayTime) {
  const minutes = Math.floor((((dayTime + 6000) % 24000) / 1000) * 60);
  const phase = dayTime >= 22000 || dayTime === 0 ? "dawn" : dayTime < 12000 ? "day" : dayTime <= 14000 ? "dusk" : "night";
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")} ${phase} (${dayTime})`;
}

export class Plot {
  constructor(canvas) {
    this.canvas = canvas;
    this.values = [];
  }
  add(value) {
    this.values.push(value);
    if (this.values.length > PLOTTED) this.values.shift();
    const ratio = Math.min(devicePixelRatio, 2), { clientWidth: w, clientHeight: h } = this.canvas;
    this.canvas.width = w * ratio;
    this.canvas.height = h * ratio;
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.strokeStyle = "rgba(255,255,255,0.16)";
    pen.beginPath();
    pen.moveTo(0, h / 2 + 0.5);
    pen.lineTo(w, h / 2 + 0.5);
    pen.stroke();
    pen.strokeStyle = "#c9a6ff";
    pen.lineWidth = 1.6;
    pen.beginPath();
    this.values.forEach((v, i) => pen.lineTo(w - (this.values.length - 1 - i) * (w / (PLOTTED - 1)), h - 2 - v * (h - 4)));
    pen.stroke();
  }
}

export function showStatistics(s) {
  setText("f-bats", String(s.bats));
  setText("f-flocks", String(s.flocks));
  setText("f-alone", String(s.unflocked));
  setText("f-largest", String(s.largest_flock));
  setText("f-speed", `${s.mean_speed.toFixed(2)} (${s.min_speed.toFixed(2)}–${s.max_speed.toFixed(2)})`);
  setText("f-polarization", s.polarization.toFixed(3));
}

function facts(list) {
  return list.map(([name, value]) => {
    const row = document.createElement("div");
    row.append(Object.assign(document.createElement("dt"), { textContent: name }), Object.assign(document.createElement("dd"), { textContent: value }));
    return row;
  });
}

export function showBat(bat) {
  byId("bat").hidden = false;
  setText("bat-title", `Bat ${bat.id}`);
  if (bat.gone) {
    byId("bat-facts").replaceChildren(...facts([["", "is gone"]]));
    return byId("bat-forces").replaceChildren();
  }
  const speed = Math.hypot(...bat.velocity);
  byId("bat-facts").replaceChildren(...facts([
    ["flock", bat.flock === 0 ? "none" : `${bat.flock} (${bat.flockSize} bats)`],
    ["speed", `${speed.toFixed(3)} blocks/tick`],
    ["height", bat.height === null ? "no ground" : `${bat.height.toFixed(1)} blocks`],
    ["at", bat.position.map((n) => n.toFixed(1)).join(" ")],
  ]));
  const largest = Math.max(0.01, ...bat.forces.map(({ force }) => Math.hypot(...force)));
  byId("bat-forces").replaceChildren(...bat.forces.map(({ name, force }) => {
    const size = Math.hypot(...force), row = document.createElement("li"), meter = document.createElement("meter");
    const label = name.replaceAll("_", " ");
    meter.max = largest;
    meter.value = size;
    meter.setAttribute("aria-label", label);
    row.className = size > 0 ? "" : "none";
    row.title = force.map((n) => n.toFixed(4)).join(" ");
    row.append(Object.assign(document.createElement("span"), { textContent: label }), meter, Object.assign(document.createElement("span"), { textContent: size.toFixed(3) }));
    return row;
  }));
}

let last = "";
/** A short note; what is bad stays longer. */
export function note(text, bad = false) {
  const key = `${text}${bad}`, box = byId("notes");
  if (key === last && box.lastChild) box.lastChild.remove();
  last = key;
  const element = Object.assign(document.createElement("p"), { textContent: text, className: bad ? "bad" : "" });
  box.append(element);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => element.remove(), bad ? 7000 : 2500);
}
