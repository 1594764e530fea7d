import type { JourneyResult, Step, V2StateResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { classify } from "../machine/evaluate.ts";
import { type Instance, isFinal, type ModuleRun, type Progress } from "../machine/instance.ts";
import { type Basis, cite } from "../machine/result.ts";
import { toSubject } from "../machine/subject.ts";
import { createTable } from "../machine/table.ts";
import type { Terms } from "../machine/terms.ts";
import { outcomeName, toAdvice } from "./advice.ts";
import { toIso } from "./iso.ts";
import { metaDataBasis, toMetaData } from "./metadata.ts";
import { statusBasis, toOutcome, toStatus } from "./status.ts";

const classification = { accept: "positive", refer: "neutral", reject: "negative" } as const;

/** Body of the v2 `state/fetch`. Spec 2.2, 4.2; gaps `state-result-place`, `state-metadata`. */
export function toV2State(profile: Profile, terms: Terms, instance: Instance): V2StateResponse {
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
export function v2StateBasis(profile: Profile, terms: Terms, instance: Instance): readonly Basis[] {
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
const wireReadings = createTable((profile: Profile) => {
  const common = [
    cite(profile, "state-result-place"),
    cite(profile, "state-result-shape"),
    cite(profile, "state-metadata"),
    cite(profile, "state-steps-while-running"),
    cite(profile, "step-shape"),
  ];
  return {
    finished: [...common, cite(profile, "outcome-spelling"), cite(profile, "decision-step")],
    failed: [...common, cite(profile, "completed-time-on-failure")],
    running: [...common, cite(profile, "completed-time-while-running")],
  };
});

/** The overall outcome, in either shape. Spec 4.2; gap `state-result-shape`. */
export function toResult(profile: Profile, terms: Terms, progress: Progress): JourneyResult | undefined {
  const outcome = progress.phase === "finished" ? toOutcome(profile, terms, progress.outcome) : undefined;
  if (profile["state-result-shape"] === "string") return outcome;
  if (outcome !== undefined) return { status: "completed", outcome, advice: { outcome } };
  return { status: progress.phase === "failed" ? "failed" : "pending", advice: {} };
}

/** Gap `decision-step`. */
function toSteps(profile: Profile, terms: Terms, instance: Instance, subject: unknown): Step[] {
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
function toStep(profile: Profile, terms: Terms, instance: Instance, subject: unknown, run: ModuleRun): Step {
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
