// Runs before a package is packed: builds it from nothing, so that no tarball is without code or holds stale files.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join } from "node:path";

// Only pnpm replaces `workspace:` and `catalog:` by versions.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: packing is no task of turbo.
if (!process.env.npm_config_user_agent?.startsWith("pnpm/")) {
  console.error("Pack with pnpm: any other tool leaves workspace: and catalog: ranges in the manifest.");
  process.exit(1);
}
const turbo = join(dirname(import.meta.dirname), "node_modules", "turbo", "bin", "turbo");
// The cache restores files and deletes none.
rmSync("dist", { recursive: true, force: true });
// Standard output belongs to `pnpm pack --json`.
const built = spawnSync(process.execPath, [turbo, "run", "build"], { stdio: ["ignore", 2, 2] });
process.exitCode = built.status ?? 1;
