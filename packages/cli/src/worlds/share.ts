import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { renderRunFile, toFileName } from "@journey-kit/schemas/report";
import { createFileError, writeText } from "../terminal/files.ts";
import { readRunPage } from "../terminal/run-page.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { connect } from "./control.ts";

/** Writes each world of a simulator that received a request as a `run.html` into a folder. */
export async function shareWorlds(simulator: string, folder: string, terminal: Terminal): Promise<void> {
  const control = connect({ simulator }, { ...terminal, stop: new AbortController().signal }); // also after Ctrl-C
  const page = await readRunPage();
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw createFileError(folder, error, "written");
  });
  const { worlds } = await control.worlds();
  const taken = new Set<string>();
  for (const [i, { world }] of worlds.entries()) {
    const snapshot = await control.world(world).snapshot.save({ personalData: "replaced" });
    if (snapshot.requests.length === 0) continue;
    const name = toFileName(world);
    const file = join(folder, taken.has(name) ? `${name}-${i + 1}.html` : `${name}.html`);
    taken.add(name);
    await writeText(file, renderRunFile(page, snapshot));
    terminal.err.write(`journey: wrote ${file}\n`);
  }
}
