import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/modules";
import type { Millis } from "../world/time.ts";
import type { InstanceTerms } from "./instance.ts";
import { createInstance, type EarlierRuns, type Instance, isFinal, type Start } from "./instance.ts";
import { memoize } from "./memoize.ts";
import { type Basis, ok, type Result, readingBasis, refuse } from "./result.ts";
import { type CollectionStrategy, settle as settleWith, startDueModules } from "./settle.ts";
import { acceptElements, acceptPrefill, type Submission } from "./submission.ts";

/** What a v2 instance knows of the data still to come. Spec 3.2. */
export interface CollectionState {
  /** Index of the interaction that collects, counted over all segments. */
  readonly interaction: number;
  /** Whether that interaction has had a submit. */
  readonly touched: boolean;
}

/** A running v2 journey. */
export type V2Instance = Instance<CollectionState>;

/** Asks for a new instance. Spec 2.7, 4.2. */
export interface StartV2 extends Start {
  readonly invalidPrefill: "refused" | "stripped";
}

/** Hands domain elements to the current interaction. Spec 2.9. */
export interface Submit extends Submission {
  readonly type: "submit";
  readonly at: Millis;
  readonly interactionId: string;
  /** Nothing where the person is new to the world. */
  readonly earlierRuns?: EarlierRuns;
}

/** An interaction and the segment whose data it collects. */
interface Node {
  readonly segment: number;
  readonly interaction: InteractionDefinition;
}

const nodes = memoize((definition: JourneyDefinition): readonly Node[] =>
  definition.segments.flatMap(({ interactions = [] }, segment) =>
    interactions.map((interaction) => ({ segment, interaction })),
  ),
);

const nodesOf = ({ definition }: InstanceTerms): readonly Node[] => nodes(definition);

/** The id under which an interaction is fetched and submitted. Spec 2.5. */
export const interactionIdOf = ({ definition }: InstanceTerms, { id }: { readonly id: string }): string =>
  `${definition.id}:interaction:${id}@latest`;

/** The interaction that collects; undefined while none does. Spec 3.2; gap `interaction-waits-for-modules`. */
export function current(
  terms: InstanceTerms,
  { progress, collection: intake }: V2Instance,
): InteractionDefinition | undefined {
  const isOpen =
    progress.phase === "collecting" ||
    (progress.phase === "running" && terms.readings["interaction-waits-for-modules"] === "at-once");
  return isOpen ? nodesOf(terms)[intake.interaction]?.interaction : undefined;
}

/** Names the elements of an interaction that are not yet provided. Spec 2.5. */
export const outstanding = ({ provided }: Instance, elements: readonly string[]): readonly string[] =>
  elements.filter((element) => !Object.hasOwn(provided, element));

const strategy: CollectionStrategy<CollectionState> = {
  advance(terms, instance) {
    const waits = terms.readings["interaction-waits-for-modules"] === "waits";
    const nodes = nodesOf(terms);
    let { interaction, touched } = instance.collection;
    for (; interaction < nodes.length; interaction += 1, touched = false) {
      const node = nodes[interaction];
      if (node === undefined || (waits && node.segment > instance.segment)) break;
      if (!isPassed(terms, instance, node.interaction, touched)) break;
    }
    return { ...instance, collection: { interaction, touched } };
  },
  isReady(terms, { collection: intake, segment }) {
    const next = nodesOf(terms)[intake.interaction];
    return next === undefined || next.segment > segment;
  },
  recollect(terms, instance, modules) {
    const examined = modules.flatMap(({ module }) => moduleOf(module).examines);
    const provided = Object.fromEntries(Object.entries(instance.provided).filter(([name]) => !examined.includes(name)));
    const first = nodesOf(terms).findIndex(({ interaction: { required, optional } }) =>
      [...required, ...optional].some((name) => examined.includes(name)),
    );
    return first === -1 ? instance : { ...instance, provided, collection: { interaction: first, touched: false } };
  },
};

/** Spec 3.2; gaps `prefill-covers`, `optional-only`. */
function isPassed(
  { readings }: InstanceTerms,
  instance: Instance,
  one: InteractionDefinition,
  touched: boolean,
): boolean {
  if (outstanding(instance, one.required).length > 0) return false;
  if (touched || outstanding(instance, one.optional).length === 0) return true;
  return one.required.length === 0
    ? readings["optional-only"] === "passed-over"
    : readings["prefill-covers"] === "required";
}

/** Brings an instance up to an instant. Spec 3.1. */
export const settle = (terms: InstanceTerms, instance: V2Instance, at: Millis): V2Instance =>
  settleWith(strategy, terms, instance, at);

/**
 * Starts an instance; interactions that the prefill covers are passed over. Spec 3.1, 3.2.
 *
 * @returns The instance, or `MISSING_FIELD` when prefill is invalid (gap `invalid-prefill`).
 */
export function start(terms: InstanceTerms, command: StartV2): Result<V2Instance> {
  const { at, subject, invalidPrefill } = command;
  const prefill = acceptPrefill(terms, subject, invalidPrefill);
  if (!prefill.ok) {
    return { ...prefill, basis: ["start-interaction-validates-prefill", "v2-prefill-validated", ...prefill.basis] };
  }
  const instance = createInstance(command, prefill.value, { interaction: 0, touched: false });
  const proceeded = settle(terms, startDueModules(strategy, terms, instance, at), at);
  const running: readonly Basis[] = proceeded.progress.phase === "running" ? ["full-prefill-starts-modules"] : [];
  return ok(proceeded, ["start-creates-in-progress", ...prefill.basis, ...passing(terms, proceeded, 0), ...running]);
}

/** What made an interaction that no submit has touched be passed over, or be waited for. */
export function passBasis(
  { readings }: InstanceTerms,
  instance: Instance,
  one: InteractionDefinition,
): readonly Basis[] {
  if (outstanding(instance, one.required).length > 0) return [];
  const isOptional = one.required.length === 0 && outstanding(instance, one.optional).length > 0;
  return [readingBasis(readings, isOptional ? "optional-only" : "prefill-covers")];
}

/** What passed over interactions from an index on, and what holds the instance at the one where it stands. */
function passing(terms: InstanceTerms, instance: V2Instance, from: number): readonly Basis[] {
  const { progress, collection: intake } = instance;
  const end = intake.interaction + (progress.phase === "collecting" ? 1 : 0);
  const seen = nodesOf(terms).slice(from, end);
  const basis = seen.flatMap(({ interaction }) => passBasis(terms, instance, interaction));
  const isCovered = intake.interaction > from && basis.includes(readingBasis(terms.readings, "prefill-covers"));
  return isCovered ? ["prefill-passes-interaction", ...basis] : basis;
}

/**
 * Hands domain elements to the current interaction. Spec 3.2, 4.2.
 *
 * Elements may arrive over several submissions; the interaction stays current until its last required element is in.
 *
 * @returns The next instance, or a refusal: `JOURNEY_NOT_ACTIVE`, `INTERACTION_NOT_CURRENT`, `DUPLICATE_ELEMENT`,
 *   `FOREIGN_ELEMENT`, `MISSING_FIELD`, `INVALID_FIELD`, `NOTHING_VALID`. On refusal nothing is kept.
 */
export function submit(terms: InstanceTerms, before: V2Instance, command: Submit): Result<V2Instance> {
  const instance = settle(terms, before, command.at);
  if (isFinal(instance) || instance.progress.phase === "paused") {
    return refuse("JOURNEY_NOT_ACTIVE", "The journey is not active.");
  }
  const interaction = current(terms, instance);
  if (interaction === undefined || interactionIdOf(terms, interaction) !== command.interactionId) {
    return refuse("INTERACTION_NOT_CURRENT", "The interaction is not the current one.");
  }
  const sorted = acceptElements(terms, instance, interaction, command);
  if (!sorted.ok) return sorted;
  const taken: V2Instance = {
    ...instance,
    at: command.at,
    earlierRuns: command.earlierRuns ?? instance.earlierRuns,
    provided: { ...instance.provided, ...sorted.value },
    collection: { ...instance.collection, touched: true },
  };
  const next = settle(terms, startDueModules(strategy, terms, taken, command.at), command.at);
  const moved = next.collection.interaction !== instance.collection.interaction;
  const how: Basis = moved ? "submit-advances-when-complete" : "partial-submission-allowed";
  return ok(next, [how, ...sorted.basis, ...passing(terms, next, instance.collection.interaction + 1)]);
}
