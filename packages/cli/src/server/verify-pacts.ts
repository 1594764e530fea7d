import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Verification, VerifiedInteraction } from "@journey-kit/contract-tests/pact";
import { type JunitCase, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import { readProfile } from "../terminal/files.ts";
import { createProgress } from "../terminal/progress.ts";
import { printReport } from "../terminal/report.ts";
import { CommandError, type Terminal } from "../terminal/terminal.ts";
import { withSimulator } from "../worlds/reach.ts";
import type { PactFlags } from "./flags.ts";
import type { VerifyProgress, VerifyReply, VerifyRequest } from "./verify-process.ts";

/**
 * Verifies the pact files in a folder against a simulator.
 *
 * @returns 0 if every interaction passes, otherwise 1.
 */
export async function verifyPactFiles(dir: string, flags: PactFlags, terminal: Terminal): Promise<number> {
  const profile = { readings: await readProfile(flags.profile, flags.reading) };
  return withSimulator(flags, terminal, async ({ address: simulator }) => {
    const progress = createProgress(terminal.err, "interactions");
    const request = { dir, options: { simulator, profile, min: flags.min }, states: flags.states };
    const verification = await runVerifier(request, terminal.stop, progress.step).finally(progress.end);
    const { interactions, passed, coverage } = verification;
    return printReport(terminal, flags, {
      passed,
      body: verification,
      text: renderVerification(verification),
      junit: toJunit("pacts", [...interactions.map(junitCase), ...toCoverageCases(coverage)]),
      coverage,
    });
  });
}

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
function renderVerification({ interactions, failures }: Verification): string {
  const groups = failures.flatMap(({ cause, interactions: names }) => [
    `FAILED ${cause.replaceAll("\n", "\n       ")}`,
    ...names.map((name) => `  ${name}`),
    "",
  ]);
  const passed = interactions.filter((one) => one.passed).length;
  return [...groups, `${passed} of ${interactions.length} interactions passed`, ""].join("\n");
}

const junitCase = ({ consumer, description, passed, problems }: VerifiedInteraction): JunitCase => ({
  suite: consumer,
  name: description,
  ...(!passed && { failure: problems.join("\n") }),
});
