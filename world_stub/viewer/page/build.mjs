// Bundles the page into the folder given. SPDX-License-Identifier: MIT
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const out = process.argv[2] ?? "dist";

await build({
  entryPoints: { viewer: "src/main.js", mesher: "src/mesher_worker.js" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022"],
  legalComments: "eof",
  logLevel: "warning",
});
copyFileSync("src/index.html", join(out, "index.html"));
copyFileSync("src/icon.svg", join(out, "icon.svg"));
