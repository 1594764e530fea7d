import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Bundles the program, unless the bundle is up to date. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "../../../cli/scripts/bundle.ts")], { stdio: "inherit" });
}
