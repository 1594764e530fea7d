import { type Command, Option, type OptionValues } from "@commander-js/extra-typings";
import { example, number, oneOf, readProfile, repeated, type Terminal } from "@journey-kit/schemas/cli";
import { type CheckClientOptions, checkClient, toClientCheckText } from "../client/check-client.ts";
import { checkIds } from "../client/generated-checks.ts";
import { hasCalled, type ProgramFlags, withClient } from "./client-program.ts";
import { type AddCommand, printReport, withProfile, withProgram, withSimulator } from "./flags.ts";
import { createProgress } from "./progress.ts";

/** The default durations of `check` and `replay`, in milliseconds. */
export const durations = { poll: 50, timeout: 30_000 } as const;

/** Adds the flag for requirements to ignore. */
export const withExcept = <Args extends unknown[], Options extends OptionValues>(command: Command<Args, Options>) =>
  command.option("--except <id>", "ignore this requirement; repeatable", repeated(oneOf("--except", checkIds)));

/** `check`: runs a program in any language in generated situations. */
export const addCheck: AddCommand = (program, terminal, finish) =>
  withExcept(withProfile(withSimulator(withProgram(program.command("check"), durations))))
    .description("run a program in generated situations, and simplify the first failure")
    .addOption(
      new Option("--any-readings", "generate readings for each situation; excludes --profile and --reading").conflicts([
        "profile",
        "reading",
      ]),
    )
    .option("--runs <n>", "number of situations", number("--runs", 1, 100_000), 100)
    .option(
      "--seed <n>",
      "seed of the generated situations, to repeat a run (default: random)",
      number("--seed", 0, 2_147_483_647),
    )
    .option(
      "--generation <v1|v2>",
      "API version of the generated journeys",
      oneOf("--generation", ["v1", "v2"]),
      "v2" as const,
    )
    .option("--parallel <n>", "number of parallel searches, each with a different seed", number("--parallel", 1, 99), 1)
    .option("--json", "print JSON instead of text")
    .addHelpText("after", example("journey-contract check --runs 500 -- python3 client.py"))
    .action(async (command, flags) => {
      const { runs, seed, generation, parallel, except = [], anyReadings } = flags;
      const readings = await readProfile(flags.profile, flags.reading);
      const options = {
        runs,
        parallel,
        generations: [generation],
        seed,
        except,
        ...(anyReadings !== true && { profile: { readings } }),
      };
      finish(await runCheck(command, flags, terminal, options));
    });

/**
 * Runs `check`, or replays one of its failures. `options.except` lists the requirements that the user chose to ignore.
 *
 * @returns The exit code.
 * @throws {ReplayTokenError} If `options.replay` is invalid.
 */
export const runCheck = (
  command: readonly string[],
  flags: ProgramFlags & { readonly json?: true | undefined },
  terminal: Terminal,
  options: CheckClientOptions,
): Promise<number> =>
  withClient(command, flags, terminal, async ({ adapter, options: common }) => {
    const progress = createProgress(terminal.err, "situations");
    const { runs: total = 1, except = [] } = options;
    const onRun = () => progress.step({ total });
    const result = await checkClient(adapter, {
      ...options,
      ...common,
      except: [...except, "one-token"], // a process runs one journey, and cannot share its token
      onRun,
    }).finally(progress.end);
    const program = terminal.npmScript === "contract" ? "npm run -s contract --" : "journey-contract";
    const toReplay = (token: string) =>
      [program, "replay", token, ...toFlags(flags, except), "--", ...command.map(quote)].join(" ");
    return printReport(terminal, flags, {
      passed: hasCalled(result, terminal) && result.passed,
      body: result,
      text: toClientCheckText(result, toReplay),
    });
  });

/** The flags that `replay` needs to run the program in the same way. */
function toFlags({ pollSeconds, timeout }: ProgramFlags, except: readonly string[]): readonly string[] {
  return [
    ...(pollSeconds === durations.poll ? [] : [`--poll-seconds ${pollSeconds / 1_000}`]),
    ...(timeout === durations.timeout ? [] : [`--timeout ${timeout / 1_000}`]),
    ...except.map((id) => `--except ${id}`),
  ];
}

/** Quotes a word for the shell if necessary. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
