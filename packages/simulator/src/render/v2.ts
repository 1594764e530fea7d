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
import { type Citations, ok, type Result, refuse } from "../engine/result.ts";
import { latestRuns, numberOf } from "../engine/settle.ts";
import { biometricImages, documentImages, elementOf, toSubject } from "../engine/subject.ts";
import type { InstanceTerms } from "../engine/terms.ts";
import { current, interactionIdOf, isPassed } from "../engine/v2.ts";
import { memoize } from "../world/cache.ts";
import { toIso } from "../world/time.ts";
import { mainDocumentOf, renderAdvice } from "./advice.ts";
import { recordPause, renderCompletedTime, renderMetaData, renderOutcome, renderStatus } from "./status.ts";
import { createTaskSchema, renderSchemaList } from "./task-schema.ts";

type Members = Readonly<Record<string, unknown>>;

const classificationOf = { accept: "positive", refer: "neutral", reject: "negative" } as const;

/** Body of the v2 `state/fetch`. Spec 2.2, 4.2; gaps `state-result-place`, `state-steps-place`, `state-metadata`. */
export function renderV2State(citations: Citations, record: V2Record): V2StateResponse {
  citations.cite("state-fetch-fields", "state-result-overall", "state-journey-metadata");
  const { terms, instance } = record;
  const isGradual = citations.choose("state-steps-while-running") === "as-they-finish";
  const runs = isGradual || isFinal(instance) ? instance.finished : [];
  const subject = runs.length > 0 || isFinal(instance) ? toSubject(terms, instance) : {};
  const steps = renderSteps(citations, record, runs, subject);
  const result = renderResult(citations, record);
  const place = citations.choose("state-result-place");
  const resultIn = (...places: readonly (typeof place)[]) =>
    result !== undefined && places.includes(place) && { result };
  const areStepsInProcess = citations.choose("state-steps-place") === "process";
  const extent = citations.choose("state-metadata");
  const completedTime = renderCompletedTime(citations, record);
  return {
    instanceId: instance.id,
    status: renderStatus(citations, record, "state"),
    context: {
      process: {
        journey: renderJourney(citations, record),
        instance: {
          id: citations.choose("state-instance-id") === "ordinal" ? `${instance.ordinal}` : instance.id,
          instanceId: instance.id,
        },
        ...(areStepsInProcess && { steps }),
        ...resultIn("process", "both"),
      },
      subject: isFinal(instance) ? renderSubject(citations, record, subject) : {},
      ...resultIn("context", "both"),
    },
    ...(!areStepsInProcess && { steps }),
    ...resultIn("top"),
    ...(extent !== "neither" && { metaData: renderMetaData(citations, record, completedTime) }),
    ...(extent === "metadata-and-data" && { data: {} }),
  };
}

/** The journey of an instance. Spec 4.2; gaps `state-journey-id`, `journey-end`. */
function renderJourney(citations: Citations, { terms: { definition }, instance }: V2Record): JourneyInfo {
  const { resource, createdAt, progress } = instance;
  const endedAt = endOf(instance);
  return {
    name: definition.name,
    startedAt: toIso(createdAt),
    id: citations.choose("state-journey-id") === "journey" ? definition.id : resource.id,
    version: definition.version,
    ...(endedAt !== undefined &&
      citations.choose("journey-end") === "yes" && {
        endedAt: toIso(endedAt),
        durationMilliSec: endedAt - createdAt,
        terminateInteraction: progress.phase === "failed" && progress.isTerminated === true,
      }),
  };
}

/** The overall outcome, in either shape. Spec 4.2; gaps `state-result-shape`, `referred-result`. */
function renderResult(citations: Citations, { terms, instance: { progress } }: V2Record): JourneyResult | undefined {
  const isString = citations.choose("state-result-shape") === "string";
  const decided = outcomeOf(progress);
  const isOpen = progress.phase !== "finished";
  if (decided === undefined || (isOpen && citations.choose("referred-result") === "pending")) {
    return isString ? undefined : { status: progress.phase === "failed" ? "failed" : "pending", advice: {} };
  }
  const outcome = renderOutcome(citations, terms, decided);
  if (isString) return outcome;
  return isOpen
    ? { status: "pending", outcome, outcomeClassification: classificationOf[decided], advice: { outcome } }
    : { status: "completed", outcome, advice: { outcome } };
}

/**
 * One step for each module run, and possibly one for the module that could not complete, or for the decision. Spec 4.2;
 * gaps `step-shape`, `failed-module-step`, `decision-step`.
 */
function renderSteps(
  citations: Citations,
  { terms, instance }: V2Record,
  runs: readonly ModuleRun[],
  subject: unknown,
) {
  const isMinimal = citations.choose("step-shape") === "minimal";
  if (runs.length > 0) citations.cite("state-steps-advice");
  const steps = runs.map((run): Step => {
    const advice = renderAdvice(citations, terms, instance, subject, run);
    return isMinimal ? { name: run.module, advice } : renderFullStep(terms, instance, run, advice);
  });
  const { progress } = instance;
  if (progress.phase === "failed" && progress.broken !== undefined) {
    if (citations.choose("failed-module-step") === "absent") return steps;
    return [...steps, renderFailedStep(terms, instance, progress.broken, isMinimal)];
  }
  if (progress.phase !== "finished" || citations.choose("decision-step") === "no") return steps;
  const decision: Step = {
    nodeId: `${terms.definition.id}:decision`,
    outcome: renderOutcome(citations, terms, progress.outcome),
    outcomeClassification: classificationOf[progress.outcome],
    result: null,
  };
  return [...steps, decision];
}

function renderFailedStep(terms: InstanceTerms, instance: Instance, run: ModuleRun, isMinimal: boolean): Step {
  const { code, action, location } = errorKindOf("MODULE_FAILED");
  const problem = `${run.module} could not complete.`;
  const errors = [{ code, name: "MODULE_FAILED", problem, action, location }];
  const correlationId = `${instance.id}.${run.segment + 1}.${numberOf(instance, run)}`;
  const step = { name: run.module, advice: {}, result: { status: "error", error: { errors, correlationId } } } as const;
  return isMinimal ? step : { nodeId: nodeIdOf(terms, instance, run), ...step, process: renderStepProcess(run) };
}

const nodeIdOf = ({ definition }: InstanceTerms, instance: Instance, run: ModuleRun): string =>
  `${definition.id}:${run.segment + 1}:${run.variant}:${numberOf(instance, run)}`;

const renderStepProcess = (run: ModuleRun) => ({
  step: {
    startedAt: toIso(run.startedAt),
    endedAt: toIso(run.finishesAt),
    durationMilliSec: run.finishesAt - run.startedAt,
    moduleName: run.module,
  },
});

function renderFullStep(
  terms: InstanceTerms,
  instance: Instance,
  run: ModuleRun,
  advice: ReturnType<typeof renderAdvice>,
): Step {
  const { name: outcome, classification: outcomeClassification } = run.outcome;
  return {
    nodeId: nodeIdOf(terms, instance, run),
    name: run.module,
    outcome,
    outcomeClassification,
    advice,
    result: { status: "complete", outcome },
    process: renderStepProcess(run),
  };
}

/** The subject in a state. It never contains an image. Spec 2.8, 4.2; gap `state-subject`. */
function renderSubject(citations: Citations, { terms, instance }: V2Record, subject: Members): Members {
  const { documents, biometrics, ...rest } = subject;
  if (citations.choose("state-subject") === "without-documents") return rest;
  const main = mainDocumentOf(instance, subject);
  return {
    ...rest,
    ...(Array.isArray(documents) && {
      documents: documents.map((one) => ({
        ...omit(one, documentImages),
        ...(one === main && renderFoundMembers(citations, terms, instance, subject)),
      })),
    }),
    ...(Array.isArray(biometrics) && { biometrics: biometrics.map((one) => omit(one, biometricImages)) }),
  };
}

/** What the document modules found out about the main document, in the members of Spec 2.8. */
function renderFoundMembers(
  citations: Citations,
  terms: InstanceTerms,
  instance: V2Record["instance"],
  subject: Members,
): object {
  const adviceOf = (module: string) => {
    const run = latestRuns(instance.finished).findLast((one) => one.module === module);
    return run && renderAdvice(citations, terms, instance, subject, run);
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
export function renderInteraction(citations: Citations, record: V2Record): Result<InteractionFetchResponse> {
  const { terms, instance } = record;
  const isReviewed = instance.progress.phase === "reviewing";
  if (isFinal(instance) || (isReviewed && citations.choose("interaction-in-review") === "as-ended")) {
    if (citations.choose("interaction-after-end") !== "conflict") return ok(renderEnd(citations, record));
    citations.cite("end-interaction-reached", ...instance.decisions);
    return refuse("JOURNEY_ENDED", "The journey has no more interactions.");
  }
  const pinned = citations.under(terms.readings);
  const interaction = current(pinned, terms, instance);
  if (interaction !== undefined) {
    pinned.choose("interaction-waits-for-modules"); // this reading decided when the interaction opened
    isPassed(pinned, instance, interaction); // records the rules and readings that keep the interaction open
    citations.cite("interaction-fetch-parts", "interaction-collects", "interaction-spec-required-optional");
    const left = renderOutstanding(citations, record, interaction);
    return ok(renderLayout(citations, record, interaction, left));
  }
  citations.cite("polling-interaction-fetch");
  recordPause(citations, record);
  switch (citations.choose("interaction-while-running")) {
    case "processing":
      return ok({ ...renderHead(citations, record), processing: true, outstanding: [] });
    case "empty-interaction":
      return ok({ ...renderLayout(citations, record, emptyInteraction, []), processing: true });
    default:
      return refuse("NO_INTERACTION", "There is no current interaction.");
  }
}

const emptyInteraction = { id: "processing", pages: [], required: [], optional: [] };

/** The elements or fields to list as outstanding. Gaps `outstanding-scope`, `outstanding-granularity`, `outstanding-shrinks`. */
function renderOutstanding(
  citations: Citations,
  { terms, instance }: V2Record,
  interaction: InteractionDefinition,
): string[] {
  const { required } = interaction;
  citations.cite("interaction-outstanding");
  if (outstanding(instance, required).length < required.length) citations.cite("partial-submission-outstanding");
  const listed = citations.choose("outstanding-scope") === "all" ? inDisplayOrder(interaction) : required;
  const left = citations.choose("outstanding-shrinks") === "as-accepted" ? outstanding(instance, listed) : listed;
  if (citations.choose("outstanding-granularity") === "elements") return [...left];
  return left.flatMap((name) => {
    const leaves = elementOf(terms, name)?.leaves ?? [];
    return leaves.length === 0 ? [name] : leaves.map((leaf) => `${name}/${leaf}`);
  });
}

/** The end interaction. Spec 2.5; gap `end-interaction-outcome`. */
function renderEnd(citations: Citations, record: V2Record): InteractionFetchResponse {
  citations.cite("end-interaction-reached", "end-interaction-outcome");
  const { terms, instance } = record;
  const { pages = [{ id: "end", label: "Outcome", cards: [{ id: "OutcomeCard" }] }] } = terms.definition.end ?? {};
  const end = { id: "end", pages, required: [], optional: [] };
  if (citations.choose("end-interaction-outcome") === "result") {
    const result = renderResult(citations, record);
    return { ...renderLayout(citations, record, end, []), ...(result !== undefined && { result }) };
  }
  const { progress } = instance;
  const outcome = progress.phase === "finished" ? renderOutcome(citations, terms, progress.outcome) : "none";
  return renderLayout(citations, record, { ...end, pages: withOutcome(pages, outcome) }, []);
}

/** Shows an outcome in the first card of a layout. Gap `end-interaction-outcome`. */
const withOutcome = ([first, ...more]: readonly Page[], outcome: string): Page[] => {
  const [card = { id: "OutcomeCard" }, ...cards] = first?.cards ?? [];
  return [{ ...(first ?? { id: "end", label: "Outcome" }), cards: [{ ...card, outcome }, ...cards] }, ...more];
};

/** The members of every fetch. Gap `interaction-journey-status`. */
const renderHead = (citations: Citations, record: V2Record) => ({
  instanceId: record.instance.id,
  journey: { status: renderStatus(citations, record, "interaction") },
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
  citations: Citations,
  record: V2Record,
  interaction: Pick<InteractionDefinition, "id" | "pages" | "required" | "optional">,
  left: string[],
): FlatInteraction | NestedInteraction {
  const { id, pages, required, optional } = interaction;
  const collected = inDisplayOrder(interaction);
  const { terms } = record;
  const interactionId = interactionIdOf(terms, { id });
  const body = { ...renderHead(citations, record), interactionId, outstanding: left };
  if (citations.choose("interaction-fetch-layout") === "flat") {
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
  const version = citations.choose("interaction-resource-version") === "pinned" ? definition.version : resource.version;
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
export function renderV2TaskSchemas(citations: Citations, record: V2Record): Result<TaskListSchemaResponse> {
  citations.cite("v2-task-list-deprecated", "task-list-schema-response");
  const { terms, instance } = record;
  const status = renderStatus(citations, record, "tasks");
  const reading = citations.choose("v2-task-list");
  if (reading === "not-found") return refuse("NO_TASKS", "A v2 instance has no tasks.");
  const interaction = reading === "none" ? undefined : current(citations.under(terms.readings), terms, instance);
  if (interaction === undefined) {
    recordPause(citations, record);
    return ok({ status, instanceId: instance.id, tasks: [], schemas: {} });
  }
  const taskId = reading === "instance" ? instance.id : interactionIdOf(terms, interaction);
  return ok(renderSchemaList(citations, record, [{ taskId, variantId: interaction.id, definition: interaction }]));
}

/** Body of the v2 `task/list`, an extension. Gaps `v2-task-list`, `extension-endpoints`. */
export function renderV2Tasks(citations: Citations, record: V2Record): Result<TaskListResponse> {
  const listed = renderV2TaskSchemas(citations, record);
  if (!listed.ok) return listed;
  const { schemas: _, tasks, ...rest } = listed.value;
  return ok({ ...rest, tasks: tasks.map(({ taskId, variantId = taskId }) => ({ taskId, variantId })) });
}

/** Body of the v2 `task/schema`, an extension. Gaps `task-schema-root`, `extension-endpoints`. */
export function renderV2TaskSchema(citations: Citations, { terms, instance }: V2Record): V2TaskSchemaResponse {
  const interaction = current(citations.under(terms.readings), terms, instance);
  if (interaction === undefined) return { processing: true };
  return createTaskSchema(citations, terms, interaction);
}
