import type {
  FlatInteraction,
  InteractionDefinition,
  InteractionFetchResponse,
  JourneyInfo,
  JourneyResult,
  NestedInteraction,
  Page,
  Step,
  TaskListResponse,
  TaskListSchemaResponse,
  V2StateResponse,
  V2TaskSchemaResponse,
} from "@journey-kit/schemas";
import { memberOf } from "@journey-kit/schemas/calls";
import { cardOf, errorKindOf } from "@journey-kit/schemas/tables";
import type { V2Record } from "../engine/commands.ts";
import { endOf, type Instance, isFinal, type ModuleRun, outcomeOf, outstanding } from "../engine/instance.ts";
import { ok, type Recorder, type Result, refuse } from "../engine/result.ts";
import { latestRuns, numberOf } from "../engine/settle.ts";
import { biometricImages, documentImages, elementOf, toSubject } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { current, interactionIdOf, isPassed } from "../engine/v2.ts";
import { memoize } from "../world/cache.ts";
import { toIso } from "../world/time.ts";
import { mainDocumentOf, toAdvice } from "./advice.ts";
import { recordPause, renderCompletedTime, renderMetaData, renderOutcome, renderStatus } from "./status.ts";
import { renderSchemaList, toTaskSchema } from "./task-schema.ts";

type Members = Readonly<Record<string, unknown>>;

const classification = { accept: "positive", refer: "neutral", reject: "negative" } as const;

/** Body of the v2 `state/fetch`. Spec 2.2, 4.2; gaps `state-result-place`, `state-steps-place`, `state-metadata`. */
export function renderV2State(recorder: Recorder, record: V2Record): V2StateResponse {
  recorder.addBasis("state-fetch-fields", "state-result-overall", "state-journey-metadata");
  const { terms, instance } = record;
  const isGradual = recorder.reading("state-steps-while-running") === "as-they-finish";
  const runs = isGradual || isFinal(instance) ? instance.finished : [];
  const subject = runs.length > 0 || isFinal(instance) ? toSubject(terms, instance) : {};
  const steps = renderSteps(recorder, record, runs, subject);
  const result = renderResult(recorder, record);
  const place = recorder.reading("state-result-place");
  const resultIn = (...places: readonly (typeof place)[]) =>
    result !== undefined && places.includes(place) && { result };
  const areStepsInProcess = recorder.reading("state-steps-place") === "process";
  const extent = recorder.reading("state-metadata");
  const completedTime = renderCompletedTime(recorder, record);
  return {
    instanceId: instance.id,
    status: renderStatus(recorder, record, "state"),
    context: {
      process: {
        journey: renderJourney(recorder, record),
        instance: {
          id: recorder.reading("state-instance-id") === "ordinal" ? `${instance.ordinal}` : instance.id,
          instanceId: instance.id,
        },
        ...(areStepsInProcess && { steps }),
        ...resultIn("process", "both"),
      },
      subject: isFinal(instance) ? renderSubject(recorder, record, subject) : {},
      ...resultIn("context", "both"),
    },
    ...(!areStepsInProcess && { steps }),
    ...resultIn("top"),
    ...(extent !== "neither" && { metaData: renderMetaData(recorder, record, completedTime) }),
    ...(extent === "metadata-and-data" && { data: {} }),
  };
}

/** The journey of an instance. Spec 4.2; gaps `state-journey-id`, `journey-end`. */
function renderJourney(recorder: Recorder, { terms: { definition }, instance }: V2Record): JourneyInfo {
  const { resource, createdAt, progress } = instance;
  const endedAt = endOf(instance);
  return {
    name: definition.name,
    startedAt: toIso(createdAt),
    id: recorder.reading("state-journey-id") === "journey" ? definition.id : resource.id,
    version: definition.version,
    ...(endedAt !== undefined &&
      recorder.reading("journey-end") === "yes" && {
        endedAt: toIso(endedAt),
        durationMilliSec: endedAt - createdAt,
        terminateInteraction: progress.phase === "failed" && progress.isTerminated === true,
      }),
  };
}

/** The overall outcome, in either shape. Spec 4.2; gaps `state-result-shape`, `referred-result`. */
function renderResult(recorder: Recorder, { terms, instance: { progress } }: V2Record): JourneyResult | undefined {
  const isString = recorder.reading("state-result-shape") === "string";
  const decided = outcomeOf(progress);
  const isOpen = progress.phase !== "finished";
  if (decided === undefined || (isOpen && recorder.reading("referred-result") === "pending")) {
    return isString ? undefined : { status: progress.phase === "failed" ? "failed" : "pending", advice: {} };
  }
  const outcome = renderOutcome(recorder, terms, decided);
  if (isString) return outcome;
  return isOpen
    ? { status: "pending", outcome, outcomeClassification: classification[decided], advice: { outcome } }
    : { status: "completed", outcome, advice: { outcome } };
}

/**
 * One step for each module run, and possibly one for the module that could not complete, or for the decision. Spec 4.2;
 * gaps `step-shape`, `failed-module-step`, `decision-step`.
 */
function renderSteps(recorder: Recorder, { terms, instance }: V2Record, runs: readonly ModuleRun[], subject: unknown) {
  const isMinimal = recorder.reading("step-shape") === "minimal";
  if (runs.length > 0) recorder.addBasis("state-steps-advice");
  const steps = runs.map((run): Step => {
    const advice = toAdvice(recorder, terms, instance, subject, run);
    return isMinimal ? { name: run.module, advice } : toFullStep(terms, instance, run, advice);
  });
  const { progress } = instance;
  if (progress.phase === "failed" && progress.broken !== undefined) {
    if (recorder.reading("failed-module-step") === "absent") return steps;
    return [...steps, toFailedStep(terms, instance, progress.broken, isMinimal)];
  }
  if (progress.phase !== "finished" || recorder.reading("decision-step") === "no") return steps;
  const decision: Step = {
    nodeId: `${terms.definition.id}:decision`,
    outcome: renderOutcome(recorder, terms, progress.outcome),
    outcomeClassification: classification[progress.outcome],
    result: null,
  };
  return [...steps, decision];
}

function toFailedStep(terms: InstanceTerms, instance: Instance, run: ModuleRun, isMinimal: boolean): Step {
  const { code, action, location } = errorKindOf("MODULE_FAILED");
  const problem = `${run.module} could not complete.`;
  const errors = [{ code, name: "MODULE_FAILED", problem, action, location }];
  const correlationId = `${instance.id}.${run.segment + 1}.${numberOf(instance, run)}`;
  const step = { name: run.module, advice: {}, result: { status: "error", error: { errors, correlationId } } } as const;
  return isMinimal ? step : { nodeId: nodeIdOf(terms, instance, run), ...step, process: toStepProcess(run) };
}

const nodeIdOf = ({ definition }: InstanceTerms, instance: Instance, run: ModuleRun): string =>
  `${definition.id}:${run.segment + 1}:${run.variant}:${numberOf(instance, run)}`;

const toStepProcess = (run: ModuleRun) => ({
  step: {
    startedAt: toIso(run.startedAt),
    endedAt: toIso(run.finishesAt),
    durationMilliSec: run.finishesAt - run.startedAt,
    moduleName: run.module,
  },
});

function toFullStep(
  terms: InstanceTerms,
  instance: Instance,
  run: ModuleRun,
  advice: ReturnType<typeof toAdvice>,
): Step {
  const { name: outcome, classification: outcomeClassification } = run.outcome;
  return {
    nodeId: nodeIdOf(terms, instance, run),
    name: run.module,
    outcome,
    outcomeClassification,
    advice,
    result: { status: "complete", outcome },
    process: toStepProcess(run),
  };
}

/** The subject in a state. It never contains an image. Spec 2.8, 4.2; gap `state-subject`. */
function renderSubject(recorder: Recorder, { terms, instance }: V2Record, subject: Members): Members {
  const { documents, biometrics, ...rest } = subject;
  if (recorder.reading("state-subject") === "without-documents") return rest;
  const main = mainDocumentOf(instance, subject);
  return {
    ...rest,
    ...(Array.isArray(documents) && {
      documents: documents.map((one) => ({
        ...omit(one, documentImages),
        ...(one === main && toFoundMembers(recorder, terms, instance, subject)),
      })),
    }),
    ...(Array.isArray(biometrics) && { biometrics: biometrics.map((one) => omit(one, biometricImages)) }),
  };
}

/** What the document modules found out about the main document, in the members of Spec 2.8. */
function toFoundMembers(
  recorder: Recorder,
  terms: InstanceTerms,
  instance: V2Record["instance"],
  subject: Members,
): object {
  const adviceOf = (module: string) => {
    const run = latestRuns(instance.finished).findLast((one) => one.module === module);
    return run && toAdvice(recorder, terms, instance, subject, run);
  };
  const classified = memberOf(adviceOf("Document Classification"), "classification");
  const extracted = memberOf(adviceOf("Document Extraction"), "extractedFields");
  return {
    ...(classified !== undefined && { classification: classified }),
    ...(extracted !== undefined && { extraction: { aggregatedFields: extracted } }),
  };
}

const omit = (value: unknown, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !names.includes(name)));

/**
 * Body of `interaction/fetch`: the current interaction, the running modules, or the end interaction. Spec 2.5, 4.2.
 *
 * @returns The body, or a refusal: `NO_INTERACTION` (gap `interaction-while-running`), `JOURNEY_ENDED` (gap
 *   `interaction-after-end`).
 */
export function renderInteraction(recorder: Recorder, record: V2Record): Result<InteractionFetchResponse> {
  const { terms, instance } = record;
  const isReviewed = instance.progress.phase === "reviewing";
  if (isFinal(instance) || (isReviewed && recorder.reading("interaction-in-review") === "as-ended")) {
    if (recorder.reading("interaction-after-end") !== "conflict") return ok(renderEnd(recorder, record));
    recorder.addBasis("end-interaction-reached", ...instance.decisions);
    return refuse("JOURNEY_ENDED", "The journey has no more interactions.");
  }
  const pinned = recorder.pinned(terms.readings);
  const interaction = current(pinned, terms, instance);
  if (interaction !== undefined) {
    pinned.reading("interaction-waits-for-modules"); // this reading decided when the interaction opened
    isPassed(pinned, instance, interaction); // records the rules and readings that keep the interaction open
    recorder.addBasis("interaction-fetch-parts", "interaction-collects", "interaction-spec-required-optional");
    const left = renderOutstanding(recorder, record, interaction);
    return ok(renderLayout(recorder, record, interaction, left));
  }
  recorder.addBasis("polling-interaction-fetch");
  recordPause(recorder, record);
  switch (recorder.reading("interaction-while-running")) {
    case "processing":
      return ok({ ...renderHead(recorder, record), processing: true, outstanding: [] });
    case "empty-interaction":
      return ok({ ...renderLayout(recorder, record, emptyInteraction, []), processing: true });
    default:
      return refuse("NO_INTERACTION", "There is no current interaction.");
  }
}

const emptyInteraction = { id: "processing", pages: [], required: [], optional: [] };

/** The elements or fields to list as outstanding. Gaps `outstanding-scope`, `outstanding-granularity`, `outstanding-shrinks`. */
function renderOutstanding(
  recorder: Recorder,
  { terms, instance }: V2Record,
  interaction: InteractionDefinition,
): string[] {
  const { required } = interaction;
  recorder.addBasis("interaction-outstanding");
  if (outstanding(instance, required).length < required.length) recorder.addBasis("partial-submission-outstanding");
  const listed = recorder.reading("outstanding-scope") === "all" ? inDisplayOrder(interaction) : required;
  const left = recorder.reading("outstanding-shrinks") === "as-accepted" ? outstanding(instance, listed) : listed;
  if (recorder.reading("outstanding-granularity") === "elements") return [...left];
  return left.flatMap((name) => {
    const leaves = elementOf(terms, name)?.leaves ?? [];
    return leaves.length === 0 ? [name] : leaves.map((leaf) => `${name}/${leaf}`);
  });
}

/** The end interaction. Spec 2.5; gap `end-interaction-outcome`. */
function renderEnd(recorder: Recorder, record: V2Record): InteractionFetchResponse {
  recorder.addBasis("end-interaction-reached", "end-interaction-outcome");
  const { terms, instance } = record;
  const { pages = [{ id: "end", label: "Outcome", cards: [{ id: "OutcomeCard" }] }] } = terms.definition.end ?? {};
  const end = { id: "end", pages, required: [], optional: [] };
  if (recorder.reading("end-interaction-outcome") === "result") {
    const result = renderResult(recorder, record);
    return { ...renderLayout(recorder, record, end, []), ...(result !== undefined && { result }) };
  }
  const { progress } = instance;
  const outcome = progress.phase === "finished" ? renderOutcome(recorder, terms, progress.outcome) : "none";
  return renderLayout(recorder, record, { ...end, pages: withOutcome(pages, outcome) }, []);
}

/** Shows an outcome in the first card of a layout. Gap `end-interaction-outcome`. */
const withOutcome = ([first, ...more]: readonly Page[], outcome: string): Page[] => {
  const [card = { id: "OutcomeCard" }, ...cards] = first?.cards ?? [];
  return [{ ...(first ?? { id: "end", label: "Outcome" }), cards: [{ ...card, outcome }, ...cards] }, ...more];
};

/** The members of every fetch. Gap `interaction-journey-status`. */
const renderHead = (recorder: Recorder, record: V2Record) => ({
  instanceId: record.instance.id,
  journey: { status: renderStatus(recorder, record, "interaction") },
});

/** The elements of an interaction in the order of their cards; those without a card come last. Spec 2.5. */
const inDisplayOrder = memoize(
  ({
    pages,
    required,
    optional,
  }: Pick<InteractionDefinition, "pages" | "required" | "optional">): readonly string[] => {
    const shown = pages.flatMap((page) => page.cards.map(({ id }) => id));
    const rankOf = (name: string) => {
      const rank = shown.indexOf(cardOf(name) ?? "");
      return rank === -1 ? shown.length : rank;
    };
    return [...required, ...optional].toSorted((one, other) => rankOf(one) - rankOf(other));
  },
);

/** Lays out an interaction. Gap `interaction-fetch-layout`. */
function renderLayout(
  recorder: Recorder,
  record: V2Record,
  interaction: Pick<InteractionDefinition, "id" | "pages" | "required" | "optional">,
  left: string[],
): FlatInteraction | NestedInteraction {
  const { id, pages, required, optional } = interaction;
  const collected = inDisplayOrder(interaction);
  const { terms } = record;
  const interactionId = interactionIdOf(terms, { id });
  const body = { ...renderHead(recorder, record), interactionId, outstanding: left };
  if (recorder.reading("interaction-fetch-layout") === "flat") {
    return {
      ...body,
      collects: [...collected],
      spec: Object.fromEntries([
        ...optional.map((name) => [name, "optional"] as const),
        ...required.map((name) => [name, "required"] as const),
      ]),
      layout: { pages: [...pages] },
    };
  }
  const { definition } = terms;
  const { resource } = record.instance;
  const version = recorder.reading("interaction-resource-version") === "pinned" ? definition.version : resource.version;
  return {
    ...body,
    interaction: {
      grId: interactionId,
      resource: { id, name: id, version, type: "interaction", data: { pages: [...pages] } },
      collects: collected.map((ref) => ({ ref, spec: required.includes(ref) ? "required" : "optional" })),
      consumes: [],
    },
  };
}

/**
 * Body of the v2 `task/list/schema`: the current interaction as a task. Spec 4.2.
 *
 * @returns The body, or `NO_TASKS` (gap `v2-task-list`).
 */
export function renderV2TaskSchemas(recorder: Recorder, record: V2Record): Result<TaskListSchemaResponse> {
  recorder.addBasis("v2-task-list-deprecated", "task-list-schema-response");
  const { terms, instance } = record;
  const status = renderStatus(recorder, record, "tasks");
  const reading = recorder.reading("v2-task-list");
  if (reading === "not-found") return refuse("NO_TASKS", "A v2 instance has no tasks.");
  const interaction = reading === "none" ? undefined : current(recorder.pinned(terms.readings), terms, instance);
  if (interaction === undefined) {
    recordPause(recorder, record);
    return ok({ status, instanceId: instance.id, tasks: [], schemas: {} });
  }
  const taskId = reading === "instance" ? instance.id : interactionIdOf(terms, interaction);
  return ok(renderSchemaList(recorder, record, [{ taskId, variantId: interaction.id, definition: interaction }]));
}

/** Body of the v2 `task/list`, an extension. Gaps `v2-task-list`, `extension-endpoints`. */
export function renderV2Tasks(recorder: Recorder, record: V2Record): Result<TaskListResponse> {
  const listed = renderV2TaskSchemas(recorder, record);
  if (!listed.ok) return listed;
  const { schemas: _, tasks, ...rest } = listed.value;
  return ok({ ...rest, tasks: tasks.map(({ taskId, variantId = taskId }) => ({ taskId, variantId })) });
}

/** Body of the v2 `task/schema`, an extension. Gaps `task-schema-root`, `extension-endpoints`. */
export function renderV2TaskSchema(recorder: Recorder, { terms, instance }: V2Record): V2TaskSchemaResponse {
  const interaction = current(recorder.pinned(terms.readings), terms, instance);
  if (interaction === undefined) return { processing: true };
  return toTaskSchema(recorder, terms, interaction);
}
