import { dirname, relative, resolve } from "node:path";
import {
  checkClient,
  type FailedRun,
  type Failure,
  ReplayTokenError,
  type RequirementId,
  renderAnnotations,
  renderJunit,
  renderReport,
  renderSummary,
  renderTest,
  requirementIds,
  usualRun,
} from "@journey-kit/contract-tests";
import { createRunWriter, programClient } from "@journey-kit/contract-tests/program";
import { appendText, outputFile, readProfile, writeText } from "../terminal/files.ts";
import { oneOf } from "../terminal/flag-values.ts";
import { createProgress } from "../terminal/progress.ts";
import { printReport } from "../terminal/report.ts";
import { readRunPage } from "../terminal/run-page.ts";
import { CommandError, type Terminal, usageError } from "../terminal/terminal.ts";
import { findJourney } from "../worlds/journeys.ts";
import { withSimulator } from "../worlds/reach.ts";
import { checkScenario } from "../worlds/scenario.ts";
import { type ClientFlags, runners } from "./flags.ts";
import { loadAdapter, readCondition, readCustom } from "./inputs.ts";

/** Milliseconds between two polls of a program. */
const usualPollMs = 200;

/**
 * Tests a client program, or the client in this process that `--adapter` names.
 *
 * @returns 0 if the client passes, otherwise 1.
 * @throws {CommandError} If an input is invalid, the program cannot be started, or the user stops the command.
 */
export async function checkClientProgram(
  command: readonly string[],
  flags: ClientFlags,
  terminal: Terminal,
): Promise<number> {
  const written = readWrittenTest(flags.writeTest, flags.adapter);
  if (command.length === 0 && flags.adapter === undefined)
    throw usageError("Pass the program after --, or a module with --adapter.");
  if (flags.exhaustive !== undefined && flags.adapter === undefined)
    throw usageError("--exhaustive needs --adapter: it runs thousands of journeys on an injected clock.");
  const ids = (
    flag: "--only" | "--except" | "--allow-untested",
    given?: readonly string[],
  ): readonly RequirementId[] | undefined => given?.map(oneOf(flag, requirementIds));
  const [only, except] = [ids("--only", flags.only), ids("--except", flags.except)];
  const allowUntested = ids("--allow-untested", flags.allowUntested);
  const missing = new AbortController();
  const adapter =
    flags.adapter === undefined
      ? programClient(command, (problem) => missing.abort(problem))
      : await loadAdapter(flags.adapter);
  const custom = await readCustom(flags.scenario, flags.faults);
  const readings = await readProfile(flags.profile, flags.reading);
  const conditions = flags.condition === undefined ? undefined : [await readCondition(flags.condition)];
  const { generate, seed, everyReading, exhaustive, parallel, min, replay, timeout: timeoutMs } = flags;

  return withSimulator(flags, terminal, async ({ address: simulator, control }) => {
    const journey = flags.journey === undefined ? undefined : findJourney(await control.journeys(), flags.journey);
    if (typeof custom?.scenario === "string")
      await checkScenario(control.world(`kit-${crypto.randomUUID()}`), custom.scenario);
    const progress = createProgress(terminal.err, "conditions");
    const files = new Map<Failure, string>();
    const writeRun = flags.share === undefined ? undefined : createRunWriter(flags.share, readRunPage);
    const onFailure = async (failure: Failure, run: FailedRun | undefined) => {
      const file = await writeRun?.(failure, run);
      if (file !== undefined) files.set(failure, file);
    };
    let known = 0;
    const report = await checkClient(adapter, {
      ...{ simulator, timeoutMs, only, except, allowUntested, generate, seed, everyReading, exhaustive },
      ...{ parallel, min, replay, custom, conditions },
      ...(writeRun && { onFailure }),
      pollIntervalMs: flags.pollSeconds ?? (flags.adapter === undefined ? usualPollMs : undefined),
      signal: AbortSignal.any([terminal.stop, missing.signal]),
      apiVersion: journey?.apiVersion ?? flags.apiVersion,
      profile: { readings },
      seconds: flags.seconds === undefined ? undefined : flags.seconds / 1_000,
      run: journey && { ...usualRun, ...journey },
      onProgress: ({ failed, ...step }) => {
        progress.step({ ...step, failed: failed > known });
        known = failed;
      },
    })
      .catch((error: unknown) => {
        throw error instanceof ReplayTokenError ? usageError(error.message) : error;
      })
      .finally(progress.end);
    if (missing.signal.aborted) throw new CommandError(missing.signal.reason);
    if (process.env.GITHUB_ACTIONS === "true" && flags.json !== true)
      for (const line of renderAnnotations(report)) terminal.out.write(`${line}\n`);
    const hasCalled = report.coverage.requests > 0;
    if (!hasCalled) terminal.err.write("journey: The program sent no request. Does it read JOURNEY_BASE_URL?\n");
    const code = await printReport(terminal, flags, {
      passed: hasCalled && report.passed,
      body: report,
      text: renderReport(report, (token) => renderRepeat(token, command, flags, terminal), files),
      junit: renderJunit(report, allowUntested),
      ...(flags.coverage === true || min !== undefined ? { coverage: report.coverage } : {}),
    });
    if (flags.summary !== undefined) await appendText(flags.summary, renderSummary(report));
    if (written !== undefined && report.failures.length > 0) {
      const client = flags.adapter === undefined ? command : { module: moduleFrom(written.file, flags.adapter) };
      await writeText(written.file, renderTest(report.failures, { ...written, client }));
    }
    return code;
  });
}

function renderRepeat(
  token: string,
  command: readonly string[],
  flags: Pick<ClientFlags, "adapter" | "pollSeconds">,
  { command: journey }: Terminal,
): string {
  const poll = flags.pollSeconds === undefined ? [] : [`--poll-seconds ${flags.pollSeconds / 1_000}`];
  const client = flags.adapter === undefined ? ["--", ...command.map(quote)] : [`--adapter ${quote(flags.adapter)}`];
  return [journey, "client", "--replay", token, ...poll, ...client].join(" ");
}

/** Quotes a word for the shell if necessary. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function readWrittenTest(values: readonly string[] | undefined | true, adapter: string | undefined) {
  if (values === undefined || values === true) return undefined;
  const [runner = "", file, ...rest] = values;
  const known = runners.find((one) => one === runner);
  if (known === undefined || file === undefined || rest.length > 0)
    throw usageError(`--write-test takes one of ${runners.join(", ")}, and a file.`);
  if (known === "pytest" && adapter !== undefined)
    throw usageError("--write-test pytest needs a program, not --adapter.");
  return { runner: known, file: outputFile("--write-test")(file) };
}

/** How a file imports a module: both paths are relative to the current folder. */
function moduleFrom(file: string, module: string): string {
  const path = relative(dirname(resolve(file)), resolve(module)).replaceAll("\\", "/");
  return path.startsWith("../") ? path : `./${path}`;
}
