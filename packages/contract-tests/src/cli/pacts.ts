import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError, example, readProfile, type Terminal, text } from "@journey-kit/schemas/cli";
import { type JunitCase, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import { findFiles, type Verification, type VerifiedInteraction } from "../pact/verify.ts";
import { readAt } from "../service/member.ts";
import { parse } from "../service/target.ts";
import {
  type AddCommand,
  printReport,
  reachSimulator,
  withCoverage,
  withProfile,
  withReport,
  withSimulator,
} from "./flags.ts";
import { createProgress } from "./progress.ts";
import type { VerifyProgress, VerifyReply, VerifyRequest } from "./verify-process.ts";

/** Adds the commands `verify-pacts`, `publish-pacts` and `can-i-deploy`. */
export const addPactCommands: AddCommand = (program, terminal, finish) => {
  withReport(withCoverage(withProfile(withSimulator(program.command("verify-pacts")))))
    .description("verify the pact files in a folder against a simulator")
    .argument("<dir>", "folder with the pact files")
    .option("--states <file>", "module that exports your own provider states as `stateHandlers`", text("--states"))
    .addHelpText("after", example("journey-contract verify-pacts pacts"))
    .action(async (dir, flags) => {
      const { states, min } = flags;
      const profile = { readings: await readProfile(flags.profile, flags.reading) };
      const simulator = await reachSimulator(flags);
      const request = { dir, options: { simulator: simulator.address, profile, min }, states };
      const progress = createProgress(terminal.err, "interactions");
      const verification = await runVerifier(request, terminal.stop, progress.step)
        .finally(progress.end)
        .finally(simulator.close);
      const { interactions, passed, coverage } = verification;
      const code = await printReport(terminal, flags, {
        passed,
        body: verification,
        text: toSummary(verification),
        junit: toJunit("pacts", [...interactions.map(toCase), ...toCoverageCases(coverage)]),
        coverage,
      });
      finish(code);
    });
  program
    .command("publish-pacts")
    .description("publish the pact files in a folder to the broker at PACT_BROKER_BASE_URL")
    .argument("<dir>", "folder with the pact files")
    .requiredOption("--app-version <version>", "version of the consumer (required)", text("--app-version"))
    .option("--branch <name>", "branch of the consumer", text("--branch"))
    .option("--json", "print JSON instead of text")
    .addHelpText("after", example("journey-contract publish-pacts pacts --app-version 1.2.3 --branch main"))
    .action(async (dir, { appVersion, branch, json }) => {
      await findFiles(dir); // fails if there is no pact
      const args = ["publish", dir, "--consumer-app-version", appVersion];
      finish(await runBroker(branch === undefined ? args : [...args, "--branch", branch], json, terminal));
    });
  program
    .command("can-i-deploy")
    .description("ask the broker at PACT_BROKER_BASE_URL whether a version can be deployed")
    .requiredOption("--consumer <name>", "name of the consumer in its pacts (required)", text("--consumer"))
    .requiredOption("--app-version <version>", "version of the consumer (required)", text("--app-version"))
    .requiredOption(
      "--environment <name>",
      "environment to deploy to, as named in the broker (required)",
      text("--environment"),
    )
    .option("--json", "print JSON instead of text")
    .addHelpText(
      "after",
      example("journey-contract can-i-deploy --consumer my-app --app-version 1.2.3 --environment live"),
    )
    .action(async ({ consumer, appVersion, environment, json }) => {
      const version = ["--pacticipant", consumer, "--version", appVersion];
      finish(await runBroker(["can-i-deploy", ...version, "--to-environment", environment], json, terminal));
    });
};

/** Runs Pact's verifier in a separate process, because its native library prints to standard output. */
async function runVerifier(
  request: VerifyRequest,
  signal: AbortSignal,
  onStep: (progress: VerifyProgress) => void,
): Promise<Verification> {
  const program = fileURLToPath(new URL(`./verify-process${extname(import.meta.url)}`, import.meta.url));
  const execArgv = [...process.execArgv, "--disable-warning=DEP0060"]; // Pact's proxy uses `util._extend`
  const child = fork(program, { stdio: ["ignore", "ignore", "inherit", "ipc"], execArgv, signal });
  const replies: VerifyReply[] = [];
  child.on("message", (message: VerifyReply | VerifyProgress) => {
    if ("total" in message) onStep(message);
    else replies.push(message);
  });
  child.send(request);
  await once(child, "close");
  const [reply = { problem: "Pact's verifier ended without a result." }] = replies;
  if ("problem" in reply) throw new CommandError(reply.problem);
  return reply.verification;
}

/** The failures, grouped by cause, and the number of interactions that passed. */
function toSummary({ interactions, failures }: Verification): string {
  const groups = failures.flatMap(({ cause, interactions: names }) => [
    `FAILED ${cause.replaceAll("\n", "\n       ")}`,
    ...names.map((name) => `  ${name}`),
    "",
  ]);
  const passed = interactions.filter((one) => one.passed).length;
  return [...groups, `${passed} of ${interactions.length} interactions passed`, ""].join("\n");
}

const toCase = ({ consumer, description, passed, problems }: VerifiedInteraction): JunitCase => ({
  suite: consumer,
  name: description,
  ...(!passed && { failure: problems.join("\n") }),
});

/**
 * Runs Pact's CLI, an optional peer dependency, with the broker at `PACT_BROKER_BASE_URL`. The CLI reads credentials
 * from the environment.
 *
 * @returns 0 if the pacts were published or the version can be deployed, 1 otherwise.
 * @throws {CommandError} If the address of the broker is missing or invalid, a request to the broker fails, or Pact's
 *   CLI is missing, cannot be run or is killed.
 */
async function runBroker(args: readonly string[], json: true | undefined, terminal: Terminal): Promise<number> {
  const { PACT_BROKER_BASE_URL: url } = process.env;
  if (!url) throw new CommandError("Set PACT_BROKER_BASE_URL to the address of the broker.");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new CommandError("PACT_BROKER_BASE_URL must be an address such as https://broker.example.");
  const env = { PACT_DO_NOT_TRACK: "true", ...process.env };
  const output = json === true ? ["--output", "json"] : [];
  const child = spawn(process.execPath, [findPact(), "broker", ...args, ...output], { env, signal: terminal.stop });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr.pipe(terminal.err, { end: false });
  const [code, signal]: readonly unknown[] = await once(child, "close").catch((error: unknown) => {
    throw new CommandError(`Pact's CLI cannot be run: ${error instanceof Error ? error.message : error}`);
  });
  if (typeof code !== "number") throw new CommandError(`Pact's CLI was killed by ${signal}.`);
  const problem = code === 0 ? undefined : printed.match(unanswered)?.at(-1);
  if (problem !== undefined) throw new CommandError(`The request to the broker failed: ${problem}`);
  const broker = json === true ? parse(printed.trim()) : undefined;
  // With JSON output, `can-i-deploy` exits with 0 even if the version cannot be deployed, or is not verified yet.
  const isAllowed = args[0] !== "can-i-deploy" || json !== true || readAt(broker, "summary.deployable") === true;
  const passed = code === 0 && isAllowed;
  return printReport(terminal, { json }, { passed, body: { broker }, text: printed });
}

/** The lines in which Pact's CLI reports a failed request to the broker, as opposed to a decision of the broker. */
const unanswered = /(?<=^❌ ).*\bpact broker path\b.*$/gm;

function findPact(): string {
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve("@pact-foundation/pact-cli/package.json");
    const manifest: { readonly bin: { readonly pact: string } } = require(file);
    return join(dirname(file), manifest.bin.pact);
  } catch {
    throw new CommandError(
      "Pact's CLI is not installed. Install it: npm install --save-dev @pact-foundation/pact-cli@18.1.2",
    );
  }
}
