// Publishes the packed packages of a folder, except those whose version the registry already has. Needs no installation.
// Arguments: the folder, and flags of `npm publish`, such as `--dry-run`.
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** The names of the tarballs. A package comes after those that it depends on. */
const names = ["schemas", "client", "simulator", "contract-tests", "cli"];

const [folder = "", ...flags] = process.argv.slice(2);
const registry = execFileSync("npm", ["config", "get", "registry", ...flags], { encoding: "utf8" }).trim();

/** Whether the registry has the package of a tarball in its version. */
async function isPublished(file: string): Promise<boolean> {
  const manifest = execFileSync("tar", ["-xOzf", file, "package/package.json"], { encoding: "utf8" });
  const { name, version } = JSON.parse(manifest);
  const { ok, status } = await fetch(new URL(`${name.replace("/", "%2f")}/${version}`, registry));
  if (!ok && status !== 404) throw new Error(`The registry responded to the question for ${name} with ${status}.`);
  console.log(`${name}@${version} ${ok ? "is in the registry already" : "is new"}`);
  return ok;
}

const published = await Promise.all(names.map((name) => isPublished(join(folder, `${name}.tgz`))));
for (const name of names.filter((_, i) => published[i] === false))
  execFileSync("npm", ["publish", join(folder, `${name}.tgz`), "--access", "public", ...flags], { stdio: "inherit" });
