import type { Flow, V1StateResponse } from "@journey-kit/schemas";
import type { Profile } from "@journey-kit/schemas/profile";
import { latest } from "../machine/evaluate.ts";
import { type Basis, cite } from "../machine/result.ts";
import { toSubject } from "../machine/subject.ts";
import type { Terms } from "../machine/terms.ts";
import type { V1Instance } from "../machine/v1.ts";
import { outcomeName, toAdvice } from "./advice.ts";
import { metaDataBasis, toMetaData } from "./metadata.ts";
import { statusBasis, toOutcome, toStatus } from "./status.ts";

/** Body of the v1 `state/fetch`. Spec 4.3, 9; gaps `v1-flow-place`, `v1-state-data`. */
export function toV1State(profile: Profile, terms: Terms, instance: V1Instance, filtered: boolean): V1StateResponse {
  const { progress } = instance;
  const shown = progress.phase === "finished" && profile["v1-outcome-place"] === "beside-flow";
  const outcome = shown && { outcome: toOutcome(profile, terms, progress.outcome) };
  const process = { ...outcome, flow: toFlow(terms, instance) };
  const data = profile["v1-flow-place"] === "process" ? { process } : { context: { process } };
  return {
    instanceId: instance.id,
    status: toStatus(profile, terms, progress, "state"),
    metaData: toMetaData(profile, instance, "v1"),
    ...((filtered || profile["v1-state-data"] === "always") && { data }),
  };
}

/** The rules and readings behind a v1 state. */
export const v1StateBasis = (profile: Profile, terms: Terms, instance: V1Instance): readonly Basis[] => [
  "v1-state-200",
  "v1-state-flow",
  "state-data-free-form",
  ...metaDataBasis(instance),
  ...statusBasis(profile, terms, instance),
  cite(profile, "v1-flow-place"),
  cite(profile, "v1-state-data"),
  ...(instance.progress.phase === "finished"
    ? [cite(profile, "outcome-spelling"), cite(profile, "v1-outcome-place")]
    : [
        cite(
          profile,
          instance.progress.phase === "failed" ? "completed-time-on-failure" : "completed-time-while-running",
        ),
      ]),
];

/** The finished modules by variant id. Spec 9; gap `v1-variant-id`. */
function toFlow(terms: Terms, instance: V1Instance): Flow {
  const subject = toSubject(terms, instance);
  return Object.fromEntries(
    latest(instance.finished).map((run) => [
      run.variant,
      { result: { outcome: outcomeName(run), advice: toAdvice(terms, instance, subject, run) } },
    ]),
  );
}
