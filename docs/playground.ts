import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const app = join(import.meta.dirname, "../apps/playground");
const worker = "offline-worker.js";

/** Adds the playground to the built site, at `/playground/`. */
export const playground: AstroIntegration = {
  name: "playground",
  hooks: {
    "astro:build:done": ({ dir }) => {
      const folder = fileURLToPath(new URL("playground", dir));
      execFileSync(process.execPath, [join(app, "scripts/build.ts")], { stdio: "inherit" });
      cpSync(join(app, "dist"), folder, { recursive: true });
      addOfflineWorker(folder);
    },
  },
};

/** Adds a service worker, and marks the page so that it registers the worker. A page that a simulator serves has none. */
function addOfflineWorker(folder: string): void {
  const page = join(folder, "index.html");
  writeFileSync(page, readFileSync(page, "utf8").replace("<html", `<html data-worker="${worker}"`));
  const files = globSync(["*.{html,js}", "assets/*"], { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const digest = createHash("sha256");
  for (const file of files.toSorted()) digest.update(`\0${file}\0`).update(readFileSync(join(folder, file)));
  const code = [
    `const files = ${JSON.stringify(files.map((file) => (file === "index.html" ? "./" : file)))};`,
    `const version = "${digest.digest("hex")}";`,
    readFileSync(join(import.meta.dirname, worker), "utf8"),
  ];
  writeFileSync(join(folder, worker), code.join("\n"));
}
