// The view and the settings as the part of the address behind the #, which no server ever sees.
// SPDX-License-Identifier: MIT

/** {token, camera: [6 numbers], colour, trails, radii, settings: Map} of what the address holds. */
export function readLink() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const camera = (parts.get("cam") ?? "").split(",").map(Number);
  const settings = new Map();
  for (const pair of (parts.get("set") ?? "").split(";")) {
    const [name, value] = pair.split("=");
    if (/^[a-z_]{1,40}$/.test(name) && value !== undefined && /^[A-Za-z0-9_.,:-]{1,80}$/.test(value)) settings.set(name, value);
  }
  return {
    token: parts.get("token"),
    camera: camera.length === 6 && camera.every(Number.isFinite) ? camera : null,
    colour: parts.get("colour"),
    trails: parts.get("trails") === "1",
    radii: parts.get("radii") === "1",
    settings,
  };
}

/** The address of the same view and settings; never with the token. */
export function linkOf({ camera, colour, trails, radii, settings }) {
  const parts = [`cam=${camera.map((n) => Number(n.toFixed(1))).join(",")}`, `colour=${colour}`];
  if (trails) parts.push("trails=1");
  if (radii) parts.push("radii=1");
  if (settings.size > 0) parts.push(`set=${[...settings].map(([name, value]) => `${name}=${value}`).join(";")}`);
  return `${location.origin}${location.pathname}#${parts.join("&")}`;
}

export function showLink(link) {
  if (location.href !== link) history.replaceState(null, "", link);
}
