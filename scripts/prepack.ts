// Runs before a package is packed. A clean build makes sure that no tarball lacks code or has stale files.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";

// Only pnpm replaces `workspace:` and `catalog:` with versions.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: packing is not a turbo task.
if (!process.env.npm_config_user_agent?.startsWith("pnpm/")) {
  console.error("Pack with pnpm. Other tools leave workspace: and catalog: ranges in the manifest.");
  process.exit(1);
}
const turbo = join(dirname(import.meta.dirname), "node_modules", "turbo", "bin", "turbo");
// The turbo cache restores files but deletes none.
rmSync("dist", { recursive: true, force: true });
// Standard output is reserved for `pnpm pack --json`.
const built = spawnSync(process.execPath, [turbo, "run", "build"], { stdio: ["ignore", 2, 2] });
process.exitCode = built.status ?? 1;
