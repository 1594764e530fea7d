import type {
  FlatInteraction,
  InteractionDefinition,
  InteractionFetchResponse,
  NestedInteraction,
  Page,
} from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { elementOf } from "../machine/element.ts";
import { type Basis, cite } from "../machine/result.ts";
import type { Terms } from "../machine/terms.ts";
import { interactionIdOf, outstanding, passBasis, type V2Instance } from "../machine/v2.ts";
import { statusBasis, toOutcome, toStatus } from "./status.ts";
import { toResult } from "./v2-state.ts";

/** Body of `interaction/fetch` while an interaction collects. Spec 2.5; gap `interaction-fetch-layout`. */
export function toInteraction(
  profile: Profile,
  terms: Terms,
  instance: V2Instance,
  interaction: InteractionDefinition,
): InteractionFetchResponse {
  const { required, optional, pages } = interaction;
  const body = {
    ...toHead(profile, terms, instance),
    interactionId: interactionIdOf(terms, interaction),
    outstanding: toOutstanding(profile, terms, instance, interaction),
  };
  return profile["interaction-fetch-layout"] === "flat"
    ? toFlat(body, required, optional, pages)
    : toNested(body, terms, interaction.id, required, optional, pages);
}

/** The rules and readings behind an interaction. */
export const interactionBasis = (
  profile: Profile,
  terms: Terms,
  instance: V2Instance,
  interaction: InteractionDefinition,
): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  "interaction-fetch-parts",
  "interaction-collects",
  "interaction-spec-required-optional",
  ...(interaction.required.some((name) => Object.hasOwn(instance.provided, name))
    ? (["partial-submission-outstanding"] as const)
    : []),
  "interaction-outstanding",
  cite(profile, "interaction-fetch-layout"),
  cite(profile, "outstanding-scope"),
  cite(profile, "outstanding-granularity"),
  cite(profile, "outstanding-shrinks"),
  cite(terms.readings, "interaction-waits-for-modules"),
  ...passBasis(terms, instance, interaction),
];

/** Body of `interaction/fetch` while modules run. Spec 4.2; gap `interaction-while-running`. */
export const toProcessing = (profile: Profile, terms: Terms, instance: V2Instance): InteractionFetchResponse => ({
  ...toHead(profile, terms, instance),
  processing: true,
  outstanding: [],
});

/** The rules and readings behind the answer while modules run. */
export const processingBasis = (profile: Profile, terms: Terms, instance: V2Instance): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  "polling-interaction-fetch",
  cite(profile, "interaction-while-running"),
  cite(terms.readings, "interaction-waits-for-modules"),
];

/** The rules and readings behind the end interaction. */
export const endBasis = (profile: Profile, terms: Terms, instance: V2Instance): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  "end-interaction-reached",
  "end-interaction-outcome",
  cite(profile, "interaction-after-end"),
  cite(profile, "interaction-fetch-layout"),
  cite(profile, "end-interaction-outcome"),
  ...(profile["end-interaction-outcome"] === "result" ? [cite(profile, "state-result-shape")] : []),
  ...(instance.progress.phase === "finished" ? [cite(profile, "outcome-spelling")] : []),
];

/** Body of `interaction/fetch` once the journey is done: the end interaction. Spec 2.5; gap `end-interaction-outcome`. */
export function toEnd(profile: Profile, terms: Terms, instance: V2Instance): InteractionFetchResponse {
  const { progress } = instance;
  const result = toResult(profile, terms, progress);
  const inResult = profile["end-interaction-outcome"] === "result";
  const outcome = progress.phase === "finished" ? toOutcome(profile, terms, progress.outcome) : "none";
  const shown = terms.definition.end?.pages ?? [{ id: "end", label: "Outcome", cards: [{ id: "OutcomeCard" }] }];
  const pages = inResult ? shown : withOutcome(shown, outcome);
  const body = {
    ...toHead(profile, terms, instance),
    interactionId: interactionIdOf(terms, { id: "end" }),
    outstanding: [],
  };
  const end =
    profile["interaction-fetch-layout"] === "flat"
      ? toFlat(body, [], [], pages)
      : toNested(body, terms, "end", [], [], pages);
  return inResult && result !== undefined ? { ...end, result } : end;
}

/** Shows an outcome in the first card of a layout. Gap `end-interaction-outcome`. */
const withOutcome = ([first, ...more]: readonly Page[], outcome: string): readonly Page[] => {
  const [card = { id: "OutcomeCard" }, ...cards] = first?.cards ?? [];
  return [{ ...(first ?? { id: "end", label: "Outcome" }), cards: [{ ...card, outcome }, ...cards] }, ...more];
};

interface Head {
  readonly instanceId: string;
  readonly journey: { readonly status: ReturnType<typeof toStatus> };
}

interface Body extends Head {
  readonly interactionId: string;
  readonly outstanding: string[];
}

const toHead = (profile: Profile, terms: Terms, instance: V2Instance): Head => ({
  instanceId: instance.id,
  journey: { status: toStatus(profile, terms, instance.progress, "interaction") },
});

const toFlat = (
  body: Body,
  required: readonly string[],
  optional: readonly string[],
  pages: readonly Page[],
): FlatInteraction => ({
  ...body,
  collects: [...required, ...optional],
  spec: Object.fromEntries([
    ...optional.map((name) => [name, "optional"] as const),
    ...required.map((name) => [name, "required"] as const),
  ]),
  layout: { pages: [...pages] },
});

const toNested = (
  body: Body,
  { definition }: Terms,
  id: string,
  required: readonly string[],
  optional: readonly string[],
  pages: readonly Page[],
): NestedInteraction => ({
  ...body,
  interaction: {
    grId: body.interactionId,
    resource: { id, name: id, version: definition.version, type: "interaction", data: { pages: [...pages] } },
    collects: [
      ...required.map((ref) => ({ ref, spec: "required" as const })),
      ...optional.map((ref) => ({ ref, spec: "optional" as const })),
    ],
    consumes: [],
  },
});

/** Gaps `outstanding-scope`, `outstanding-granularity`, `outstanding-shrinks`. */
function toOutstanding(
  profile: Profile,
  terms: Terms,
  instance: V2Instance,
  { required, optional }: InteractionDefinition,
): string[] {
  const wanted = profile["outstanding-scope"] === "all" ? [...required, ...optional] : required;
  const left = profile["outstanding-shrinks"] === "as-accepted" ? outstanding(instance, wanted) : wanted;
  if (profile["outstanding-granularity"] === "elements") return [...left];
  return left.flatMap((name) => {
    const leaves = elementOf(terms, name)?.leaves ?? [];
    return leaves.length === 0 ? [name] : leaves.map((leaf) => `${name}/${leaf}`);
  });
}
