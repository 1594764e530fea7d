import { Writable } from "node:stream";
import type { CommandUnknownOpts as Command } from "@commander-js/extra-typings";
import { addCommands } from "../../packages/cli/src/commands.ts";
import { createProgram } from "../../packages/cli/src/program.ts";
import { type ReferencePage, toAnchor, toBlock, toBody, toCodes, toList, toTable } from "./markdown.ts";

const terminal = {
  out: new Writable(),
  err: new Writable(),
  stop: new AbortController().signal,
  version: "",
  command: "journey",
};

/** The page of the program. */
export function toCommandLinePage(): ReferencePage {
  const program = createProgram(terminal);
  addCommands(program, terminal, () => undefined);
  return toPage(
    program,
    "Every command and option of `journey`, which runs and controls simulators, and tests clients and servers.",
    "You can omit a command that is marked as the default: `journey clock` means `journey clock show`. [The command line](/reference/command-line/) describes exit codes and reports.",
  );
}

function toPage(program: Command, description: string, introduction: string): ReferencePage {
  const commands = leavesOf(program);
  const common = commonOptions(commands);
  return {
    path: `reference/${program.name()}`,
    title: program.name(),
    description,
    body: toBody(
      introduction,
      toBlock("sh", "npx journey-kit --help"),
      ...groupsOf(program).flatMap(([heading, group]) => [
        `## ${heading}`,
        toTable(
          ["command", "effect"],
          group
            .flatMap(leavesOf)
            .map((command) => [
              `[\`${nameOf(command)}\`](#${toAnchor(fullNameOf(command))})`,
              toText(command.description()),
            ]),
        ),
      ]),
      "## Common options",
      "These options have the same meaning in every command that accepts them.",
      toList(common.map((option) => toCommonOption(option, commands))),
      "## Commands",
      ...commands.map((command) => toSection(command, common)),
    ),
  };
}

/** The commands of the program by the heading under which the help shows them. */
const groupsOf = (program: Command): readonly (readonly [heading: string, commands: readonly Command[]])[] => {
  const commands = visibleCommandsOf(program);
  const headings = [...new Set(commands.map((command) => command.helpGroup()))];
  return headings.map((heading) => [
    heading.replace(/:$/, ""),
    commands.filter((command) => command.helpGroup() === heading),
  ]);
};

/** The commands of a command that run something, not the groups. */
const leavesOf = (command: Command): readonly Command[] =>
  command.commands.length === 0 ? [command] : visibleCommandsOf(command).flatMap(leavesOf);

const visibleCommandsOf = (command: Command): readonly Command[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .filter((child) => child.name() !== "help");

const visibleOptionsOf = (command: Command) =>
  command
    .createHelp()
    .visibleOptions(command)
    .filter(({ long }) => long !== "--help" && long !== "--version");

type Option = ReturnType<typeof visibleOptionsOf>[number];

const isSame = (one: Option, other: Option): boolean =>
  one.flags === other.flags && one.description === other.description;

/** The options that more than a third of the commands accept. */
function commonOptions(commands: readonly Command[]): readonly Option[] {
  const all = commands.flatMap(visibleOptionsOf);
  const isCommon = (option: Option) => all.filter((one) => isSame(one, option)).length * 3 > commands.length;
  return all.filter((option, i) => isCommon(option) && all.findIndex((one) => isSame(one, option)) === i);
}

function toSection(command: Command, common: readonly Option[]): string {
  const options = visibleOptionsOf(command);
  const isCommon = (option: Option) => common.some((one) => isSame(one, option));
  const own = options.filter((option) => !isCommon(option));
  const shared = options.filter(isCommon).flatMap(({ long }) => long ?? []);
  const examples = examplesOf(command);
  return toBody(
    `### \`${fullNameOf(command)}\``,
    toSentence(toText(command.description())),
    toBlock("sh", command.createHelp().commandUsage(command)),
    own.length + command.registeredArguments.length === 0
      ? undefined
      : toList([
          ...command.registeredArguments.map(
            (argument) => `\`${argument.name()}\`: ${toDescription(argument) || "required"}`,
          ),
          ...own.map(toOption),
        ]),
    shared.length === 0 ? undefined : `[Common options](#common-options): ${toCodes(shared)}`,
    examples === "" ? undefined : toBody("For example:", toBlock("sh", examples)),
  );
}

const toOption = (option: Option): string => `\`${option.flags}\`: ${toDescription(option)}`;

/** An option with the default of each command, if they differ. */
function toCommonOption(option: Option, commands: readonly Command[]): string {
  const accepting = commands.flatMap((command) => {
    const own = visibleOptionsOf(command).find((one) => isSame(one, option));
    return own === undefined ? [] : { name: nameOf(command), usual: defaultOf(own) };
  });
  const defaults = [...new Set(accepting.map(({ usual }) => usual))];
  if (defaults.length === 1) return toOption(option);
  const parts = defaults.map((usual) => {
    const users = accepting.filter((one) => one.usual === usual).map(({ name }) => name);
    return `${usual === undefined ? "none" : `\`${usual}\``} for ${toCodes(users)}`;
  });
  return `\`${option.flags}\`: ${toText(option.description)}. Default: ${parts.join("; ")}`;
}

/** Escapes what Markdown would read as markup. */
const toText = (plain: string): string =>
  plain
    .replaceAll("*", "\\*")
    .replaceAll("<", "&lt;")
    .replaceAll(/https?:\/\/[\w.:/-]*\w/g, "`$&`");

/** The description of an option or an argument, with its default. */
function toDescription(described: Described): string {
  const [text, usual] = [toText(described.description), defaultOf(described)];
  return usual === undefined ? text : `${text}. Default: \`${usual}\``;
}

const defaultOf = ({ defaultValue, defaultValueDescription }: Described): unknown =>
  defaultValueDescription ?? (typeof defaultValue === "boolean" ? undefined : defaultValue);

type Described = Pick<Option, "description" | "defaultValue" | "defaultValueDescription">;

/** The examples that the help of a command shows after the options. */
function examplesOf(command: Command): string {
  let text = "";
  const writeOut = (part: string) => {
    text += part;
  };
  command.configureOutput({ writeOut }).outputHelp();
  const [, examples = ""] = text.slice(command.helpInformation().length).split(/^Examples?:\n/m);
  return examples.replaceAll(/^ {2}/gm, "").trim();
}

const fullNameOf = (command: Command): string =>
  command.parent === null ? command.name() : `${fullNameOf(command.parent)} ${command.name()}`;

/** The name of a command without the name of its program. */
const nameOf = (command: Command): string => fullNameOf(command).replace(/^\S+ /, "");

const toSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
