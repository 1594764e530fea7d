import { toColumns } from "@journey-kit/schemas/report";
import type { Style } from "./terminal.ts";
import { commonFlags, type FlagTable, type Verb } from "./verb.ts";

/** What `--help` shows. */
export const toHelp = (verbs: readonly Verb[], style: Style): string =>
  [
    "journey-contract holds clients and servers of the identity-journey service to their contract.",
    "",
    style("bold", "Usage"),
    "  journey-contract VERB [flags]",
    "",
    style("bold", "Verbs"),
    ...toColumns(verbs.map((verb) => [`  ${toUsage(verb)}`, verb.help])),
    "",
    style("bold", "Flags of all"),
    ...toFlagLines(commonFlags),
    "",
    style("bold", "Examples"),
    ...verbs.map(({ example }) => `  ${example}`),
    "",
    "Exit codes: 0 all is well, 1 failures were found, 2 a wrong command line.",
    "journey-contract VERB --help shows the flags of a verb.",
    "",
  ].join("\n");

/** What `VERB --help` shows. */
export const toVerbHelp = (verb: Verb, style: Style): string =>
  [
    `${verb.name} ${verb.help}.`,
    "",
    style("bold", "Usage"),
    `  journey-contract ${toUsage(verb)}`,
    "",
    style("bold", "Flags"),
    ...toFlagLines({ ...verb.flags, ...commonFlags }),
    "",
    style("bold", "Example"),
    `  ${verb.example}`,
    "",
  ].join("\n");

const toUsage = ({ name, words = [], takesCommand }: Verb): string =>
  [name, ...words, ...(takesCommand ? ["-- COMMAND"] : [])].join(" ");

const toFlagLines = (flags: FlagTable): readonly string[] =>
  toColumns(
    Object.entries(flags).map(([name, { short, value = "", help }]) => [
      `  ${short === undefined ? "    " : `-${short}, `}--${name} ${value}`.trimEnd(),
      help,
    ]),
  );
