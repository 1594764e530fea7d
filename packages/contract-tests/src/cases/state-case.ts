import { toSubject } from "../target/sample.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, responds, succeeds } from "./expectations.ts";
import { armed, later, noted, paused, settled, started, startedV1, startedWith, submitted } from "./given.ts";
import { end, failureOf, finishedWith, metaDataOf, outcomeAt, spellOutcome } from "./place.ts";
import {
  changed,
  fetchInteraction,
  fetchState,
  fetchStateV1,
  listTasks,
  post,
  startWith,
  submit,
  toParts,
} from "./requests.ts";
import { hiddenUnder, identity } from "./scenarios.ts";
import { absent, filled, like, object, time } from "./shape.ts";

const finished = [started("identity-check", ...identity), settled];
const finishedV1 = [startedV1("age-check-v1", "DateOfBirth"), settled];
const failedV1 = [armed("broken"), startedV1("age-check-v1", "DateOfBirth"), settled];
const day = 86_400_000;
const birth = toSubject(toParts(["DateOfBirth"]));

/** Cases about states, and the times and outcomes in a state. Spec 2.2, 3.1, 4.2, 8, 9. */
export const stateCases: CaseTable = {
  "instance-id-length/65-characters": {
    request: post("v2.fetchState", { instanceId: "x".repeat(65) }),
    response: refused("MISSING_FIELD"),
  },
  "instance-id-length/empty": {
    request: post("v2.fetchState", { instanceId: "" }),
    response: refused("MISSING_FIELD"),
  },
  "instance-id-length/64-characters": {
    request: post("v2.fetchState", { instanceId: "x".repeat(64) }),
    response: refused("UNKNOWN_INSTANCE"),
  },
  "instance-status-values/completed": {
    given: finished,
    request: fetchState,
    response: succeeds({ status: "Completed" }),
  },
  "instance-status-values/failed": {
    given: [armed("broken"), started("age-check", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds((profile) => ({ status: failureOf(profile) })),
  },
  "instance-status-values/paused": {
    given: [started("age-check"), paused],
    request: fetchState,
    response: succeeds({ status: "Paused" }),
  },
  "instance-status-values/paused-takes-nothing": {
    given: [started("age-check"), paused],
    request: changed(submit("DateOfBirth"), { interactionId: "any" }),
    response: refused("JOURNEY_NOT_ACTIVE"),
  },
  "metadata-created-time/v1": {
    given: [startedV1("age-check-v1")],
    request: fetchStateV1,
    response: succeeds({ "metaData.createdTime": time }),
  },
  "metadata-created-time/v2": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds((profile) => metaDataOf(profile, { "metaData.createdTime": time })),
  },
  "metadata-completed-time/v1": {
    given: finishedV1,
    request: fetchStateV1,
    response: succeeds({ "metaData.completedTime": time }),
  },
  "metadata-completed-time/v2": {
    given: finished,
    request: fetchState,
    response: succeeds((profile) => metaDataOf(profile, { "metaData.completedTime": time })),
  },
  "completed-sets-completed-time/before": {
    given: [startedV1("age-check-v1")],
    request: fetchStateV1,
    response: by("completed-time-while-running", {
      absent: succeeds({ "metaData.completedTime": absent }),
      "empty-on-v1": succeeds({ "metaData.completedTime": "" }),
    }),
  },
  "completed-sets-completed-time/after": {
    given: finishedV1,
    request: fetchStateV1,
    response: succeeds({ status: "Completed", "metaData.completedTime": time }),
  },
  "completed-sets-completed-time/not-by-failure": {
    given: [armed("broken"), startedV1("age-check-v1", "DateOfBirth"), settled],
    request: fetchStateV1,
    response: by("completed-time-on-failure", {
      absent: succeeds({ "metaData.completedTime": absent }),
      set: succeeds({ "metaData.completedTime": time }),
      "empty-on-v1": succeeds({ "metaData.completedTime": "" }),
    }),
  },
  "completed-sets-completed-time/before-v2": {
    given: [started("age-check")],
    request: fetchState,
    response: by("completed-time-while-running", {
      absent: succeeds({ "metaData.completedTime": absent }),
      "empty-on-v1": succeeds({ "metaData.completedTime": absent }),
    }),
  },
  "completed-sets-completed-time/not-by-failure-v2": {
    given: [armed("broken"), started("age-check", "DateOfBirth"), settled],
    request: fetchState,
    response: by("completed-time-on-failure", {
      absent: succeeds({ "metaData.completedTime": absent }),
      set: succeeds((profile) => metaDataOf(profile, { "metaData.completedTime": time })),
      "empty-on-v1": succeeds({ "metaData.completedTime": absent }),
    }),
  },
  "state-data-free-form": {
    given: [startedV1("age-check-v1")],
    request: fetchStateV1,
    response: succeeds({ data: object }),
  },
  "state-data-free-form/without-filter-keys": {
    given: [startedV1("age-check-v1")],
    request: post("v1.fetchState", { instanceId: "$instance" }),
    response: by("v1-state-data", {
      always: succeeds({ data: object }),
      "by-filter-keys": succeeds({ data: absent }),
    }),
  },
  "processing-success-completes": {
    given: [started("age-check"), submitted("DateOfBirth"), settled],
    request: fetchState,
    response: succeeds({ status: "Completed" }),
  },
  "processing-success-completes/v1": {
    given: finishedV1,
    request: fetchStateV1,
    response: succeeds({ status: "Completed" }),
  },
  "processing-failure-fails": {
    given: [armed("broken"), started("identity-check", ...identity), settled],
    request: fetchState,
    response: succeeds((profile) => ({
      status: failureOf(profile),
      ...(profile["state-result-shape"] === "object" && {
        [outcomeAt(profile).replace(/outcome$/, "status")]: "failed",
      }),
      [outcomeAt(profile)]: absent,
    })),
  },
  "state-fetch-fields": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds((profile) => ({
      instanceId: "$instance",
      status: "InProgress",
      ...metaDataOf(profile, { metaData: filled }),
      data: profile["state-metadata"] === "metadata-and-data" ? object : absent,
    })),
  },
  "state-fetch-instance-id": { request: post("v2.fetchState"), response: refused("MISSING_FIELD") },
  "state-fetch-instance-id/number": {
    request: post("v2.fetchState", { instanceId: 1 }),
    response: refused("MISSING_FIELD"),
  },
  "state-fetch-instance-id/unknown": {
    request: post("v2.fetchState", { instanceId: "nobody-started-this" }),
    response: refused("UNKNOWN_INSTANCE"),
  },
  "state-fetch-instance-id/v1": { request: post("v1.fetchState"), response: refused("MISSING_FIELD") },
  "state-result-overall": { given: finished, request: fetchState, response: succeeds(finishedWith("accept")) },
  "state-result-overall/pending": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds((profile) => ({ [outcomeAt(profile)]: absent })),
  },
  "state-steps-advice": {
    given: finished,
    request: fetchState,
    response: succeeds({
      "context.process.steps[0].name": "Data Verification",
      "context.process.steps[0].advice.outcome": "Match",
    }),
  },
  "state-journey-metadata": {
    given: [started("age-check")],
    request: fetchState,
    response: succeeds({
      "context.process.journey.name": filled,
      "context.process.journey.startedAt": time,
      "context.process.journey.id": "$resource:age-check",
      "context.process.journey.version": filled,
    }),
  },
  "state-steps-advice/failed-module": {
    given: [armed("broken"), started("identity-check", ...identity), settled],
    request: fetchState,
    response: by("failed-module-step", {
      absent: succeeds({ "context.process.steps": [] }),
      listed: succeeds({
        "context.process.steps[0].name": "Data Verification",
        "context.process.steps[0].result.status": "error",
        "context.process.steps[0].result.error.errors[0].code": filled,
        "context.process.steps[0].result.error.correlationId": filled,
      }),
    }),
  },
  "state-journey-metadata/instance": {
    given: [started("age-check")],
    request: fetchState,
    response: by("state-instance-id", {
      ordinal: succeeds({
        "context.process.instance.id": like(/^\d+$/),
        "context.process.instance.instanceId": "$instance",
      }),
      "instance-id": succeeds({
        "context.process.instance.id": "$instance",
        "context.process.instance.instanceId": "$instance",
      }),
    }),
  },
  "state-journey-metadata/end": {
    given: finished,
    request: fetchState,
    response: by("journey-end", {
      no: succeeds({ "context.process.journey.endedAt": absent }),
      yes: succeeds({ "context.process.journey.endedAt": time }),
    }),
  },
  "state-journey-metadata/terminated": {
    given: [
      started("age-check"),
      noted(
        post("v2.terminateInstance", { instanceId: "$instance" }),
        { ended: "instanceId" },
        "terminated the instance",
      ),
    ],
    request: fetchState,
    response: succeeds((profile) => ({
      status: failureOf(profile),
      "context.process.journey.terminateInteraction": profile["journey-end"] === "yes" ? true : absent,
    })),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "v2-asynchronous-only": {
    given: [armed("stuck")],
    request: startWith("age-check", birth),
    response: succeeds({ instanceId: like(/./) }),
  },
  "session-retention": {
    given: [...finished, later(day)],
    request: fetchState,
    response: by("retention", { never: succeeds({ status: "Completed" }), "after-a-day": refused("UNKNOWN_INSTANCE") }),
  },
  "instance-status-values/failed-v1": {
    given: failedV1,
    request: fetchStateV1,
    response: by("failure-status", {
      failed: succeeds({ status: "Failed" }),
      "error-in-v2-state": succeeds({ status: "Failed" }),
      "error-in-state": succeeds({ status: "Error" }),
      error: succeeds({ status: "Error" }),
    }),
  },
  "instance-status-values/failed-tasks": {
    given: failedV1,
    request: listTasks,
    response: by("failure-status", {
      failed: succeeds({ status: "Failed" }),
      "error-in-v2-state": succeeds({ status: "Failed" }),
      "error-in-state": succeeds({ status: "Failed" }),
      error: succeeds({ status: "Error" }),
    }),
  },
  "state-steps-advice/members": {
    given: finished,
    request: fetchState,
    response: by("advice-members", {
      conventional: succeeds({
        "context.process.steps[0].advice.contains.idNameAddress": 1,
        "context.process.steps[0].advice.contains.isUnder18": 0,
        "context.process.steps[0].advice.contains.idName": absent,
        "context.process.steps[0].advice.score": absent,
      }),
      extended: succeeds({
        "context.process.steps[0].advice.contains.idName": filled,
        "context.process.steps[0].advice.contains.isUnder18": false,
        "context.process.steps[0].advice.score": filled,
      }),
    }),
  },
  "state-steps-advice/under-age": {
    given: [startedWith("age-check", { identity: { dateOfBirth: "2020-02-29" } }), settled],
    request: fetchState,
    response: by("advice-members", {
      conventional: succeeds({ "context.process.steps[0].advice.isUnder18": 1 }),
      extended: succeeds({ "context.process.steps[0].advice.isUnder18": true }),
    }),
  },
  "state-steps-advice/while-running": {
    given: [started("document-and-selfie", "FullName", "DateOfBirth"), settled],
    request: fetchState,
    response: by("state-steps-while-running", {
      "as-they-finish": succeeds({ status: "InProgress", "context.process.steps[0].name": filled }),
      "at-end": succeeds({ status: "InProgress", "context.process.steps": [] }),
    }),
  },
  "state-steps-advice/outcome-of-the-step": {
    given: finished,
    request: fetchState,
    response: by("step-shape", {
      full: succeeds({
        "context.process.steps[0].nodeId": filled,
        "context.process.steps[0].outcome": "Match",
        "context.process.steps[0].outcomeClassification": filled,
        "context.process.steps[0].result.outcome": "Match",
        "context.process.steps[0].process.step.durationMilliSec": filled,
        "context.process.steps[0].process.step.moduleName": "Data Verification",
      }),
      minimal: succeeds({
        "context.process.steps[0].nodeId": absent,
        "context.process.steps[0].outcome": absent,
        "context.process.steps[0].outcomeClassification": absent,
        "context.process.steps[0].process": absent,
      }),
    }),
  },
  "state-steps-advice/decision": {
    given: finished,
    request: fetchState,
    response: by("decision-step", {
      no: succeeds({ "context.process.steps[-1].name": filled }),
      yes: succeeds((profile) => ({
        "context.process.steps[-1].name": absent,
        "context.process.steps[-1].outcome": spellOutcome(profile, "accept"),
        "context.process.steps[-1].result": null,
      })),
    }),
  },
  "instance-status-values/failed-interaction": {
    given: [armed("broken"), started("age-check", "DateOfBirth"), settled],
    request: fetchInteraction,
    response: by("interaction-after-end", {
      "end-interaction": by("failure-status", {
        failed: succeeds({ "journey.status": "Failed" }),
        "error-in-v2-state": succeeds({ "journey.status": "Failed" }),
        "error-in-state": succeeds({ "journey.status": "Error" }),
        error: succeeds({ "journey.status": "Error" }),
      }),
      conflict: responds(409),
    }),
  },
  "session-retention/v1": {
    given: [...finishedV1, later(day)],
    request: fetchStateV1,
    response: by("retention", { never: succeeds({ status: "Completed" }), "after-a-day": refused("UNKNOWN_INSTANCE") }),
  },
  "session-retention/interaction": {
    given: [...finished, later(day)],
    request: fetchInteraction,
    response: by("retention", { never: end, "after-a-day": refused("UNKNOWN_INSTANCE") }),
    hidden: hiddenUnder("interaction-token", "end-user"),
  },
  "session-retention/before-the-day": {
    given: [...finished, later(day - 120_000)],
    request: fetchState,
    response: succeeds({ status: "Completed" }),
  },
  "state-result-overall/own-outcome": {
    given: [started("kit-outcomes", "DateOfBirth"), settled],
    request: fetchState,
    response: succeeds((profile) => ({ status: "Completed", [outcomeAt(profile)]: "Welcome" })),
  },
};
