import { toSubject } from "../target/sample.ts";
import { by, refused, succeeds } from "./answer.ts";
import { fetchStateV1, listTasks, startV1With, toParts } from "./ask.ts";
import type { Case } from "./case.ts";
import { armed, noted, settled, startedV1, startedV1With } from "./given.ts";
import { finishedWith, flowAt, outcomeAt } from "./place.ts";
import { absent, filled, object } from "./shape.ts";

const finishedV1 = [startedV1("age-check-v1", "DateOfBirth"), settled];
const birth = toSubject(toParts(["DateOfBirth"]));

/** States of v1, asynchronous and synchronous. Spec 4.3, 9. */
export const v1StateCases: readonly Case[] = [
  {
    rule: "v1-state-200",
    given: [startedV1("age-check-v1")],
    ask: fetchStateV1,
    answer: succeeds({ instanceId: "$instance", status: "InProgress" }),
  },
  {
    rule: "v1-state-flow",
    given: [
      startedV1("age-check-v1"),
      noted(listTasks, { variant: "tasks[0].variantId" }, "saved the variant of the first task as $variant"),
      { do: "complete", parts: toParts(["DateOfBirth"]) },
      settled,
    ],
    ask: fetchStateV1,
    answer: by("v1-variant-id", {
      shared: succeeds((profile) => ({ [`${flowAt(profile)}.$variant.result.outcome`]: "Of Age" })),
      separate: succeeds((profile) => ({ [flowAt(profile)]: filled, [`${flowAt(profile)}.$variant`]: absent })),
    }),
  },
  {
    rule: "v1-state-flow",
    facet: "outcome",
    given: finishedV1,
    ask: fetchStateV1,
    answer: by("v1-outcome-place", {
      "beside-flow": succeeds((profile) => ({
        [flowAt(profile).replace(/flow$/, "outcome")]: finishedWith("accept")(profile)[outcomeAt(profile)] ?? absent,
      })),
      "flow-entry": succeeds((profile) => ({
        [`${flowAt(profile)}.decision.result.outcome`]: finishedWith("accept")(profile)[outcomeAt(profile)] ?? absent,
      })),
      absent: succeeds((profile) => ({ [flowAt(profile).replace(/flow$/, "outcome")]: absent })),
    }),
  },
  {
    rule: "v1-state-flow",
    facet: "while-collecting",
    given: [startedV1("age-check-v1")],
    ask: fetchStateV1,
    answer: by("v1-flow-while-running", {
      "as-they-finish": succeeds((profile) => ({ [flowAt(profile)]: object })),
      "at-decision": succeeds((profile) => ({ data: object, [flowAt(profile)]: absent })),
    }),
  },
  {
    rule: "v1-state-flow",
    facet: "in-review",
    given: [armed("referred"), ...finishedV1],
    ask: fetchStateV1,
    answer: succeeds((profile) => ({
      [flowAt(profile)]: filled,
      [`${flowAt(profile)}.decision.result.outcome`]:
        profile["v1-outcome-place"] === "flow-entry"
          ? (finishedWith("refer")(profile)[outcomeAt(profile)] ?? absent)
          : absent,
    })),
  },
  {
    rule: "v1-async-returns-at-once",
    given: [armed("stuck")],
    ask: startV1With("age-check-v1", birth, { async: true }),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "v1-async-default-synchronous",
    given: [startedV1With("age-check-v1", birth, {})],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "v1-async-default-synchronous",
    facet: "false",
    given: [startedV1With("age-check-v1", birth, { async: false })],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "v1-async-default-synchronous",
    facet: "open-tasks",
    given: [],
    ask: startV1With("age-check-v1", {}, {}),
    answer: by("v1-sync-open-tasks", {
      "answers-at-once": succeeds({ instanceId: filled }),
      refused: refused("OPEN_TASKS"),
    }),
  },
  {
    rule: "v1-synchronous-waits",
    given: [
      startedV1With(
        "document-and-selfie-v1",
        toSubject(toParts(["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"])),
        {},
      ),
    ],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "v1-synchronous-failure-5xx",
    given: [armed("broken")],
    ask: startV1With("age-check-v1", birth, {}),
    answer: refused("MODULE_FAILED"),
  },
];
