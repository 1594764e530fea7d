import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Digests files and all sources and styles below folders, except tests. */
export function digestSources(files: readonly string[], folders: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  for (const folder of folders) {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const name of names.filter((each) => /\.(tsx?|css|js)$/.test(each) && !/\.test\.tsx?$/.test(each)).sort()) {
      hash.update(`\0${name}\0`).update(readFileSync(join(folder, name)));
    }
  }
  return hash.digest("hex");
}

/** Runs `make`, unless `output` was already made from sources with this digest. */
export async function makeUnlessFresh(output: string, digest: string, make: () => Promise<unknown>): Promise<void> {
  const digestFile = `${output}.digest`;
  if (existsSync(output) && existsSync(digestFile) && readFileSync(digestFile, "utf8") === digest) return;
  await make();
  writeFileSync(digestFile, digest);
}
