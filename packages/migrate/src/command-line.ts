import { parseArgs } from "node:util";
import { CommandError } from "./command-error.ts";

const options = {
  json: { type: "boolean" },
  deprecated: { type: "boolean" },
  skip: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** What `--help` shows. */
export const help = `journey-migrate finds what is left of v1 of the identity-journey service in a project.

Usage
  journey-migrate report DIR   lists every v1 call with its place and its v2 replacement
  journey-migrate map          lists every endpoint that goes, with the one that takes its place

Flags
  --deprecated   only what the specification deprecates by name, not all that belongs to v1
  --skip NAME    a folder name to leave out beside node_modules, dist and .git; may be repeated
  --json         answers as JSON
  -h, --help     shows this
  -v, --version  shows the version

Exit code
  0  nothing found    1  something found, or a file that cannot be read    2  wrong command line

Examples
  journey-migrate report src
  journey-migrate report . --skip fixture --json
`;

/** A command line taken apart. */
export type CommandLine =
  | { readonly verb: "help" | "version" }
  | { readonly verb: "map"; readonly json: boolean; readonly deprecated: boolean }
  | {
      readonly verb: "report";
      readonly folder: string;
      readonly skip: readonly string[];
      readonly json: boolean;
      readonly deprecated: boolean;
    };

/**
 * Takes a command line apart.
 *
 * @throws {CommandError} For an unknown command or flag, and for a word too many or too few.
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  if (values.help === true) return { verb: "help" };
  if (values.version === true) return { verb: "version" };
  const { json = false, deprecated = false, skip = [] } = values;
  const [verb, ...words] = positionals;
  if (verb !== "report" && verb !== "map")
    throw new CommandError(verb === undefined ? "It takes report DIR or map." : `There is no command "${verb}".`);
  const [folder, ...more] = verb === "report" ? words : [".", ...words];
  if (folder === undefined) throw new CommandError('"report" needs DIR.');
  if (more[0] !== undefined) throw new CommandError(`"${more[0]}" is one word too many.`);
  if (verb === "report") return { verb, folder, skip, json, deprecated };
  if (skip.length > 0) throw new CommandError('--skip does not belong to "map".');
  return { verb, json, deprecated };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const [sentence = ""] = error.message.split(/\.?(?:\s*\n|\. |$)/);
    throw new CommandError(`${sentence}.`);
  }
}
