import { spellOutcome } from "../../service/readings.ts";
import { flowAt, newInstance } from "./bodies.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, succeeds } from "./expectations.ts";
import { armed, completed, finishedV1, noted, settled, started, startedWith } from "./given.ts";
import { listTasks, startOf, startWith, stateV1After, subjectOf } from "./requests.ts";
import { documentAndSelfie, hiddenUnder } from "./scenarios.ts";
import { absent, filled, object } from "./shape.ts";

const betweenV1 = [started("document-and-selfie-v1", "FullName", "DateOfBirth"), settled];
const birthPrefill = subjectOf("DateOfBirth");

/** Cases about v1 states after asynchronous and synchronous starts. Spec 4.3, 9. */
export const v1StateCases: CaseTable = {
  "v1-state-200": stateV1After([started("age-check-v1")], { instanceId: "$instance", status: "InProgress" }),
  "v1-state-flow": stateV1After(
    [
      started("age-check-v1"),
      noted(listTasks, { variant: "tasks[0].variantId" }, "saved the variant of the first task as $variant"),
      completed("DateOfBirth"),
      settled,
    ],
    by("v1-variant-id", {
      shared: succeeds((profile) => ({ [`${flowAt(profile)}.$variant.result.outcome`]: "Of Age" })),
      separate: succeeds((profile) => ({ [flowAt(profile)]: filled, [`${flowAt(profile)}.$variant`]: absent })),
    }),
    { uncited: ["v1-variant-id"] },
  ),
  "v1-state-flow/outcome": stateV1After(
    finishedV1,
    by("v1-outcome-place", {
      "beside-flow": succeeds((profile) => ({
        [flowAt(profile).replace(/flow$/, "outcome")]: spellOutcome(profile, "accept"),
      })),
      "flow-entry": succeeds((profile) => ({
        [flowAt(profile).replace(/flow$/, "outcome")]: absent,
        [`${flowAt(profile)}.decision.result.outcome`]: spellOutcome(profile, "accept"),
      })),
      absent: succeeds((profile) => ({ [flowAt(profile).replace(/flow$/, "outcome")]: absent })),
    }),
  ),
  "v1-state-flow/place": stateV1After(
    finishedV1,
    by("v1-flow-place", {
      process: { "data.process.flow": filled, "data.context.process": absent },
      "context-process": { "data.context.process.flow": filled, "data.process": absent },
    }),
  ),
  "v1-state-flow/while-collecting": stateV1After(
    [started("age-check-v1")],
    by("v1-flow-while-running", {
      "as-they-finish": succeeds((profile) => ({ [flowAt(profile)]: object })),
      "at-decision": succeeds((profile) => ({ data: object, [flowAt(profile)]: absent })),
    }),
    { uncited: ["v1-flow-place"] },
  ),
  "v1-state-flow/in-review": stateV1After(
    [armed("referred"), ...finishedV1],
    succeeds((profile) => ({
      [flowAt(profile)]: filled,
      [`${flowAt(profile)}.decision.result.outcome`]:
        profile["v1-outcome-place"] === "flow-entry" ? spellOutcome(profile, "refer") : absent,
    })),
  ),
  "v1-async-returns-at-once": {
    given: [armed("stuck")],
    request: startOf("age-check-v1", "DateOfBirth"),
    response: newInstance,
  },
  "v1-async-default-synchronous": stateV1After([startedWith("age-check-v1", birthPrefill, {})], {
    status: "Completed",
  }),
  "v1-async-default-synchronous/false": stateV1After([startedWith("age-check-v1", birthPrefill, { async: false })], {
    status: "Completed",
  }),
  "v1-async-default-synchronous/open-tasks": {
    request: startWith("age-check-v1", {}, {}),
    response: by("v1-sync-open-tasks", { "answers-at-once": newInstance, refused: refused("OPEN_TASKS") }),
  },
  "v1-async-default-synchronous/open-tasks-later": {
    given: [armed("broken")],
    request: startWith("document-and-selfie-v1", subjectOf("FullName", "DateOfBirth"), {}),
    response: by("v1-sync-open-tasks", { "answers-at-once": newInstance, refused: refused("OPEN_TASKS") }),
  },
  "v1-async-default-synchronous/state-with-open-tasks": stateV1After(
    [{ do: "start", request: startWith("age-check-v1", {}, {}), text: "a synchronous v1 age-check-v1" }],
    { status: "InProgress" },
    { hidden: hiddenUnder("v1-sync-open-tasks", "refused") },
  ),
  "v1-synchronous-waits": stateV1After([startedWith("document-and-selfie-v1", subjectOf(...documentAndSelfie), {})], {
    status: "Completed",
  }),
  "v1-synchronous-failure-5xx": {
    given: [armed("broken")],
    request: startWith("age-check-v1", birthPrefill, {}),
    response: refused("MODULE_FAILED"),
  },
  "v1-state-flow/result": stateV1After(
    finishedV1,
    by("v1-result", {
      absent: { "data.context.result": absent },
      status: { "data.context.result.status": "completed" },
    }),
  ),
  "v1-state-flow/between-segments": stateV1After(
    betweenV1,
    by("v1-flow-while-running", {
      "as-they-finish": succeeds((profile) => ({ [`${flowAt(profile)}.data-verification-v1.result`]: filled })),
      "at-decision": { data: object, "data.process": absent, "data.context.process": absent },
    }),
  ),
  "v1-state-flow/pending-result": stateV1After(
    betweenV1,
    by("v1-flow-while-running", {
      "as-they-finish": by("v1-result", {
        absent: { "data.context.result": absent },
        status: { "data.context.result.status": "pending" },
      }),
      "at-decision": { "data.context.result": absent },
    }),
  ),
};
