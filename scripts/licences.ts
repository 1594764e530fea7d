// Lists the licences of all packages that users install with ours, and of those that the program and the page bundle. Exits with 1
// if a licence is not allowed.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";

/** The licences that let everyone use, bundle and sell a package. */
const allowed = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT", "Unlicense"];

/**
 * Licences with further conditions, and the packages that may have them: fonts that the page bundles, and the compiler of
 * its styles, which builds the page and is not part of it.
 */
const exceptions: Readonly<Record<string, string>> = {
  "OFL-1.1": "@fontsource-variable/",
  "MPL-2.0": "lightningcss",
};

const isAllowed = (licence: string, names: readonly string[]): boolean => {
  const exception = exceptions[licence];
  return allowed.includes(licence) || (exception !== undefined && names.every((name) => name.startsWith(exception)));
};

// The root package lists what the program bundles.
const filters = ["--filter", "./packages/*", "--filter", "./apps/*", "--filter", "journey-kit-workspace"];
const { status, stdout } = spawnSync("pnpm", [...filters, "licenses", "list", "--prod", "--json"], {
  cwd: dirname(import.meta.dirname),
  encoding: "utf8",
  stdio: ["ignore", "pipe", "inherit"],
});
const licences: Readonly<Record<string, readonly { readonly name: string }[]>> = status === 0 ? JSON.parse(stdout) : {};
const rows = Object.entries(licences).map(([licence, packages]) => {
  const names = packages.map(({ name }) => name);
  return { licence, names, passed: isAllowed(licence, names) };
});
for (const { licence, names, passed } of rows)
  console.log(`${passed ? "ok     " : "REFUSED"} ${licence}: ${names.join(", ")}`);
process.exitCode = rows.length > 0 && rows.every(({ passed }) => passed) ? 0 : 1;
