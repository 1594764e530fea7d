import { Writable } from "node:stream";
import type { CommandUnknownOpts as Command } from "@commander-js/extra-typings";
import type { Terminal } from "@journey-kit/schemas/cli";
import { createProgram as createContractProgram } from "../../packages/contract-tests/src/cli/program.ts";
import { addCommands } from "../../packages/simulator/src/node/cli/commands.ts";
import { createProgram as createSimulatorProgram } from "../../packages/simulator/src/node/cli/program.ts";
import { type ReferencePage, toAnchor, toBlock, toBody, toCodes, toList, toTable } from "./markdown.ts";

const terminal: Terminal = {
  out: new Writable(),
  err: new Writable(),
  stop: new AbortController().signal,
  version: "",
};
const ignore = () => undefined;

/** The pages of the command-line programs. */
export function toCommandLinePages(): readonly ReferencePage[] {
  const simulator = createSimulatorProgram(terminal);
  addCommands(simulator, terminal, ignore);
  return [
    toPage(
      simulator,
      "Runs and controls simulators. Every command and option of `journey-sim`.",
      "`journey-sim` runs a simulator and controls a running one. You can omit a command that is marked as the default: `journey-sim --latency 0` means `journey-sim serve --latency 0`, and `journey-sim clock` means `journey-sim clock show`.",
    ),
    toPage(
      createContractProgram(terminal, ignore),
      "Tests clients and servers. Every command and option of `journey-contract`.",
      "`journey-contract` tests clients and servers. [The command line](/reference/command-line/) describes its exit codes and its reports.",
    ),
  ];
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
      toBlock("sh", `npx ${program.name()} --help`),
      toTable(
        ["command", "effect"],
        commands.map((command) => [
          `[\`${nameOf(command)}\`](#${toAnchor(fullNameOf(command))})`,
          toText(command.description()),
        ]),
      ),
      "## Common options",
      "These options have the same meaning in every command that accepts them.",
      toList(common.map((option) => toCommonOption(option, commands))),
      "## Commands",
      ...commands.map((command) => toSection(command, common)),
    ),
  };
}

/** The commands that run something, not the groups and not `help`. */
const leavesOf = (command: Command): readonly Command[] =>
  visibleCommandsOf(command).flatMap((child) => (child.commands.length === 0 ? [child] : leavesOf(child)));

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
const toText = (plain: string): string => plain.replaceAll("*", "\\*").replaceAll("<", "&lt;");

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
