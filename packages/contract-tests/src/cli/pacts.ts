import { fork } from "node:child_process";
import { once } from "node:events";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError, example, readProfile, text } from "@journey-kit/schemas/cli";
import { type JunitCase, toCoverageCases, toJunit } from "@journey-kit/schemas/report";
import type { Verification, VerifiedInteraction } from "../pact/verify.ts";
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

/** `verify-pacts`: verifies pact files against a simulator. */
export const addVerifyPacts: AddCommand = (program, terminal, finish) =>
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
