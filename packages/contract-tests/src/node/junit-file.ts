import { writeFile } from "node:fs/promises";
import { CommandError } from "./command-error.ts";
import type { FlagTable } from "./verb.ts";

/** The flag of a verb whose results CI can read. */
export const junitFlag = {
  junit: { type: "string", value: "FILE", help: "also writes the results as JUnit" },
} as const satisfies FlagTable;

/** Writes the file of `--junit`, where one is named. Throws {@link CommandError} when it cannot be written. */
export async function writeJunit({ junit }: { readonly junit?: string }, text: string): Promise<void> {
  if (junit === undefined) return;
  await writeFile(junit, text).catch(() => {
    throw new CommandError(`--junit: ${junit} cannot be written.`);
  });
}
