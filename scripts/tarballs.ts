// Packs the packages for projects outside the workspace. Argument: a folder; by default `tarballs`.
import { join, resolve } from "node:path";
import { runCheck } from "./package-check.ts";

const [argument = "tarballs"] = process.argv.slice(2);
const folder = resolve(argument);
const pack = ["-r", "--filter", "./packages/*", "pack", "--pack-destination", folder];
const { passed, output } = runCheck("all packages can be packed", join(import.meta.dirname, ".."), "pnpm", pack);
if (passed) console.log(`Install the packages in your project:\n\n  npm install --save-dev ${join(folder, "*.tgz")}`);
else console.error(output);
process.exitCode = passed ? 0 : 1;
