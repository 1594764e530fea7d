import { toSubject } from "../target/sample.ts";
import { by, refused, succeeds } from "./answer.ts";
import { changed, fetchState, fetchStateV1, post, startWith, submit, toParts } from "./ask.ts";
import type { Case } from "./case.ts";
import { armed, later, noted, paused, settled, started, startedV1, submitted } from "./given.ts";
import { hiddenUnder, identity } from "./person.ts";
import { failureOf, finishedWith, metaDataOf, outcomeAt } from "./place.ts";
import { absent, filled, like, object, time } from "./shape.ts";

const finished = [started("identity-check", ...identity), settled];
const finishedV1 = [startedV1("age-check-v1", "DateOfBirth"), settled];
const day = 86_400_000;
const birth = toSubject(toParts(["DateOfBirth"]));

/** States, their times and outcomes. Spec 2.2, 3.1, 4.2, 8, 9. */
export const stateCases: readonly Case[] = [
  {
    rule: "instance-id-length",
    facet: "65-characters",
    given: [],
    ask: post("v2.fetchState", { instanceId: "x".repeat(65) }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "instance-id-length",
    facet: "empty",
    given: [],
    ask: post("v2.fetchState", { instanceId: "" }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "instance-id-length",
    facet: "64-characters",
    given: [],
    ask: post("v2.fetchState", { instanceId: "x".repeat(64) }),
    answer: refused("UNKNOWN_INSTANCE"),
  },
  {
    rule: "instance-status-values",
    facet: "completed",
    given: finished,
    ask: fetchState,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "instance-status-values",
    facet: "failed",
    given: [armed("broken"), started("age-check", "DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds((profile) => ({ status: failureOf(profile) })),
  },
  {
    rule: "instance-status-values",
    facet: "paused",
    given: [started("age-check"), paused],
    ask: fetchState,
    answer: succeeds({ status: "Paused" }),
  },
  {
    rule: "instance-status-values",
    facet: "paused-takes-nothing",
    given: [started("age-check"), paused],
    ask: changed(submit("DateOfBirth"), { interactionId: "any" }),
    answer: refused("JOURNEY_NOT_ACTIVE"),
  },
  {
    rule: "metadata-created-time",
    facet: "v1",
    given: [startedV1("age-check-v1")],
    ask: fetchStateV1,
    answer: succeeds({ "metaData.createdTime": time }),
  },
  {
    rule: "metadata-created-time",
    facet: "v2",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds((profile) => metaDataOf(profile, { "metaData.createdTime": time })),
  },
  {
    rule: "metadata-completed-time",
    facet: "v1",
    given: finishedV1,
    ask: fetchStateV1,
    answer: succeeds({ "metaData.completedTime": time }),
  },
  {
    rule: "metadata-completed-time",
    facet: "v2",
    given: finished,
    ask: fetchState,
    answer: succeeds((profile) => metaDataOf(profile, { "metaData.completedTime": time })),
  },
  {
    rule: "completed-sets-completed-time",
    facet: "before",
    given: [startedV1("age-check-v1")],
    ask: fetchStateV1,
    answer: by("completed-time-while-running", {
      absent: succeeds({ "metaData.completedTime": absent }),
      "empty-on-v1": succeeds({ "metaData.completedTime": "" }),
    }),
  },
  {
    rule: "completed-sets-completed-time",
    facet: "after",
    given: finishedV1,
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed", "metaData.completedTime": time }),
  },
  {
    rule: "completed-sets-completed-time",
    facet: "not-by-failure",
    given: [armed("broken"), startedV1("age-check-v1", "DateOfBirth"), settled],
    ask: fetchStateV1,
    answer: by("completed-time-on-failure", {
      absent: succeeds({ "metaData.completedTime": absent }),
      set: succeeds({ "metaData.completedTime": time }),
      "empty-on-v1": succeeds({ "metaData.completedTime": "" }),
    }),
  },
  {
    rule: "state-data-free-form",
    given: [startedV1("age-check-v1")],
    ask: fetchStateV1,
    answer: succeeds({ data: object }),
  },
  {
    rule: "state-data-free-form",
    facet: "without-filter-keys",
    given: [startedV1("age-check-v1")],
    ask: post("v1.fetchState", { instanceId: "$instance" }),
    answer: by("v1-state-data", {
      always: succeeds({ data: object }),
      "by-filter-keys": succeeds({ data: absent }),
    }),
  },
  {
    rule: "processing-success-completes",
    given: [started("age-check"), submitted("DateOfBirth"), settled],
    ask: fetchState,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "processing-success-completes",
    facet: "v1",
    given: finishedV1,
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "processing-failure-fails",
    given: [armed("broken"), started("identity-check", ...identity), settled],
    ask: fetchState,
    answer: succeeds((profile) => ({
      status: failureOf(profile),
      ...(profile["state-result-shape"] === "object" && {
        [outcomeAt(profile).replace(/outcome$/, "status")]: "failed",
      }),
      [outcomeAt(profile)]: absent,
    })),
  },
  {
    rule: "state-fetch-fields",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds((profile) => ({
      instanceId: "$instance",
      status: "InProgress",
      ...metaDataOf(profile, { metaData: filled }),
      data: profile["state-metadata"] === "metadata-and-data" ? object : absent,
    })),
  },
  { rule: "state-fetch-instance-id", given: [], ask: post("v2.fetchState"), answer: refused("MISSING_FIELD") },
  {
    rule: "state-fetch-instance-id",
    facet: "number",
    given: [],
    ask: post("v2.fetchState", { instanceId: 1 }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "state-fetch-instance-id",
    facet: "unknown",
    given: [],
    ask: post("v2.fetchState", { instanceId: "nobody-started-this" }),
    answer: refused("UNKNOWN_INSTANCE"),
  },
  {
    rule: "state-fetch-instance-id",
    facet: "v1",
    given: [],
    ask: post("v1.fetchState"),
    answer: refused("MISSING_FIELD"),
  },
  { rule: "state-result-overall", given: finished, ask: fetchState, answer: succeeds(finishedWith("accept")) },
  {
    rule: "state-result-overall",
    facet: "pending",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds((profile) => ({ [outcomeAt(profile)]: absent })),
  },
  {
    rule: "state-steps-advice",
    given: finished,
    ask: fetchState,
    answer: succeeds({
      "context.process.steps[0].name": "Data Verification",
      "context.process.steps[0].advice.outcome": "Match",
    }),
  },
  {
    rule: "state-journey-metadata",
    given: [started("age-check")],
    ask: fetchState,
    answer: succeeds({
      "context.process.journey.name": filled,
      "context.process.journey.startedAt": time,
      "context.process.journey.id": "$resource:age-check",
      "context.process.journey.version": filled,
    }),
  },
  {
    rule: "state-steps-advice",
    facet: "failed-module",
    given: [armed("broken"), started("identity-check", ...identity), settled],
    ask: fetchState,
    answer: by("failed-module-step", {
      absent: succeeds({ "context.process.steps": [] }),
      listed: succeeds({
        "context.process.steps[0].name": "Data Verification",
        "context.process.steps[0].result.status": "error",
        "context.process.steps[0].result.error.errors[0].code": filled,
        "context.process.steps[0].result.error.correlationId": filled,
      }),
    }),
  },
  {
    rule: "state-journey-metadata",
    facet: "instance",
    given: [started("age-check")],
    ask: fetchState,
    answer: by("state-instance-id", {
      ordinal: succeeds({ "context.process.instance.id": like(/^\d+$/) }),
      "instance-id": succeeds({ "context.process.instance.id": "$instance" }),
    }),
  },
  {
    rule: "state-journey-metadata",
    facet: "end",
    given: finished,
    ask: fetchState,
    answer: by("journey-end", {
      no: succeeds({ "context.process.journey.endedAt": absent }),
      yes: succeeds({ "context.process.journey.endedAt": time }),
    }),
  },
  {
    rule: "state-journey-metadata",
    facet: "terminated",
    given: [
      started("age-check"),
      noted(post("v2.terminateInstance", { instanceId: "$instance" }), { ended: "instanceId" }, "ended by its caller"),
    ],
    ask: fetchState,
    answer: succeeds((profile) => ({
      status: failureOf(profile),
      "context.process.journey.terminateInteraction": profile["journey-end"] === "yes" ? true : absent,
    })),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  {
    rule: "v2-asynchronous-only",
    given: [armed("stuck")],
    ask: startWith("age-check", birth),
    answer: succeeds({ instanceId: like(/./) }),
  },
  {
    rule: "session-retention",
    given: [...finished, later(day)],
    ask: fetchState,
    answer: by("retention", { never: succeeds({ status: "Completed" }), "after-a-day": refused("UNKNOWN_INSTANCE") }),
  },
];
