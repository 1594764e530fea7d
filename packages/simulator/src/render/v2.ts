import type {
  FlatInteraction,
  InteractionDefinition,
  InteractionFetchResponse,
  JourneyResult,
  NestedInteraction,
  Page,
  Step,
  V2StateResponse,
} from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { elementOf } from "../engine/elements.ts";
import { type Instance, type InstanceTerms, isFinal, type ModuleRun, type Progress } from "../engine/instance.ts";
import { memoize } from "../engine/memoize.ts";
import { classify } from "../engine/module.ts";
import { type Basis, readingBasis } from "../engine/result.ts";
import { toSubject } from "../engine/subject.ts";
import { interactionIdOf, outstanding, passBasis, type V2Instance } from "../engine/v2.ts";
import { toIso } from "../world/time.ts";
import { outcomeName, toAdvice } from "./advice.ts";
import { metaDataBasis, statusBasis, toMetaData, toOutcome, toStatus } from "./status.ts";

const classification = { accept: "positive", refer: "neutral", reject: "negative" } as const;

/** Body of the v2 `state/fetch`. Spec 2.2, 4.2; gaps `state-result-place`, `state-metadata`. */
export function toV2State(profile: Profile, terms: InstanceTerms, instance: Instance): V2StateResponse {
  const { progress } = instance;
  const result = toResult(profile, terms, progress);
  const place = profile["state-result-place"];
  const hasSteps = showsSteps(profile, instance);
  const subject = hasSteps ? toSubject(terms, instance) : {};
  return {
    instanceId: instance.id,
    status: toStatus(profile, terms, progress, "state"),
    context: {
      process: {
        journey: {
          name: terms.definition.name,
          startedAt: toIso(instance.createdAt),
          id: terms.definition.id,
          version: terms.definition.version,
        },
        instance: { id: `${instance.ordinal}`, instanceId: instance.id },
        steps: hasSteps ? toSteps(profile, terms, instance, subject) : [],
        ...(result !== undefined && place !== "context" && { result }),
      },
      subject: isFinal(instance) ? withoutImages(subject) : {},
      ...(result !== undefined && place !== "process" && { result }),
    },
    ...(profile["state-metadata"] !== "neither" && { metaData: toMetaData(profile, instance, "v2") }),
    ...(profile["state-metadata"] === "metadata-and-data" && { data: {} }),
  };
}

/** Gap `state-steps-while-running`. */
const showsSteps = (profile: Profile, instance: Instance): boolean =>
  isFinal(instance) || profile["state-steps-while-running"] === "as-they-finish";

/** The rules and readings behind a v2 state. */
export function v2StateBasis(profile: Profile, terms: InstanceTerms, instance: Instance): readonly Basis[] {
  const { progress } = instance;
  const wire = wireReadings(profile);
  return [
    "state-fetch-fields",
    "state-result-overall",
    "state-journey-metadata",
    ...(profile["state-metadata"] === "neither" ? [] : metaDataBasis(instance)),
    ...(showsSteps(profile, instance) && instance.finished.length > 0 ? (["state-steps-advice"] as const) : []),
    ...statusBasis(profile, terms, instance),
    ...(progress.phase === "finished" || progress.phase === "failed" ? wire[progress.phase] : wire.running),
  ];
}

/** The wire readings behind a v2 state: the same for every answer under one profile. */
const wireReadings = memoize((profile: Profile) => {
  const common = [
    readingBasis(profile, "state-result-place"),
    readingBasis(profile, "state-result-shape"),
    readingBasis(profile, "state-metadata"),
    readingBasis(profile, "state-steps-while-running"),
    readingBasis(profile, "step-shape"),
  ];
  return {
    finished: [...common, readingBasis(profile, "outcome-spelling"), readingBasis(profile, "decision-step")],
    failed: [...common, readingBasis(profile, "completed-time-on-failure")],
    running: [...common, readingBasis(profile, "completed-time-while-running")],
  };
});

/** The overall outcome, in either shape. Spec 4.2; gap `state-result-shape`. */
function toResult(profile: Profile, terms: InstanceTerms, progress: Progress): JourneyResult | undefined {
  const outcome = progress.phase === "finished" ? toOutcome(profile, terms, progress.outcome) : undefined;
  if (profile["state-result-shape"] === "string") return outcome;
  if (outcome !== undefined) return { status: "completed", outcome, advice: { outcome } };
  return { status: progress.phase === "failed" ? "failed" : "pending", advice: {} };
}

/** Gap `decision-step`. */
function toSteps(profile: Profile, terms: InstanceTerms, instance: Instance, subject: unknown): Step[] {
  const steps = instance.finished.map((run) => toStep(profile, terms, instance, subject, run));
  const { progress } = instance;
  if (progress.phase !== "finished" || profile["decision-step"] === "no") return steps;
  const decision: Step = {
    nodeId: `${terms.definition.id}:decision`,
    outcome: toOutcome(profile, terms, progress.outcome),
    outcomeClassification: classification[progress.outcome],
    result: null,
  };
  return [...steps, decision];
}

/** Gap `step-shape`. */
function toStep(profile: Profile, terms: InstanceTerms, instance: Instance, subject: unknown, run: ModuleRun): Step {
  const advice = toAdvice(terms, instance, subject, run);
  if (profile["step-shape"] === "minimal") return { name: run.module, advice };
  const outcome = outcomeName(run);
  return {
    nodeId: `${terms.definition.id}:${run.segment + 1}:${run.variant}:${run.attempt}`,
    name: run.module,
    outcome,
    outcomeClassification: classify(run),
    advice,
    result: { status: "complete", outcome },
    process: {
      step: {
        startedAt: toIso(run.startedAt),
        endedAt: toIso(run.finishesAt),
        durationMilliSec: run.finishesAt - run.startedAt,
        moduleName: run.module,
      },
    },
  };
}

/** The subject as a state shows it: what is kept of an image is no image, and stays inside. */
const withoutImages = ({ documents: _, biometrics: __, ...rest }: Readonly<Record<string, unknown>>) => rest;

/** Body of `interaction/fetch` while an interaction collects. Spec 2.5; gap `interaction-fetch-layout`. */
export function toInteraction(
  profile: Profile,
  terms: InstanceTerms,
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
  terms: InstanceTerms,
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
  readingBasis(profile, "interaction-fetch-layout"),
  readingBasis(profile, "outstanding-scope"),
  readingBasis(profile, "outstanding-granularity"),
  readingBasis(profile, "outstanding-shrinks"),
  readingBasis(terms.readings, "interaction-waits-for-modules"),
  ...passBasis(terms, instance, interaction),
];

/** Body of `interaction/fetch` while modules run. Spec 4.2; gap `interaction-while-running`. */
export const toProcessing = (
  profile: Profile,
  terms: InstanceTerms,
  instance: V2Instance,
): InteractionFetchResponse => ({
  ...toHead(profile, terms, instance),
  processing: true,
  outstanding: [],
});

/** The rules and readings behind the answer while modules run. */
export const processingBasis = (profile: Profile, terms: InstanceTerms, instance: V2Instance): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  "polling-interaction-fetch",
  readingBasis(profile, "interaction-while-running"),
  readingBasis(terms.readings, "interaction-waits-for-modules"),
];

/** The rules and readings behind the end interaction. */
export const endBasis = (profile: Profile, terms: InstanceTerms, instance: V2Instance): readonly Basis[] => [
  ...statusBasis(profile, terms, instance),
  "end-interaction-reached",
  "end-interaction-outcome",
  readingBasis(profile, "interaction-after-end"),
  readingBasis(profile, "interaction-fetch-layout"),
  readingBasis(profile, "end-interaction-outcome"),
  ...(profile["end-interaction-outcome"] === "result" ? [readingBasis(profile, "state-result-shape")] : []),
  ...(instance.progress.phase === "finished" ? [readingBasis(profile, "outcome-spelling")] : []),
];

/** Body of `interaction/fetch` once the journey is done: the end interaction. Spec 2.5; gap `end-interaction-outcome`. */
export function toEnd(profile: Profile, terms: InstanceTerms, instance: V2Instance): InteractionFetchResponse {
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

const toHead = (profile: Profile, terms: InstanceTerms, instance: V2Instance): Head => ({
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
  { definition }: InstanceTerms,
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
  terms: InstanceTerms,
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

// SHIM
import type { InstanceRecord } from "../engine/commands.ts";
import { ok, type Recorder, type Result, refuse } from "../engine/result.ts";
import { current } from "../engine/v2.ts";
import { toCombined } from "./task-schema.ts";

type V2 = Extract<InstanceRecord, { generation: "v2" }>;
export const renderV2State = (r: Recorder & { profile?: Profile }, { terms, instance }: V2): V2StateResponse => {
  const p = (r as any).profile;
  r.addBasis(...v2StateBasis(p, terms, instance));
  return toV2State(p, terms, instance);
};
export function renderInteraction(r: Recorder, { terms, instance }: V2): Result<InteractionFetchResponse> {
  const profile = (r as any).profile as Profile;
  const interaction = current(terms, instance);
  if (interaction !== undefined) {
    r.addBasis(...interactionBasis(profile, terms, instance, interaction));
    return ok(toInteraction(profile, terms, instance, interaction));
  }
  if (!isFinal(instance)) {
    r.addBasis(...processingBasis(profile, terms, instance));
    if (profile["interaction-while-running"] === "processing") return ok(toProcessing(profile, terms, instance));
    return refuse("NO_INTERACTION", "No interaction is current.");
  }
  r.addBasis(...endBasis(profile, terms, instance));
  if (profile["interaction-after-end"] === "conflict") return refuse("JOURNEY_ENDED", "The journey is over.");
  return ok(toEnd(profile, terms, instance));
}
export function renderV2TaskSchemas(r: Recorder, { terms, instance }: V2): Result<object> {
  const profile = (r as any).profile as Profile;
  r.addBasis("v2-task-list-deprecated", "task-list-schema-response", readingBasis(profile, "v2-task-list"));
  r.addBasis(...statusBasis(profile, terms, instance));
  if (profile["v2-task-list"] === "not-found") return refuse("NO_TASKS", "A v2 instance has no tasks.");
  const interaction = profile["v2-task-list"] === "interaction" ? current(terms, instance) : undefined;
  const taskId = interaction && interactionIdOf(terms, interaction);
  const tasks =
    interaction && taskId ? [{ taskId, variantId: interaction.id, key: interaction.id, work: interaction }] : [];
  if (tasks.length > 0)
    r.addBasis(readingBasis(profile, "task-schema-reference"), readingBasis(profile, "task-schema-root"));
  const head = { status: toStatus(profile, terms, instance.progress, "tasks"), instanceId: instance.id };
  return ok(toCombined(profile, terms, head, tasks));
}
