import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderRunFile } from "@journey-kit/schemas/report";
import type { FailedRun, Failure } from "./client/explain.ts";

/** Writes the run of a failure. Returns the path of the file; undefined if there is no run. */
export type RunWriter = (failure: Pick<Failure, "id">, run: FailedRun | undefined) => Promise<string | undefined>;

const readPage = () => readFile(new URL("../dist/run.html", import.meta.url), "utf8"); // the build adds it

/**
 * Creates a function that writes each failure of one check as a `run.html` into a folder. The file has the name of the
 * requirement, and replaces that of an earlier check. Pass the function as `onFailure` of `checkClient`.
 *
 * @param read Reads the page without data. The default is the page of this package.
 */
export function createRunWriter(folder: string, read: () => Promise<string> = readPage): RunWriter {
  const counts = new Map<string, number>();
  return async ({ id }, run) => {
    if (run === undefined) return undefined;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const file = join(folder, count === 1 ? `${id}.html` : `${id}-${count}.html`);
    await mkdir(folder, { recursive: true });
    await writeFile(file, renderRunFile(await read(), run.snapshot, run.findings));
    return file;
  };
}
