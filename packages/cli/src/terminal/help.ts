import type { Writable } from "node:stream";
import { CommanderError, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { ApiError, ConnectionError } from "@journey-kit/client";
import { suggest, toPlain } from "@journey-kit/schemas/report";
import { messageOf } from "./load-module.ts";
import { CommandError, styleFor } from "./terminal.ts";

/** Makes a program write its help to `out`. It writes no errors, because `run` does. */
export const writeTo = (out: Writable) => ({
  writeOut: (text: string) => void out.write(text),
  writeErr: () => undefined,
  getOutHelpWidth: () => 100,
});

export const formatHelp = (out: Writable) => ({
  styleTitle: (title: string) => styleFor(out)("bold", title),
  commandDescription: (command: CommandUnknownOpts) => formatSentence(command.description()),
  subcommandTerm: (command: CommandUnknownOpts) =>
    [command.name(), ...command.registeredArguments.map(formatTerm)].join(" "),
});

const formatSentence = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1).replace(/\.?$/, ".")}`;

const formatTerm = (argument: CommandUnknownOpts["registeredArguments"][number]): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** Formats the example at the end of the help. */
export const example = (line: string): string => `\nExample:\n  ${line}`;

/** Finds a word that should name a command. Commander takes it for an argument of the default command of a group. */
export function findUnknownCommand(program: CommandUnknownOpts, args: readonly string[]): string | undefined {
  let group = program;
  for (const word of args.filter((arg) => arg !== "help")) {
    const next = group.commands.find((command) => command.name() === word);
    if (next === undefined) {
      const names = group.commands.map((command) => command.name());
      if (names.length === 0 || word.startsWith("-")) return undefined;
      return `Unknown command "${toPlain(word)}".${suggest(word, names)}`;
    }
    group = next;
  }
  return undefined;
}

/** Formats an error as one line for each problem. */
export function renderProblem(error: unknown): string {
  if (error instanceof CommanderError) {
    const [problem = "", hint] = error.message.replace(/^error: /, "").split(/\n\((.*)\)$/);
    return toPlain([formatSentence(problem), hint].filter(Boolean).join(" "));
  }
  if (error instanceof ConnectionError && error.cause instanceof CommandError) return error.cause.message;
  if (error instanceof ApiError && error.errors.length > 0)
    return toPlain(error.errors.map(({ problem }) => problem).join(" "));
  return messageOf(error);
}
