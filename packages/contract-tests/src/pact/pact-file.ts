import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { entriesOf, memberOf } from "./member.ts";

/** A pact file, as far as it must be known before it is verified. */
export interface PactFile {
  readonly path: string;
  readonly consumer: string;
  readonly provider: string;
  /** Names of the states that its interactions ask for. */
  readonly states: readonly string[];
}

/** Pact files that cannot be read, or ask for what nobody knows. */
export class PactFileError extends Error {
  override readonly name = "PactFileError";
}

/**
 * Reads the pact files of a folder, or one file.
 *
 * @throws {PactFileError} When there is none, or one is no pact.
 */
export async function readPactFiles(path: string): Promise<readonly PactFile[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new PactFileError(`${path}: there is no such file or folder.`);
  const names = found.isDirectory() ? (await readdir(path)).filter((name) => name.endsWith(".json")).sort() : [];
  const paths = found.isDirectory() ? names.map((name) => join(path, name)) : [path];
  if (paths.length === 0) throw new PactFileError(`${path}: there is no .json file in it.`);
  return Promise.all(paths.map(readPactFile));
}

async function readPactFile(path: string): Promise<PactFile> {
  const content = parse(await readFile(path, "utf8"));
  const [consumer, provider] = [memberOf(content, "consumer", "name"), memberOf(content, "provider", "name")];
  if (typeof consumer !== "string" || typeof provider !== "string") {
    throw new PactFileError(`${path}: is no pact; one names its consumer and its provider.`);
  }
  const states = entriesOf(memberOf(content, "interactions")).flatMap(statesOf);
  return { path, consumer, provider, states: [...new Set(states)] };
}

/** V2 has one state as a text, V3 and V4 have a list. */
function statesOf(interaction: unknown): readonly string[] {
  const one = memberOf(interaction, "providerState");
  const names = entriesOf(memberOf(interaction, "providerStates")).map((state) => memberOf(state, "name"));
  return [one, ...names].filter((name) => typeof name === "string");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
