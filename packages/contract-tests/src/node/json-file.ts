import { readFile } from "node:fs/promises";
import type * as z from "zod";
import { CommandError } from "./command-error.ts";

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EISDIR: "is a folder",
  EACCES: "may not be read",
};

/**
 * Reads a JSON file that has the form of a schema.
 *
 * @throws {CommandError} With the file and, for each problem, its place.
 */
export async function readJson<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw new CommandError(`${path} ${reasons[code] ?? `cannot be read (${code})`}.`);
  });
  const parsed = schema.safeParse(parse(path, text));
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `${path}: ${toPlace(issue.path)}: ${issue.message}.`);
  throw new CommandError(lines.join("\n"));
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new CommandError(`${path}: ${error instanceof Error ? error.message : "not JSON"}.`);
  }
}

const toPlace = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`)).join("") ||
  "(root)";
