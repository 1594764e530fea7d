import { readFile, writeFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { text as readText } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Option } from "@commander-js/extra-typings";
import {
  CommandError,
  checkShape,
  example,
  number,
  oneOf,
  readJson,
  readProfile,
  repeated,
  seconds,
  type Terminal,
  text,
} from "@journey-kit/schemas/cli";
import { FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { checkClient } from "../client/check.ts";
import { usualRun } from "../client/conditions.ts";
import type { CheckOptions } from "../client/options.ts";
import { renderAnnotations, renderJunit, renderReport } from "../client/report.ts";
import { requirementIds } from "../client/requirements.ts";
import { renderTest, type WrittenRunner } from "../client/written-test.ts";
import type { ClientAdapter } from "../service/client-adapter.ts";
import type { Condition } from "../service/condition.ts";
import { ReplayTokenError } from "../service/packed-token.ts";
import { hasCalled, isScenarioFile, withClient } from "./client-program.ts";
import {
  type AddCommand,
  printReport,
  withCoverage,
  withDurations,
  withProfile,
  withReport,
  withSimulator,
} from "./flags.ts";
import { createProgress } from "./progress.ts";

const runners = ["vitest", "jest", "node", "pytest"] as const;

/** `client`: tests a client, in any language, against the requirements. */
export const addClient: AddCommand = (program, terminal, finish) =>
  withReport(withCoverage(withDurations(withProfile(withSimulator(program.command("client"))))))
    .argument("[command...]", "the program and its arguments, after --")
    .passThroughOptions()
    .description("test a client program against the requirements")
    .option("--adapter <file>", "test the adapter that this module exports, instead of a program", text("--adapter"))
    .option("--only <id>", "check only this requirement; repeatable", repeated(oneOf("--only", requirementIds)))
    .option("--except <id>", "ignore this requirement; repeatable", repeated(oneOf("--except", requirementIds)))
    .option(
      "--allow-untested <id>",
      "pass although this requirement was not tested; repeatable",
      repeated(oneOf("--allow-untested", requirementIds)),
    )
    .option("--generate <n>", "also run under n generated conditions", number("--generate", 1, 100_000))
    .option("--seed <n>", "seed of the generated conditions (default: random)", number("--seed", 0, 2_147_483_647))
    .option("--every-reading", "also run every built-in journey under every pair of readings")
    .option(
      "--exhaustive <k>",
      "also run every schedule of at most k faults; needs --adapter and an injected clock",
      number("--exhaustive", 0, 5),
    )
    .addOption(new Option("--seconds <n>", "time limit of the whole check").argParser(seconds("--seconds")))
    .option("--parallel <n>", "number of conditions at the same time (default: 6)", number("--parallel", 1, 99))
    .option("--generation <v1|v2>", "API version of the journeys", oneOf("--generation", ["v1", "v2"]), "v2" as const)
    .option("--journey <id>", "journey to run (default: document-and-selfie@latest)", text("--journey"))
    .option(
      "--scenario <name>",
      'add a condition called "custom" with this scenario: a name or a JSON file',
      text("--scenario"),
    )
    .option("--faults <file>", 'add the faults from this JSON file to the condition "custom"', text("--faults"))
    .option("--condition <file>", "run only the condition in this JSON file; - for standard input", text("--condition"))
    .option("--replay <token>", "repeat a failure from its replay token", text("--replay"))
    .option("--write-test <runner and file...>", `write each failure as a test: ${runners.join(", ")}, and a file`)
    .addHelpText("after", example("journey-contract client --write-test pytest test_journeys.py -- python3 client.py"))
    .action(async (command, flags) => {
      const {
        generation,
        only,
        except,
        allowUntested,
        generate,
        seed,
        everyReading,
        exhaustive,
        parallel,
        min,
        replay,
      } = flags;
      const written = readWrittenTest(flags.writeTest, flags.adapter);
      if (command.length === 0 && flags.adapter === undefined)
        throw new CommandError("Pass the program after --, or a module with --adapter.", 2);
      if (exhaustive !== undefined && flags.adapter === undefined)
        throw new CommandError("--exhaustive needs --adapter: it runs thousands of journeys on an injected clock.", 2);
      const adapter = flags.adapter === undefined ? undefined : await loadAdapter(flags.adapter);
      const custom = await readCustom(flags.scenario, flags.faults);
      const readings = await readProfile(flags.profile, flags.reading);
      const conditions = flags.condition === undefined ? undefined : [await readCondition(flags.condition)];
      const code = await withClient(
        command,
        { ...flags, adapter },
        terminal,
        async ({ adapter: client, journeys: [journey], options, checkStarted }) => {
          const progress = createProgress(terminal.err, "conditions");
          let known = 0;
          const report = await checkClient(client, {
            ...options,
            ...{
              only,
              except,
              allowUntested,
              generate,
              seed,
              everyReading,
              exhaustive,
              parallel,
              min,
              replay,
              custom,
              conditions,
            },
            generation: journey?.generation ?? generation,
            profile: { readings },
            seconds: flags.seconds === undefined ? undefined : flags.seconds / 1_000,
            run: journey && { ...usualRun, ...journey },
            onProgress: ({ failed, ...step }) => {
              progress.step({ ...step, failed: failed > known });
              known = failed;
            },
          })
            .catch((error: unknown) => {
              throw error instanceof ReplayTokenError ? new CommandError(error.message, 2) : error;
            })
            .finally(progress.end);
          checkStarted();
          if (written !== undefined && report.failures.length > 0)
            await writeFile(
              written.file,
              renderTest(report.failures, {
                ...written,
                client: flags.adapter === undefined ? command : { module: moduleFrom(written.file, flags.adapter) },
              }),
            );
          if (process.env.GITHUB_ACTIONS === "true" && flags.json !== true)
            for (const line of renderAnnotations(report)) terminal.out.write(`${line}\n`);
          return printReport(terminal, flags, {
            passed: hasCalled(report, terminal) && report.passed,
            body: report,
            text: renderReport(report, (token) => renderRepeat(token, command, flags, terminal)),
            junit: renderJunit(report, allowUntested),
            ...(flags.coverage === true || min !== undefined ? { coverage: report.coverage } : {}),
          });
        },
      );
      finish(code);
    });

interface RepeatFlags {
  readonly adapter?: string | undefined;
  readonly pollSeconds?: number | undefined;
}

/** The command that repeats a failure. */
function renderRepeat(token: string, command: readonly string[], flags: RepeatFlags, { npmScript }: Terminal): string {
  const program = npmScript === "contract" ? "npm run -s contract --" : "journey-contract";
  const poll = flags.pollSeconds === undefined ? [] : [`--poll-seconds ${flags.pollSeconds / 1_000}`];
  const client = flags.adapter === undefined ? ["--", ...command.map(quote)] : [`--adapter ${quote(flags.adapter)}`];
  return [program, "client", "--replay", token, ...poll, ...client].join(" ");
}

/** Quotes a word for the shell if necessary. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function readWrittenTest(values: readonly string[] | undefined | true, adapter: string | undefined) {
  if (values === undefined || values === true) return undefined;
  const [runner = "", file, ...rest] = values;
  const known = runners.find((one) => one === runner);
  if (known === undefined || file === undefined || rest.length > 0)
    throw new CommandError(`--write-test takes one of ${runners.join(", ")}, and a file.`, 2);
  if (known === "pytest" && adapter !== undefined)
    throw new CommandError("--write-test pytest needs a program, not --adapter.", 2);
  return { runner: known satisfies WrittenRunner, file };
}

/** How a file imports a module: both paths are relative to the current folder. */
function moduleFrom(file: string, module: string): string {
  const path = relative(dirname(resolve(file)), resolve(module)).replaceAll("\\", "/");
  return path.startsWith("../") ? path : `./${path}`;
}

async function loadAdapter(file: string): Promise<ClientAdapter> {
  const { adapter }: { readonly adapter?: ClientAdapter } = await import(pathToFileURL(resolve(file)).href).catch(
    (error: unknown) => {
      throw new CommandError(
        `--adapter: ${file} cannot be loaded: ${error instanceof Error ? error.message : error}`,
        2,
      );
    },
  );
  if (typeof adapter?.connect !== "function")
    throw new CommandError(`--adapter: ${file} exports no "adapter" with a method "connect".`, 2);
  return adapter;
}

async function readCondition(file: string): Promise<Condition> {
  const source = file === "-" ? await readText(process.stdin) : await readFile(file, "utf8").catch(() => undefined);
  if (source === undefined) throw new CommandError(`--condition: ${file} cannot be read.`, 2);
  try {
    const { runs, ...condition } = JSON.parse(source);
    if (!Array.isArray(runs) || runs.length === 0) throw new TypeError("runs: expected at least one journey");
    return { id: "kept", text: "A condition from a file.", scenario: "accepted", ...condition, runs };
  } catch (error) {
    throw new CommandError(
      `--condition: ${file} is not a condition: ${error instanceof Error ? error.message : error}`,
      2,
    );
  }
}

async function readCustom(scenario: string | undefined, faults: string | undefined): Promise<CheckOptions["custom"]> {
  if (scenario === undefined && faults === undefined) return undefined;
  const isFile = scenario !== undefined && isScenarioFile(scenario);
  const named = isFile ? checkShape(Scenario, scenario, await readJson(scenario)) : scenario;
  const plan = faults === undefined ? undefined : checkShape(FaultPlan, faults, await readJson(faults));
  return { scenario: named ?? "accepted", faults: plan };
}
