import { at } from "../target/member.ts";
import { begun, facts, whole } from "./person.ts";
import { byStatus, isOk, patience, probe } from "./probe.ts";
import {
  accepted,
  askUntil,
  begunAs,
  ensureRejected,
  failedV1,
  fetchState,
  hasFailed,
  isOver,
  outcomeOf,
  resultOf,
  runOf,
  statusOf,
  stepsOf,
} from "./situation.ts";
import { start, v1, v2 } from "./start.ts";

const day = 86_400_000;

/** Probes of the state of a journey that is done. Spec 4.2. */
export const stateProbes = [
  probe({
    id: "state-accepted",
    sends: "state/fetch of an accepted journey",
    send: async (lab) => (await accepted(lab)).state,
    tells: {
      "outcome-spelling": (state) => {
        const outcome = outcomeOf(state);
        return outcome === "Accept" ? "plain" : outcome === "Decision: Accept" ? "decision" : [];
      },
      "state-result-place": ({ body }) => {
        const inProcess = at(body, "context.process.result") !== undefined;
        const inContext = at(body, "context.result") !== undefined;
        return inProcess ? (inContext ? "both" : "process") : inContext ? "context" : [];
      },
      "state-result-shape": (state) => {
        const result = resultOf(state);
        return result === undefined ? undefined : typeof result === "string" ? "string" : "object";
      },
      "state-metadata": ({ body }) => {
        const [metaData, data] = [at(body, "metaData"), at(body, "data")];
        return metaData === undefined
          ? data === undefined
            ? "neither"
            : []
          : data === undefined
            ? "metadata"
            : "metadata-and-data";
      },
      "step-shape": (state) => {
        const named = stepsOf(state).find((step) => at(step, "name") !== undefined);
        if (named === undefined) return undefined;
        return at(named, "outcomeClassification") === undefined ? "minimal" : "full";
      },
      "decision-step": (state) => {
        const steps = stepsOf(state);
        if (steps.length === 0) return undefined;
        return steps.some((step) => at(step, "name") === undefined) ? "yes" : "no";
      },
      "advice-members": (state) => {
        const contains = stepsOf(state).map((step) => at(step, "advice.contains"));
        const found = contains.find((one) => one !== undefined);
        if (found === undefined) return undefined;
        return at(found, "idName") === undefined ? "conventional" : "extended";
      },
      "state-instance-id": ({ body }) => {
        const id = at(body, "context.process.instance.id");
        return id === at(body, "instanceId") ? "instance-id" : typeof id === "string" ? "ordinal" : [];
      },
      "journey-end": ({ body }) => (at(body, "context.process.journey.endedAt") === undefined ? "no" : "yes"),
    },
  }),
  probe({
    id: "state-between",
    sends: "state/fetch where one segment is done and the next waits for data",
    send: async (lab) => {
      await accepted(lab);
      const instanceId = await start(lab, v2(lab.settings.journeys.document, begun("Lovelace")));
      return askUntil(
        lab,
        () => fetchState(lab, "v2", instanceId),
        (state) => stepsOf(state).length > 0,
      );
    },
    tells: {
      "state-steps-while-running": (state) =>
        isOver(state) ? undefined : stepsOf(state).length > 0 ? "as-they-finish" : "at-end",
    },
  }),
  probe({
    id: "state-preview",
    sends: "state/fetch of a journey that was started in preview",
    send: async (lab) => {
      const { preview } = lab.settings.journeys;
      const state = await fetchState(lab, "v2", await start(lab, v2(preview)));
      return { state, started: preview.split("@", 1)[0] };
    },
    tells: {
      "state-journey-id": ({ state, started }) => {
        const id = at(state.body, "context.process.journey.id");
        return typeof id === "string" ? (id === started ? "started" : "journey") : undefined;
      },
    },
  }),
  probe({
    id: "state-documents",
    sends: "state/fetch of a finished journey with a document",
    send: async (lab) => {
      await accepted(lab);
      const instanceId = await start(lab, v2(lab.settings.journeys.document, whole()));
      return askUntil(lab, () => fetchState(lab, "v2", instanceId), isOver);
    },
    tells: {
      "state-subject": (state) => {
        if (!isOver(state)) return undefined;
        return at(state.body, "context.subject.documents") === undefined ? "without-documents" : "with-documents";
      },
    },
  }),
  probe({
    id: "reject-early",
    sends: "a run that its first segment speaks against",
    send: async (lab) => {
      await ensureRejected(lab);
      const instanceId = await start(lab, v2(lab.settings.journeys.document, await begunAs(lab, "rejected")));
      return askUntil(lab, () => fetchState(lab, "v2", instanceId), isOver);
    },
    tells: { "evaluation-timing": (state) => (isOver(state) ? "every-segment" : "at-end") },
  }),
  probe({
    id: "refer",
    sends: "a run that is to be reviewed",
    send: async (lab) => ({ referred: (await runOf(lab, "referred")).state, good: (await accepted(lab)).state }),
    tells: {
      "refer-ends-journey": ({ referred, good }) => {
        if (!isOver(referred)) return "no";
        return outcomeOf(referred) === outcomeOf(good) ? undefined : "yes";
      },
      paused: ({ referred }) => {
        if (isOver(referred)) return undefined;
        return statusOf(referred.body) === "Paused" ? "in-review" : "by-tester";
      },
      "referred-result": ({ referred }) => {
        if (isOver(referred)) return undefined;
        return outcomeOf(referred) === undefined ? "pending" : "decision";
      },
    },
  }),
  probe({
    id: "fail",
    sends: "state/fetch and task/list of failed journeys",
    send: async (lab) => {
      const old = await failedV1(lab);
      const { state } = await runOf(lab, "failing");
      return { old: old.state, state, tasks: await lab.call("v1.listTasks", { instanceId: old.instanceId }) };
    },
    tells: {
      "failure-status": ({ old, state, tasks }) => {
        if (!hasFailed(state)) return undefined;
        if (statusOf(state.body) === "Failed") return "failed";
        if (statusOf(old.body) === "Failed") return "error-in-v2-state";
        return statusOf(tasks.body) === "Failed" ? "error-in-state" : "error";
      },
      "completed-time-on-failure": ({ old }) => {
        if (!isOk(old)) return undefined;
        const time = at(old.body, "metaData.completedTime");
        return time === undefined ? "absent" : time === "" ? "empty-on-v1" : "set";
      },
      "failed-module-step": ({ state }) => {
        if (!hasFailed(state)) return undefined;
        const failed = stepsOf(state).some((step) => at(step, "result.status") === "error");
        return failed ? "listed" : "absent";
      },
    },
  }),
  probe({
    id: "state-v1-open",
    sends: "v1 state/fetch while tasks are open",
    send: async (lab) => fetchState(lab, "v1", await start(lab, v1(lab, facts.name))),
    tells: {
      "completed-time-while-running": (state) => {
        if (!isOk(state)) return undefined;
        const time = at(state.body, "metaData.completedTime");
        return time === undefined ? "absent" : time === "" ? "empty-on-v1" : [];
      },
      "v1-flow-while-running": ({ body }) => {
        const flow = at(body, "data.process.flow") ?? at(body, "data.context.process.flow");
        return flow === undefined ? "at-decision" : "as-they-finish";
      },
    },
  }),
];

/** Waits a day, so it comes after everything that looks at finished journeys. Spec 8. */
export const retentionProbes = [
  probe({
    id: "outlive-retention",
    sends: "state/fetch a day after the end",
    needs: patience(day),
    send: async (lab) => {
      const { instanceId } = await accepted(lab);
      await lab.wait(day + 60_000);
      return fetchState(lab, "v2", instanceId);
    },
    tells: { retention: byStatus({ ok: "never", 404: "after-a-day", 403: "after-a-day", 400: "after-a-day" }) },
  }),
];
