// Packs the packages and runs them on every runtime, for `pnpm compat`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { packPackages } from "../package-check.ts";
import { checkCompatibility } from "./check.ts";

const root = join(import.meta.dirname, "..", "..");
const packed = packPackages(root);
const checks = [...packed.checks, ...(await checkCompatibility(root, packed))];
rmSync(packed.folder, { recursive: true });
for (const { name, passed, output } of checks) console.log(passed ? `ok     ${name}` : `FAILED ${name}\n${output}`);
process.exitCode = checks.every(({ passed }) => passed) ? 0 : 1;
