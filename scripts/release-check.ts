// Packs the packages and tests the tarballs as users get them: from a registry, with npx. Prints sizes and licences.
// Argument: a folder for the tarballs; by default they are deleted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { checkLicences, packPackages } from "./package-check.ts";
import { checkRegistry } from "./registry-check.ts";

const root = dirname(import.meta.dirname);
const [kept] = process.argv.slice(2);
const folder = kept === undefined ? mkdtempSync(join(tmpdir(), "journey-kit-")) : resolve(kept);
const packed = packPackages(root, folder);
const checks = [...packed.checks, checkLicences(root), ...(await checkRegistry(packed))];
if (kept === undefined) rmSync(folder, { recursive: true });
for (const { name, passed, output } of checks) console.log(passed ? `ok     ${name}` : `FAILED ${name}\n${output}`);
process.exitCode = checks.every(({ passed }) => passed) ? 0 : 1;
