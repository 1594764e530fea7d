import type { Coverage } from "@journey-kit/schemas/control";
import type { ProfileChoice } from "@journey-kit/schemas/profile";
import { mergeCoverage } from "@journey-kit/schemas/report";
import type { SimulatorAddress } from "../target/world.ts";
import { loadPact } from "./library.ts";
import { type PactFile, PactFileError, readPactFiles } from "./pact-file.ts";
import { createRequestFilter } from "./request-filter.ts";
import { type Setting, settings } from "./setting.ts";
import { openStage, type Stage } from "./stage.ts";
import { type StateName, stateNames } from "./state.ts";
import { toVerification, type Verification } from "./verification.ts";

/** Options of {@link verifyPacts}. */
export interface VerifyOptions {
  /** The simulator to verify; it must accept any client id. */
  readonly simulator: SimulatorAddress;
  /** The readings that the pacts were written for; default `specified`. States can override them. */
  readonly profile?: ProfileChoice;
  /** Your own states by name, in addition to the built-in ones. */
  readonly states?: Readonly<Record<string, Setting>>;
  /** The coverage to reach, a percentage. */
  readonly min?: number;
}

/**
 * Verifies the pact files of a folder against a simulator, with Pact's own verifier. Each interaction gets its own
 * world, which its states prepare through the control plane.
 *
 * @throws {PactFileError} When a file cannot be read or uses an unknown state.
 * @throws {PactMissingError} When Pact is not installed.
 */
export async function verifyPacts(path: string, options: VerifyOptions): Promise<Verification> {
  const { simulator, states = {} } = options;
  const files = await readPactFiles(path);
  const known = { ...shipped, ...states };
  for (const file of files) checkStates(file, Object.keys(known));
  const { Verifier } = await loadPact();
  const scene = createScene(options, known);
  const pactUrls = files.map((file) => file.path);
  const verifier = new Verifier({ providerBaseUrl: simulator.baseUrl, pactUrls, logLevel: "error", ...scene.handlers });
  // The verifier returns its findings as text, and rejects with the same text on failure.
  const found = verifier.verifyProvider().catch((failed: unknown) => (failed instanceof Error ? failed.message : ""));
  const verification = toVerification(await found.finally(scene.close), scene.problems);
  return { ...verification, coverage: mergeCoverage("all interactions", scene.coverages, options.min) };
}

const keys = Object.keys(stateNames) as StateName[]; // `Object.keys` forgets them
const shipped: Readonly<Record<string, Setting>> = Object.fromEntries(
  keys.map((key) => [stateNames[key], settings[key]]),
);

function checkStates({ path, states }: PactFile, known: readonly string[]): void {
  const unknown = states.filter((state) => !known.includes(state));
  if (unknown.length === 0) return;
  const listed = known.map((name) => `\n  ${name}`).join("");
  throw new PactFileError(`${path}: nobody knows the state "${unknown.join('", "')}". The states are:${listed}`);
}

/** What stands behind the interactions: one stage at a time, prepared by states. */
function createScene({ simulator, profile }: VerifyOptions, known: Readonly<Record<string, Setting>>) {
  let stage: Stage | undefined;
  const problems: string[] = [];
  const coverages: Coverage[] = [];
  const close = async () => {
    const last = stage;
    stage = undefined;
    if (last === undefined) return;
    coverages.push(await last.control.coverage());
    await last.close();
  };
  const prepare = async (name: string, parameters: unknown) => {
    try {
      await known[name]?.(current(), parameters);
    } catch (error) {
      problems.push(`State "${name}": ${error instanceof Error ? error.message : String(error)}`);
    }
    return { ...current().values };
  };
  const current = (): Stage => {
    if (stage === undefined) throw new Error("No interaction has begun.");
    return stage;
  };
  const names = ["", ...Object.keys(known)];
  const handlers = {
    beforeEach: async () => {
      await close();
      stage = await openStage(simulator, profile);
    },
    requestFilter: createRequestFilter(() => stage),
    stateHandlers: Object.fromEntries(names.map((name) => [name, (parameters: unknown) => prepare(name, parameters)])),
  };
  return { problems, coverages, close, handlers };
}
