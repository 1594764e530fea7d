import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { createSimulatorControl } from "@journey-kit/client/control";
import {
  address,
  CommandError,
  number,
  outputFile,
  reading,
  repeated,
  seconds,
  type Terminal,
  text,
  toCause,
  token,
  writeText,
} from "@journey-kit/schemas/cli";
import type { Coverage } from "@journey-kit/schemas/control";
import { toCoverageText } from "@journey-kit/schemas/report";
import { startSimulator } from "../service/start-simulator.ts";

/** Adds a command to the program. The action of the command passes its exit code to `finish`. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (code: number) => void) => void;

/** Creates the flag for a control token. The environment variable keeps the token out of the process list. */
export const controlTokenOption = () =>
  new Option("--control-token <token>", "control token of a simulator on another machine")
    .env("JOURNEY_CONTROL_TOKEN")
    .argParser(token("--control-token"));

/** Adds the flags that select a simulator. */
export const withSimulator = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option("--simulator <url>", "running simulator to use (default: a temporary one)", address("--simulator"))
    .addOption(controlTokenOption());

/** Flags that select a simulator. */
export interface SimulatorFlags {
  readonly simulator?: string | undefined;
  readonly controlToken?: string | undefined;
}

/**
 * Connects to the simulator at `--simulator`, or starts a temporary one. `close` stops a temporary one.
 *
 * @param options Options for the temporary simulator.
 * @throws {CommandError} If the simulator does not respond, or `--control-token` is used without `--simulator`.
 */
export async function reachSimulator(
  { simulator: url, controlToken }: SimulatorFlags,
  options?: Parameters<typeof startSimulator>[0],
) {
  if (url === undefined) {
    if (controlToken !== undefined) throw new CommandError("--control-token needs --simulator.", 2);
    const { baseUrl, close } = await startSimulator(options);
    return { address: { baseUrl }, control: createSimulatorControl({ baseUrl }), close };
  }
  const control = createSimulatorControl({ baseUrl: url, token: controlToken });
  await control.health().catch((error: unknown) => {
    const advice = "Start one with journey-sim, or omit --simulator.";
    throw new CommandError(`No simulator responds at ${url} (${toCause(error)}). ${advice}`);
  });
  return { address: { baseUrl: url, controlToken }, control, close: async () => undefined };
}

/** Adds the flags that select the readings of the service. */
export const withProfile = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option(
      "--profile <profile>",
      "profile that the simulator follows: specified, observed or a JSON file",
      text("--profile"),
      "specified",
    )
    .option(
      "--reading <gap=reading>",
      "override one reading of the profile; repeatable",
      repeated(reading("--reading")),
    );

/** Adds the coverage flags. */
export const withCoverage = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option("--min <percent>", "exit with 1 if coverage is below this percentage", number("--min", 0, 100))
    .option("--coverage", "also list the items that were not covered");

/** Adds the flags for a machine-readable report. */
export const withReport = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .option("--json", "print JSON instead of text")
    .option("--junit <file>", "write a JUnit report to a file", outputFile("--junit"));

/** Adds the flags for the durations of a client. */
export const withDurations = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command
    .addOption(
      new Option(
        "--poll-seconds <n>",
        "polling interval in seconds, passed to the program as JOURNEY_POLL_SECONDS (default: 0.2)",
      ).argParser(seconds("--poll-seconds")),
    )
    .addOption(duration("--timeout <seconds>", "time limit per condition", 60_000));

/** A flag in seconds. The parsed value and the default are in milliseconds. */
const duration = <const Flags extends string>(flags: Flags, description: string, usual: number) =>
  new Option(flags, description).argParser(seconds(flags.replace(/ .*/, ""))).default(usual, `${usual / 1_000}`);

interface CommandReport {
  /** Whether the command passed, apart from coverage. */
  readonly passed: boolean;
  /** The members of the JSON output, besides `passed`. */
  readonly body: object;
  readonly text: string;
  readonly junit?: string;
  readonly coverage?: Coverage;
}

interface ReportFlags {
  readonly json?: true | undefined;
  readonly junit?: string | undefined;
  readonly coverage?: true | undefined;
}

/**
 * Prints a report as text or JSON, and writes the `--junit` file.
 *
 * @returns The exit code.
 */
export async function printReport({ out }: Terminal, flags: ReportFlags, report: CommandReport): Promise<0 | 1> {
  const { body, text: page, junit, coverage } = report;
  const passed = report.passed && coverage?.reached !== false;
  if (flags.junit !== undefined && junit !== undefined) await writeText(flags.junit, junit);
  const covered = coverage === undefined ? "" : `\n${toCoverageText(coverage, { uncovered: flags.coverage === true })}`;
  out.write(flags.json === true ? `${JSON.stringify({ ...body, passed }, null, 2)}\n` : page + covered);
  return passed ? 0 : 1;
}
