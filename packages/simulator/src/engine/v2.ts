import type { InteractionDefinition, JourneyDefinition } from "@journey-kit/schemas";
import { moduleOf } from "@journey-kit/schemas/tables";
import { memoize } from "../world/cache.ts";
import type { Millis } from "../world/time.ts";
import { createInstance, type EarlierRuns, type Instance, isFinal, outstanding, type Start } from "./instance.ts";
import { ok, type Result, refuse } from "./result.ts";
import { type CollectionStrategy, settleInstance } from "./settle.ts";
import { acceptElements, acceptPrefill, type Submission } from "./submission.ts";
import type { EngineCitations, EngineContext, InstanceTerms } from "./terms.ts";

/** Which interaction a v2 instance is at. Spec 3.2. */
export interface InteractionState {
  /** Index of the current interaction over all segments. */
  readonly interaction: number;
  /** Whether the current interaction received a submit. */
  readonly touched: boolean;
  /** Set while data is collected again for a module. Gap `module-retry`. */
  readonly recollecting?: Recollecting;
}

/** The data that is collected again for a module, required or not. Gap `module-retry`. */
interface Recollecting {
  readonly elements: readonly string[];
  /** Index of the interaction that the instance had reached before. */
  readonly until: number;
}

export type V2Instance = Instance<InteractionState>;

/** Submits domain elements to the current interaction. Spec 2.9. */
export interface Submit extends Submission {
  readonly type: "submit";
  readonly at: Millis;
  readonly interactionId: string;
  /** Omitted if the person is new to the world. */
  readonly earlierRuns?: EarlierRuns | undefined;
}

/** An interaction and the segment whose data it collects. */
interface InteractionNode {
  readonly segment: number;
  readonly interaction: InteractionDefinition;
}

/** Every interaction of a journey, in order. Spec 2.5. */
export const nodesOf = memoize(({ segments }: JourneyDefinition): readonly InteractionNode[] =>
  segments.flatMap(({ interactions = [] }, segment) => interactions.map((interaction) => ({ segment, interaction }))),
);

/** The id of an interaction in requests and responses. Spec 2.5. */
export const interactionIdOf = ({ definition }: InstanceTerms, { id }: { readonly id: string }): string =>
  `${definition.id}:interaction:${id}@latest`;

/** The current interaction; undefined if none is open. Spec 3.2; gap `interaction-waits-for-modules`. */
export function current(
  citations: Pick<EngineCitations, "choose">,
  terms: InstanceTerms,
  { progress, collection }: V2Instance,
): InteractionDefinition | undefined {
  const isOpen =
    progress.phase === "collecting" ||
    (progress.phase === "running" && citations.choose("interaction-waits-for-modules") === "at-once");
  return isOpen ? nodesOf(terms.definition)[collection.interaction]?.interaction : undefined;
}

/** How v2 collects data: one interaction at a time. Spec 3.2. */
export const createInteractionStrategy = ({
  terms,
  citations,
}: EngineContext): CollectionStrategy<InteractionState> => ({
  advance(instance) {
    const waits = terms.readings["interaction-waits-for-modules"] === "waits";
    let { collection } = instance;
    for (const node of nodesOf(terms.definition).slice(collection.interaction)) {
      if (waits && node.segment > instance.segment) break;
      if (!isPassed(citations, { ...instance, collection }, node.interaction)) break;
      collection = nextOf(collection);
    }
    return { ...instance, collection };
  },
  isReady({ collection, segment }) {
    const next = nodesOf(terms.definition)[collection.interaction];
    return next === undefined || next.segment > segment;
  },
  recollect(instance, runs) {
    const examined = runs.flatMap(({ module }) => moduleOf(module, terms.definition).examines);
    const provided = Object.fromEntries(Object.entries(instance.provided).filter(([name]) => !examined.includes(name)));
    const { interaction: reached, recollecting: earlier } = instance.collection;
    const until = earlier?.until ?? reached;
    const passed = nodesOf(terms.definition).slice(0, reached);
    const first = passed.findIndex((node) => collects(node.interaction, examined));
    if (first === -1) return instance;
    const recollecting = { elements: [...examined, ...(earlier?.elements ?? [])], until };
    return { ...instance, provided, collection: { interaction: first, touched: false, recollecting } };
  },
});

const collects = ({ required, optional }: InteractionDefinition, names: readonly string[]): boolean =>
  [...required, ...optional].some((name) => names.includes(name));

function nextOf({ interaction, recollecting }: InteractionState): InteractionState {
  const next = { interaction: interaction + 1, touched: false };
  return recollecting !== undefined && next.interaction < recollecting.until ? { ...next, recollecting } : next;
}

/** Whether the current interaction needs no more data. Spec 3.2; gap `module-retry`. */
export function isPassed(
  citations: EngineCitations,
  instance: V2Instance,
  interaction: InteractionDefinition,
): boolean {
  const { required, optional } = interaction;
  if (outstanding(instance, required).length > 0) return false;
  if (instance.collection.touched) return true;
  const { recollecting } = instance.collection;
  if (recollecting !== undefined) return !collects(interaction, recollecting.elements);
  const isComplete = outstanding(instance, optional).length === 0;
  if (required.length === 0 && !isComplete) return citations.choose("optional-only") === "passed-over";
  const isCovered = citations.choose("prefill-covers") === "required" || isComplete;
  if (isCovered) citations.cite("prefill-passes-interaction");
  return isCovered;
}

/**
 * Starts an instance and skips the interactions that prefill covers. Spec 3.1, 3.2.
 *
 * @returns The instance, or `WRONG_VALUE` when prefill is invalid (gap `invalid-prefill`).
 */
export function startV2(context: EngineContext, command: Start): Result<V2Instance> {
  const { terms, citations } = context;
  const prefill = acceptPrefill(context, command.subject, terms.readings["invalid-prefill"]);
  if (!prefill.ok) {
    citations.cite("start-interaction-validates-prefill", "v2-prefill-validated");
    return prefill;
  }
  citations.cite("start-creates-in-progress");
  const instance = createInstance(command, prefill.value, { interaction: 0, touched: false });
  const settled = settleInstance(terms, createInteractionStrategy(context), instance, command.at);
  if (settled.progress.phase === "running") citations.cite("full-prefill-starts-modules");
  return ok(settled);
}

/**
 * Submits domain elements to the current interaction of a settled instance. Spec 3.2, 4.2.
 *
 * The interaction stays current until its last required element is accepted.
 *
 * @returns The next instance, or a refusal: `JOURNEY_NOT_ACTIVE`, `INTERACTION_NOT_CURRENT`, `DUPLICATE_ELEMENT`,
 *   `FOREIGN_ELEMENT`, `MISSING_FIELD`, `INVALID_FIELD`, `NOTHING_VALID`.
 */
export function submit(context: EngineContext, instance: V2Instance, command: Submit): Result<V2Instance> {
  const { terms, citations } = context;
  if (isFinal(instance) || instance.progress.phase === "paused") {
    return refuse("JOURNEY_NOT_ACTIVE", "The journey is not active.");
  }
  const interaction = current(citations, terms, instance);
  if (interaction === undefined || interactionIdOf(terms, interaction) !== command.interactionId) {
    return refuse("INTERACTION_NOT_CURRENT", "This is not the current interaction.");
  }
  const accepted = acceptElements({ ...context, instance, interaction }, command);
  if (!accepted.ok) return accepted;
  const { at, earlierRuns = instance.earlierRuns } = command;
  const provided = { ...instance.provided, ...accepted.value };
  const collection = { ...instance.collection, touched: true };
  const updated: V2Instance = { ...instance, at, earlierRuns, provided, collection };
  const next = settleInstance(terms, createInteractionStrategy(context), updated, at);
  const hasMoved = next.collection.interaction !== instance.collection.interaction;
  citations.cite(hasMoved ? "submit-advances-when-complete" : "partial-submission-allowed");
  return ok(next);
}
