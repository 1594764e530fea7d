import type { StartResponse, V1StartEnvelope, V2StartEnvelope } from "@journey-kit/schemas";
import { memberOf } from "@journey-kit/schemas/subject-path";
import { type SimulatorContext, termsOf } from "../../context/context.ts";
import type { Claims } from "../../context/tokens.ts";
import {
  applyCommand,
  type Command,
  effectiveAt,
  type InstanceRecord,
  type StartCommand,
  settle,
  startInstance,
} from "../../engine/commands.ts";
import { type EarlierRuns, isFinal } from "../../engine/instance.ts";
import { type Basis, ok, type Result, readingBasis } from "../../engine/result.ts";
import { nextEvent } from "../../engine/settle.ts";
import { addRuns, countRuns, personOf, toSubject } from "../../engine/subject.ts";
import { type Publication, parseResourceId } from "../../journeys/catalog.ts";
import type { Change, Settings } from "../../store/store.ts";
import { findScenario, prependScenario } from "../../world/scenario.ts";
import { day, endOfTime, type Millis, minute } from "../../world/time.ts";
import type { WorldExchange } from "../app.ts";
import { checkEpoch } from "../auth.ts";
import { RefusalError } from "../errors.ts";
import type { Note } from "../observe.ts";

type Config = NonNullable<NonNullable<V1StartEnvelope["context"]>["config"]> | V2StartEnvelope["context"]["config"];

/**
 * Finds the journey that a start names. Spec 1, 2.1, 4.2.
 *
 * @throws {RefusalError} `MISSING_FIELD`, `UNKNOWN_RESOURCE`, `UNAVAILABLE_REGION`, `INCOMPATIBLE_JOURNEY`.
 */
export function findJourney(
  { catalog }: SimulatorContext,
  { profile, region, client, because }: WorldExchange,
  resourceId: string,
  generation: "v1" | "v2",
): Publication {
  const parsed = parseResourceId(resourceId);
  if (parsed === undefined)
    throw new RefusalError("MISSING_FIELD", "resourceId: not of the form <id>@<version>.", ["resource-id-format"]);
  because(parsed.version === "latest" ? "resource-id-latest" : "resource-id-pinned");
  if (parsed.version === undefined) {
    because(readingBasis(profile, "version-omitted"));
    const isRefused = profile["version-omitted"] === "refused";
    if (isRefused)
      throw new RefusalError("MISSING_FIELD", "resourceId: the version is missing.", ["resource-id-format"]);
  }
  const publication = catalog.find(parsed);
  if (publication === undefined) {
    throw new RefusalError("UNKNOWN_RESOURCE", "The journey is not published.", ["start-journey-published"]);
  }
  const { definition } = publication;
  if (!definition.regions.includes(region) || client.regions?.includes(region) === false) {
    throw new RefusalError("UNAVAILABLE_REGION", `The journey is not available in ${region}.`, [
      "start-in-configured-region",
    ]);
  }
  if (definition.generation !== generation) {
    throw new RefusalError("INCOMPATIBLE_JOURNEY", `The journey was built for ${definition.generation}.`, [
      "generations-incompatible",
      ...(generation === "v2" ? (["v2-needs-interaction-nodes"] as const) : []),
    ]);
  }
  because(...publication.basis);
  because(
    "resource-id-identifies-journey",
    readingBasis(profile, "environment-choice"),
    readingBasis(profile, "latest-resolution"),
  );
  return publication;
}

/**
 * Reads how an instance is delivered. Spec 2.7; gaps `delivery-values`, `v1-delivery`, `link-config-bounds`.
 *
 * The rest of the configuration has no effect: gaps `resume-expiry`, `branding-type`, `assisted-effect`.
 *
 * @throws {RefusalError} `MISSING_FIELD` when a value is out of bounds.
 */
export function readDelivery(
  { profile, now, because }: WorldExchange,
  config: Config | undefined,
): { readonly delivery: "api" | "page"; readonly linkExpiresAt: Millis | undefined } {
  const sent = config?.delivery;
  if (sent !== undefined && sent !== "api" && sent !== "page") {
    because(readingBasis(profile, "delivery-values"));
    if (profile["delivery-values"] === "refused") {
      throw new RefusalError("MISSING_FIELD", "context.config.delivery: expected api or page.");
    }
  }
  const { ttlMinutes, resumeExpiryMinutes } = config?.linkConfig ?? {};
  for (const minutes of [ttlMinutes, resumeExpiryMinutes]) {
    if (minutes === undefined || minutes >= 1) continue;
    because("link-config-integers", readingBasis(profile, "link-config-bounds"));
    if (profile["link-config-bounds"] === "any") continue;
    throw new RefusalError("MISSING_FIELD", "context.config.linkConfig: expected minutes of at least 1.");
  }
  const linkExpiresAt = ttlMinutes === undefined ? undefined : now + ttlMinutes * minute;
  return { delivery: sent === "page" ? "page" : "api", linkExpiresAt };
}

/**
 * Keeps a new instance, unless a reset has revoked the token by then. It starts under the scenario that the header
 * `X-Sim-Scenario` names, or else the one that is armed, before the one that reaches every instance of its world.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `INVALID_FIELD` for an unknown scenario, or what the machine refuses with;
 *   then no instance exists.
 */
export async function createInstance<G extends "v1" | "v2">(
  deps: SimulatorContext,
  { world, claims, because, call, note }: WorldExchange,
  { definition }: Publication,
  command: (ordinal: number) => Extract<StartCommand, { generation: G }>,
): Promise<Of<G>> {
  const named = call.header("x-sim-scenario");
  const result = await deps.store.start(world, ({ settings, ordinal, armed }) => {
    checkEpoch(claims, settings);
    if (named !== undefined && findScenario(settings, named) === undefined) {
      throw new RefusalError("INVALID_FIELD", "X-Sim-Scenario: there is no such scenario.");
    }
    const first = command(ordinal);
    const chosen = findScenario(settings, named ?? armed);
    const scenario = chosen === undefined ? settings.scenario : prependScenario(chosen, settings.scenario);
    const begun = startInstance(termsOf(deps, { ...settings, scenario }, definition), first);
    const consumesArmed = named === undefined && armed !== undefined;
    return begun.ok ? ok({ running: begun.value, command: first, consumesArmed }, begun.basis) : begun;
  });
  because(...result.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  note.about = result.value.running;
  return result.value.running as Of<G>; // `begin` keeps the generation of the command
}

/** Body of the answer to a start. Spec 2.7, 4.2; gaps `start-response`, `instance-url-form`. */
export function toStartResponse(
  { profile, region, call, because }: WorldExchange,
  { instance }: Of<"v1" | "v2">,
): StartResponse {
  because(
    "start-returns-instance-id",
    "instance-id-length",
    "journey-instance-own-id",
    readingBasis(profile, "start-response"),
  );
  const path = `/journey/${instance.id}`;
  if (instance.delivery === "page") because("delivery-page-url", readingBasis(profile, "instance-url-form"));
  else because("delivery-api-no-url");
  const address = profile["instance-url-form"] === "absolute" ? `${call.origin}/${region}${path}` : path;
  return {
    instanceId: instance.id,
    ...(instance.delivery === "page" && { instanceUrl: address }),
    ...(profile["start-response"] === "message" && { status: "started", message: "The journey has started." }),
  };
}

/** What is known of a call that concerns an instance. */
export interface Whereabouts {
  readonly world: string;
  readonly settings: Settings;
  readonly claims: Claims;
  readonly now: Millis;
  readonly because: (...basis: readonly Basis[]) => void;
  readonly note: Note;
}

/** A running instance of one generation. */
export type Of<G extends "v1" | "v2"> = Extract<InstanceRecord, { generation: G }>;

/**
 * Finds an instance, brought up to the time of its world.
 *
 * @throws {RefusalError} `UNKNOWN_INSTANCE` when it does not exist, is another world's or another generation's.
 */
export async function findInstance<G extends "v1" | "v2">(
  deps: SimulatorContext,
  where: Whereabouts,
  id: string,
  generation: G,
): Promise<Of<G>> {
  const running = await deps.store.read(where.world, id);
  const settled = running && settle(running, effectiveAt(running, where.now));
  if (settled === undefined || !isOf(settled, generation) || isGone(settled, where.now)) throw unknown(where, settled);
  where.note.about = settled;
  if (endedLongAgo(settled, where.now)) where.because(readingBasis(settled.terms.readings, "retention"));
  return settled;
}

/**
 * Finds an instance for a fetch: under an `auto` clock it is first moved to its next event.
 *
 * @throws {RefusalError} As {@link findInstance} does.
 */
export async function readInstance<G extends "v1" | "v2">(
  deps: SimulatorContext,
  where: Whereabouts,
  id: string,
  generation: G,
): Promise<Of<G>> {
  const found = await findInstance(deps, where, id, generation);
  const next = where.settings.clock.mode === "auto" ? nextEvent(found.terms, found.instance) : undefined;
  if (next === undefined || next === endOfTime) return found;
  const by = next - effectiveAt(found, where.now);
  await updateInstance(deps, where, id, generation, (at) => ({ type: "advance", at, by }));
  return findInstance(deps, where, id, generation);
}

/**
 * Carries out a command on an instance at the time of its world, unless a reset has revoked the token by then.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `UNKNOWN_INSTANCE`, or what the machine refuses with.
 */
export async function updateInstance<G extends "v1" | "v2">(
  deps: SimulatorContext,
  where: Whereabouts,
  id: string,
  generation: G,
  command: (at: Millis) => Command,
): Promise<Of<G>> {
  const result = await deps.store.update(where.world, id, (running, settings) => {
    checkEpoch(where.claims, settings);
    const at = effectiveAt(running, where.now);
    const settled = settle(running, at);
    if (!isOf(running, generation) || isGone(settled, where.now)) throw unknown(where, settled);
    return apply(running, settled, command(at));
  });
  if (result === undefined) throw unknown(where, undefined);
  where.because(...result.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  const { running } = result.value;
  if (!isOf(running, generation)) throw unknown(where, running);
  where.note.about = running;
  return running;
}

/** Performs a command; one that changes nothing is not logged. */
function apply(running: InstanceRecord, settled: InstanceRecord, command: Command): Result<Change<Command>> {
  const result = applyCommand(settled, command);
  if (!result.ok) return result;
  const isSame = result.value.instance === settled.instance;
  return ok(isSame ? { running, command: undefined } : { running: result.value, command }, result.basis);
}

const isOf = <G extends "v1" | "v2">(running: InstanceRecord, generation: G): running is Of<G> =>
  running.generation === generation;

/** Whether a settled instance is no longer kept. Gap `retention`. */
export const isGone = (running: InstanceRecord, worldAt: Millis): boolean =>
  running.terms.readings.retention !== "never" && endedLongAgo(running, worldAt);

function endedLongAgo({ instance }: InstanceRecord, worldAt: Millis): boolean {
  const { progress } = instance;
  if (!isFinal(instance)) return false;
  const endedAt =
    progress.phase === "finished" ? progress.finishedAt : progress.phase === "failed" ? progress.failedAt : 0;
  return effectiveAt({ instance }, worldAt) - endedAt >= day;
}

const unknown = ({ settings, now }: Whereabouts, found: InstanceRecord | undefined): RefusalError =>
  new RefusalError("UNKNOWN_INSTANCE", "There is no such instance.", [
    "generations-separate-state",
    ...(found !== undefined && isGone(found, now)
      ? (["session-retention", readingBasis(found.terms.readings, "retention")] as const)
      : []),
    readingBasis(settings.profile, "unknown-instance"),
  ]);

/**
 * Counts how often each module has run for a person in the other instances of a world. Gap `module-retry`.
 *
 * @param running The instance that is told more about its person; undefined while it is being started.
 * @param subject What is told now.
 */
export async function countEarlierRuns(
  { store }: SimulatorContext,
  { world, now }: Whereabouts,
  running: InstanceRecord | undefined,
  subject: unknown,
): Promise<EarlierRuns> {
  const known = running && toSubject(running.terms, running.instance);
  const person = personOf({
    uid: memberOf(known, "uid") ?? memberOf(subject, "uid"),
    identity: { ...(memberOf(known, "identity") ?? {}), ...(memberOf(subject, "identity") ?? {}) },
  });
  if (person === undefined) return {};
  const { runs, open } = await store.findByPerson(world, person);
  const others = open
    .filter(({ instance }) => instance.id !== running?.instance.id)
    .map((other) => settle(other, effectiveAt(other, now)).instance);
  const ended = others.filter(isFinal).map((instance) => ({ id: instance.id, runs: countRuns([instance]) }));
  if (ended.length > 0) await store.archiveRuns(world, person, ended);
  return addRuns(runs, countRuns(others));
}

const byElement: Readonly<Record<string, readonly Basis[]>> = {
  DateOfBirth: ["date-of-birth-form"],
  SSN: ["id-number-ssn-type"],
  PrimaryDocument: ["document-primary-type", "document-images-base64"],
  Selfie: ["selfie-image-base64"],
};

/** The rules about elements that their acceptance shows. Spec 2.8. */
export const elementBasis = (names: readonly string[]): readonly Basis[] =>
  names.flatMap((name) => (Object.hasOwn(byElement, name) ? (byElement[name] ?? []) : []));

/** The rules about a subject that its acceptance shows. Spec 1, 2.8. */
export function subjectBasis(subject: Readonly<Record<string, unknown>>): readonly Basis[] {
  const { documents } = subject;
  const hasEmptyBack = Array.isArray(documents) && documents.some((one) => memberOf(one, "side2Image") === "");
  return [
    ...(Object.keys(subject).length > 0 ? (["caller-supplies-subject", "subject-members"] as const) : []),
    ...(subject.uid === undefined ? [] : (["subject-uid-no-effect"] as const)),
    ...(hasEmptyBack ? (["document-side2-empty"] as const) : []),
  ];
}
