import { readFile } from "node:fs/promises";
import type { CalibrateOptions } from "../calibrate/options.ts";
import { CommandError } from "./command-error.ts";

const texts = ["age", "identity", "document", "identityV1", "elsewhere", "extras", "leaves"];
const credentials = ["clientId", "clientSecret"];

/** The members of the file, and of what they hold; all of them are texts. */
const members: Readonly<Record<string, readonly string[]>> = {
  journeys: texts,
  people: ["rejected", "referred", "failing", "lifeless"],
  withoutRead: credentials,
  withoutV2: credentials,
};

/**
 * Reads the journeys, people and further clients of a calibration from a JSON file.
 *
 * @throws {CommandError} With the file and the path of what is wrong.
 */
export async function readOptions(path: string): Promise<CalibrateOptions> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CommandError(`${path} cannot be read.`);
  });
  const found = parse(path, text);
  checkMembers(path, found, "", Object.keys(members));
  for (const [name, one] of Object.entries(found)) {
    const own = members[name] ?? [];
    checkMembers(path, one, name, own);
    for (const [key, value] of Object.entries(one as object)) {
      if (typeof value !== "string" || value === "")
        throw new CommandError(`${path}: ${name}.${key}: expected a text.`);
    }
    const missing = own === credentials ? own.find((key) => !Object.hasOwn(one as object, key)) : undefined;
    if (missing !== undefined) throw new CommandError(`${path}: ${name}.${missing}: is missing.`);
  }
  return found; // every member was checked above
}

function parse(path: string, text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new CommandError(`${path}: is not JSON.`); // a parser's message quotes what may be a secret
  }
}

function checkMembers(path: string, value: unknown, place: string, known: readonly string[]): void {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CommandError(`${path}: ${place || "(root)"}: expected an object.`);
  }
  const odd = Object.keys(value).find((key) => !known.includes(key));
  if (odd === undefined) return;
  const full = place === "" ? odd : `${place}.${odd}`;
  throw new CommandError(`${path}: ${full}: there is no such member; expected ${known.join(", ")}.`);
}
