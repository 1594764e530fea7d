import { failureOf, spellOutcome } from "../../service/readings.ts";
import { endInteraction, finishedWith, metaData, outcomeAt, stateWith, stepsAt } from "./bodies.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, responds, succeeds } from "./expectations.ts";
import { armed, finishedV1, later, noted, paused, settled, started, startedWith, submitted } from "./given.ts";
import {
  changed,
  interactionAfter,
  post,
  refuses,
  startOf,
  stateAfter,
  stateV1After,
  subjectOf,
  submit,
  tasksAfter,
} from "./requests.ts";
import { hiddenUnder, identity } from "./scenarios.ts";
import { absent, filled, matching, object, time } from "./shape.ts";

const finished = [started("identity-check", ...identity), settled];
const failedV1 = [armed("broken"), started("age-check-v1", "DateOfBirth"), settled];
const running = { instanceId: "$instance", status: "InProgress" };
const dayMs = 86_400_000;

/** Cases about states, and the times and outcomes in a state. Spec 2.2, 3.1, 4.2, 8, 9. */
export const stateCases: CaseTable = {
  "instance-id-length/65-characters": refuses(post("v2.fetchState", { instanceId: "x".repeat(65) }), "MISSING_FIELD"),
  "instance-id-length/empty": refuses(post("v2.fetchState", { instanceId: "" }), "MISSING_FIELD"),
  "instance-id-length/64-characters": refuses(
    post("v2.fetchState", { instanceId: "x".repeat(64) }),
    "UNKNOWN_INSTANCE",
  ),
  "instance-status-values/completed": stateAfter(finished, { status: "Completed" }),
  "instance-status-values/failed": stateAfter(
    [armed("broken"), started("age-check", "DateOfBirth"), settled],
    succeeds((profile) => ({ status: failureOf(profile, "v2State") })),
  ),
  "instance-status-values/paused": stateAfter([started("age-check"), paused], { status: "Paused" }),
  "instance-status-values/paused-takes-nothing": {
    given: [started("age-check"), paused],
    request: changed(submit("DateOfBirth"), { interactionId: "any" }),
    response: refused("JOURNEY_NOT_ACTIVE"),
  },
  "metadata-created-time/v1": stateV1After([started("age-check-v1")], { "metaData.createdTime": time }),
  "metadata-created-time/v2": stateAfter([started("age-check")], metaData({ "metaData.createdTime": time })),
  "metadata-completed-time/v1": stateV1After(finishedV1, { "metaData.completedTime": time }),
  "metadata-completed-time/v2": stateAfter(finished, metaData({ "metaData.completedTime": time })),
  "completed-sets-completed-time/before": stateV1After(
    [started("age-check-v1")],
    by("completed-time-while-running", {
      absent: { "metaData.completedTime": absent },
      "empty-on-v1": { "metaData.completedTime": "" },
    }),
  ),
  "completed-sets-completed-time/after": stateV1After(finishedV1, {
    status: "Completed",
    "metaData.completedTime": time,
  }),
  "completed-sets-completed-time/not-by-failure": stateV1After(
    [armed("broken"), started("age-check-v1", "DateOfBirth"), settled],
    by("completed-time-on-failure", {
      absent: { "metaData.completedTime": absent },
      set: { "metaData.completedTime": time },
      "empty-on-v1": { "metaData.completedTime": "" },
    }),
  ),
  "completed-sets-completed-time/before-v2": stateAfter(
    [started("age-check")],
    by("completed-time-while-running", {
      absent: { "metaData.completedTime": absent },
      "empty-on-v1": { "metaData.completedTime": absent },
    }),
  ),
  "completed-sets-completed-time/not-by-failure-v2": stateAfter(
    [armed("broken"), started("age-check", "DateOfBirth"), settled],
    by("completed-time-on-failure", {
      absent: { "metaData.completedTime": absent },
      set: metaData({ "metaData.completedTime": time }),
      "empty-on-v1": { "metaData.completedTime": absent },
    }),
  ),
  "state-data-free-form": stateV1After([started("age-check-v1")], { data: object }),
  "state-data-free-form/without-filter-keys": {
    given: [started("age-check-v1")],
    request: post("v1.fetchState", { instanceId: "$instance" }),
    response: by("v1-state-data", { always: { data: object }, "by-filter-keys": { data: absent } }),
  },
  "state-data-free-form/malformed-filter-keys": {
    given: [started("age-check-v1")],
    request: post("v1.fetchState", { instanceId: "$instance", filterKeys: "/.*/" }),
    response: by("v1-state-data", { always: { data: object }, "by-filter-keys": refused("WRONG_VALUE") }),
  },
  "processing-success-completes": stateAfter([started("age-check"), submitted("DateOfBirth"), settled], {
    status: "Completed",
  }),
  "processing-success-completes/cannot-be-terminated": {
    given: finished,
    request: post("v2.terminateInstance", { instanceId: "$instance" }),
    response: refused("JOURNEY_NOT_ACTIVE"),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "processing-success-completes/v1": stateV1After(finishedV1, { status: "Completed" }),
  "processing-failure-fails": stateAfter(
    [armed("broken"), started("identity-check", ...identity), settled],
    succeeds((profile) => ({
      status: failureOf(profile, "v2State"),
      ...(profile["state-result-shape"] === "object" && {
        [outcomeAt(profile).replace(/outcome$/, "status")]: "failed",
      }),
      [outcomeAt(profile)]: absent,
    })),
  ),
  "state-fetch-fields": stateAfter(
    [started("age-check")],
    by("state-metadata", {
      "metadata-and-data": { ...running, metaData: filled, data: object },
      metadata: { ...running, metaData: filled, data: absent },
      neither: { ...running, metaData: absent, data: absent },
    }),
  ),
  "state-fetch-instance-id": refuses(post("v2.fetchState"), "MISSING_FIELD"),
  "state-fetch-instance-id/number": refuses(post("v2.fetchState", { instanceId: 1 }), "MISSING_FIELD"),
  "state-fetch-instance-id/unknown": refuses(
    post("v2.fetchState", { instanceId: "nobody-started-this" }),
    "UNKNOWN_INSTANCE",
  ),
  "state-fetch-instance-id/v1": refuses(post("v1.fetchState"), "MISSING_FIELD"),
  "state-result-overall": stateAfter(finished, finishedWith("accept")),
  "state-result-overall/pending": stateAfter(
    [started("age-check")],
    succeeds((profile) => ({ [outcomeAt(profile)]: absent })),
  ),
  "state-steps-advice": stateAfter(
    finished,
    stateWith({
      "steps[0].name": "Data Verification",
      "steps[0].advice.outcome": "Match",
    }),
  ),
  "state-journey-metadata": stateAfter([started("age-check")], {
    "context.process.journey.name": filled,
    "context.process.journey.startedAt": time,
    "context.process.journey.id": "$resource:age-check",
    "context.process.journey.version": filled,
  }),
  "state-steps-advice/failed-module": stateAfter(
    [armed("broken"), started("identity-check", ...identity), settled],
    by("failed-module-step", {
      absent: stateWith({ steps: [] }),
      listed: stateWith({
        "steps[0].name": "Data Verification",
        "steps[0].result.status": "error",
        "steps[0].result.error.errors[0].code": filled,
        "steps[0].result.error.correlationId": filled,
      }),
    }),
  ),
  "state-journey-metadata/instance": stateAfter(
    [started("age-check")],
    by("state-instance-id", {
      ordinal: { "context.process.instance.id": matching(/^\d+$/), "context.process.instance.instanceId": "$instance" },
      "instance-id": { "context.process.instance.id": "$instance", "context.process.instance.instanceId": "$instance" },
    }),
  ),
  "state-journey-metadata/end": stateAfter(
    finished,
    by("journey-end", {
      no: { "context.process.journey.endedAt": absent },
      yes: { "context.process.journey.endedAt": time },
    }),
  ),
  "state-journey-metadata/terminated": stateAfter(
    [
      started("age-check"),
      noted(
        post("v2.terminateInstance", { instanceId: "$instance" }),
        { ended: "instanceId" },
        "terminated the instance",
      ),
    ],
    succeeds((profile) => ({
      status: failureOf(profile, "v2State"),
      "context.process.journey.terminateInteraction": profile["journey-end"] === "yes" ? true : absent,
    })),
    { hidden: hiddenUnder("extension-endpoints", "absent") },
  ),
  "v2-asynchronous-only": {
    given: [armed("stuck")],
    request: startOf("age-check", "DateOfBirth"),
    response: { instanceId: matching(/./) },
  },
  "session-retention": stateAfter(
    [...finished, later(dayMs)],
    by("retention", { never: { status: "Completed" }, "after-a-day": refused("UNKNOWN_INSTANCE") }),
  ),
  "instance-status-values/failed-v1": stateV1After(
    failedV1,
    succeeds((profile) => ({ status: failureOf(profile, "v1State") })),
  ),
  "instance-status-values/failed-tasks": tasksAfter(
    failedV1,
    succeeds((profile) => ({ status: failureOf(profile, "tasks") })),
  ),
  "state-steps-advice/members": stateAfter(
    finished,
    by("advice-members", {
      conventional: stateWith({
        "steps[0].advice.contains.idNameAddress": 1,
        "steps[0].advice.contains.isUnder18": 0,
        "steps[0].advice.contains.idName": absent,
        "steps[0].advice.score": absent,
      }),
      extended: stateWith({
        "steps[0].advice.contains.idName": filled,
        "steps[0].advice.contains.isUnder18": false,
        "steps[0].advice.score": filled,
      }),
    }),
  ),
  "state-steps-advice/under-age": stateAfter(
    [startedWith("age-check", { identity: { dateOfBirth: "2020-02-29" } }), settled],
    by("advice-members", {
      conventional: stateWith({ "steps[0].advice.isUnder18": 1 }),
      extended: stateWith({ "steps[0].advice.isUnder18": true }),
    }),
  ),
  "state-steps-advice/minor": stateAfter(
    [
      startedWith("identity-check", {
        identity: { ...Object(subjectOf(...identity).identity), dateOfBirth: "2020-02-29" },
      }),
      settled,
    ],
    by("advice-members", {
      conventional: stateWith({ "steps[0].advice.contains.isUnder18": 1 }),
      extended: stateWith({ "steps[0].advice.contains.isUnder18": true }),
    }),
  ),
  "state-steps-advice/while-running": stateAfter(
    [started("document-and-selfie", "FullName", "DateOfBirth"), settled],
    by("state-steps-while-running", {
      "as-they-finish": stateWith({ status: "InProgress", "steps[0].name": filled }),
      "at-end": stateWith({ status: "InProgress", steps: [] }),
    }),
  ),
  "state-steps-advice/outcome-of-the-step": stateAfter(
    finished,
    by("step-shape", {
      full: stateWith({
        "steps[0].nodeId": filled,
        "steps[0].outcome": "Match",
        "steps[0].outcomeClassification": filled,
        "steps[0].result.outcome": "Match",
        "steps[0].process.step.durationMilliSec": filled,
        "steps[0].process.step.moduleName": "Data Verification",
      }),
      minimal: stateWith({
        "steps[0].nodeId": absent,
        "steps[0].outcome": absent,
        "steps[0].outcomeClassification": absent,
        "steps[0].process": absent,
      }),
    }),
  ),
  "state-steps-advice/decision": stateAfter(
    finished,
    by("decision-step", {
      no: stateWith({ "steps[-1].name": filled }),
      yes: succeeds((profile) => ({
        [`${stepsAt(profile)}[-1].name`]: absent,
        [`${stepsAt(profile)}[-1].outcome`]: spellOutcome(profile, "accept"),
        [`${stepsAt(profile)}[-1].result`]: null,
      })),
    }),
  ),
  "instance-status-values/failed-interaction": interactionAfter(
    [armed("broken"), started("age-check", "DateOfBirth"), settled],
    by("interaction-after-end", {
      "end-interaction": succeeds((profile) => ({ "journey.status": failureOf(profile, "v1State") })),
      conflict: responds(409),
    }),
  ),
  "session-retention/v1": stateV1After(
    [...finishedV1, later(dayMs)],
    by("retention", { never: { status: "Completed" }, "after-a-day": refused("UNKNOWN_INSTANCE") }),
  ),
  "session-retention/interaction": interactionAfter(
    [...finished, later(dayMs)],
    by("retention", { never: endInteraction, "after-a-day": refused("UNKNOWN_INSTANCE") }),
    { hidden: hiddenUnder("interaction-token", "end-user") },
  ),
  "session-retention/before-the-day": stateAfter([...finished, later(dayMs - 120_000)], { status: "Completed" }),
  "state-result-overall/own-outcome": stateAfter(
    [started("kit-outcomes", "DateOfBirth"), settled],
    succeeds((profile) => ({ status: "Completed", [outcomeAt(profile)]: "Welcome" })),
  ),
};
