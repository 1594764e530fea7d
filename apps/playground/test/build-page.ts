import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Builds the page before the browser tests, unless it is up to date. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "../scripts/build.ts")], { stdio: "inherit" });
}
