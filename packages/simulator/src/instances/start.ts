import { memberOf } from "@journey-kit/schemas/calls";
import { type Profile, ProfileError, type Region, resolveProfile } from "@journey-kit/schemas/tables";
import type { SimulatorContext } from "../context/context.ts";
import { checkEpoch } from "../context/tokens.ts";
import { type InstanceOf, type InstanceRecord, type StartCommand, startInstance } from "../engine/commands.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { ok, problemsOf, refuse } from "../engine/result.ts";
import { personOf } from "../engine/subject.ts";
import { type InstanceTerms, readingsOf, readingsUnder } from "../engine/terms.ts";
import { findIrrelevance } from "../journeys/scenario-validation.ts";
import { findScenario } from "../world/scenario.ts";
import { type Actor, keepUsed, toChange } from "./execute.ts";
import { checkMatching, checkSize } from "./limits.ts";

interface Starter extends Actor {
  readonly region: Region;
  /** The scenario that the caller names. */
  readonly scenario: string | undefined;
}

/** The members of a start that come from the caller. */
type SentStart<ApiVersion> = Pick<StartCommand, "resource" | "delivery" | "linkExpiresAt" | "subject"> & {
  readonly apiVersion: ApiVersion;
};

/**
 * Starts an instance. The scenario that the caller names takes precedence, then the armed scenario, then the one that
 * applies to every instance of the world. An armed scenario that would change nothing in the journey refuses the start.
 *
 * @param check Throws to refuse the new instance; nothing changes then.
 * @throws {RefusalError} `INVALID_TOKEN` if a reset has revoked the token, `INVALID_FIELD` for an unknown scenario, a
 *   limit, or the refusal of the engine.
 */
export async function executeStart<ApiVersion extends "v1" | "v2">(
  simulator: SimulatorContext,
  { world, now, claims, citations, region, scenario: named }: Starter,
  definition: InstanceTerms["definition"],
  sent: SentStart<ApiVersion>,
  check: (record: InstanceOf<ApiVersion>) => void = () => {},
): Promise<InstanceOf<ApiVersion>> {
  const { limits, store } = simulator;
  const { subject } = sent;
  const uid = memberOf(subject, "uid");
  const instanceId = simulator.makeId();
  const fixed = { type: "start", at: now, instanceId, region, uid: typeof uid === "string" ? uid : undefined } as const;
  checkSize(limits, subject); // before the store searches for the person
  const cited = citations.basis();
  const result = await store.start(world, { now, person: personOf(subject) }, (claim) => {
    const { settings, ordinal, armed, earlierRuns } = claim;
    citations.restore(cited); // an attempt that was not stored is not part of the basis
    checkEpoch(claims, settings.epoch, citations);
    const chosen = findScenario(settings, named ?? armed);
    if (named !== undefined && chosen === undefined) {
      throw new RefusalError("INVALID_FIELD", "X-Sim-Scenario: unknown scenario.");
    }
    const unused = named === undefined && chosen !== undefined ? findIrrelevance(definition, chosen) : undefined;
    if (unused !== undefined) return refuse("INVALID_FIELD", `${unused} The scenario stays armed.`);
    const scenarios = chosen === undefined ? ([settings.scenario] as const) : ([chosen, settings.scenario] as const);
    checkReadings(settings.profile, scenarios);
    const terms = termsOf(simulator, settings.profile, definition, scenarios);
    const command: StartCommand = { ...sent, ...fixed, ordinal, earlierRuns };
    const kept = keepUsed(terms, command);
    checkMatching(limits, terms, [kept.subject]);
    const started = toChange(startInstance(terms, command, citations.under(terms.readings)), kept);
    if (!started.ok) return started;
    check(narrowRecord(started.value.record));
    return ok({ ...started.value, consumesArmed: named === undefined && armed !== undefined });
  });
  if (!result.ok) throw new RefusalError(result.refusal.name, problemsOf(result.refusal));
  return narrowRecord(result.value.record);
}

const narrowRecord = <ApiVersion extends "v1" | "v2">(record: InstanceRecord): InstanceOf<ApiVersion> =>
  record as InstanceOf<ApiVersion>; // the engine keeps the API version of the command

/** Refuses a start if the readings of its scenarios require a reading that the world does not have. */
function checkReadings(profile: Profile, scenarios: InstanceTerms["scenarios"]): void {
  if (scenarios.every(({ readings }) => readings === undefined)) return;
  const merged = Object.assign({}, profile, ...scenarios.map(({ readings }) => readings).toReversed());
  try {
    resolveProfile({ readings: merged });
  } catch (error) {
    throw error instanceof ProfileError ? new RefusalError("INVALID_FIELD", `Scenario: ${error.message}`) : error;
  }
}

let lastTerms: InstanceTerms | undefined;

/**
 * Creates the terms of a new instance. The readings and the seed of the first scenario take precedence. Successive
 * starts with equal terms share one object, which saves memory.
 */
function termsOf(
  simulator: Pick<SimulatorContext, "seed" | "latency">,
  profile: Profile,
  definition: InstanceTerms["definition"],
  scenarios: InstanceTerms["scenarios"],
): InstanceTerms {
  const { latency } = simulator;
  const seed = scenarios.find((scenario) => scenario.seed !== undefined)?.seed ?? simulator.seed;
  const readings = scenarios.reduceRight((base, scenario) => readingsUnder(base)(scenario), readingsOf(profile));
  const terms = { definition, readings, scenarios, seed, ...(latency !== undefined && { latency }) };
  if (lastTerms === undefined || !areEqual(terms, lastTerms)) lastTerms = terms;
  return lastTerms;
}

const areEqual = (one: InstanceTerms, other: InstanceTerms): boolean =>
  one.definition === other.definition &&
  one.readings === other.readings &&
  one.scenarios.length === other.scenarios.length &&
  one.scenarios.every((scenario, i) => scenario === other.scenarios[i]) &&
  one.seed === other.seed &&
  one.latency === other.latency;
