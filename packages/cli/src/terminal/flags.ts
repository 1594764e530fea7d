import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { outputFile } from "./files.ts";
import { address, clientId, number, reading, repeated, text, token } from "./flag-values.ts";

export const defaultAddress = "http://127.0.0.1:4010";

export const simulatorOption = (description: string) =>
  new Option("--simulator <url>", description).env("JOURNEY_SIMULATOR").argParser(address("--simulator"));

/** Creates the flag for a control token. The variable keeps the token out of the list of processes. */
export const controlTokenOption = (description = "control token of a simulator on another machine") =>
  new Option("--control-token <token>", description).env("JOURNEY_CONTROL_TOKEN").argParser(token("--control-token"));

export interface ReachFlags {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
}

/** Adds the flags that select a simulator to control. */
export const onSimulator = (command: Command) =>
  command
    .addOption(simulatorOption("address of the simulator (default: 127.0.0.1:4010)"))
    .addOption(controlTokenOption())
    .option("--json", "print JSON");

/** Adds the flags that select a simulator and a world. */
export const onWorld = (command: Command, meaning = "client id of the world; optional if there is only one world") =>
  onSimulator(command).option("--world <client-id>", meaning, clientId("--world"));

type WorldFlags = ReturnType<ReturnType<typeof onWorld>["opts"]>;

export type ControlFlags = { readonly [Name in keyof WorldFlags]?: WorldFlags[Name] | undefined };

export const profileOption = new Option("--profile <profile>", "profile to follow: specified, observed or a JSON file")
  .default("specified")
  .argParser(text("--profile"));

/** Adds the flags of a check: its simulator, the readings that the simulator follows, its coverage and its report. */
export const checkFlags = <Args extends unknown[], Flags extends OptionValues>(command: Command<Args, Flags>) =>
  command
    .addOption(simulatorOption("running simulator to use (default: a temporary one)"))
    .addOption(controlTokenOption())
    .addOption(profileOption)
    .option(
      "--reading <gap=reading>",
      "override one reading of the profile; repeatable",
      repeated(reading("--reading")),
    )
    .option("--min <percent>", "exit with code 1 if coverage is below this percentage", number("--min", 0, 100))
    .option("--coverage", "also list the items that were not covered")
    .option("--json", "print JSON instead of text")
    .option("--junit <file>", "write a JUnit report to a file", outputFile("--junit"));
