import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import type { Lab } from "./lab.ts";
import { covered, facts } from "./person.ts";
import { byStatus, isOk, option, probe } from "./probe.ts";
import {
  collects,
  connect,
  fetchInteraction,
  findReach,
  hand,
  idOf,
  isForEndUsers,
  outstanding,
  submit,
} from "./reach.ts";
import { accepted, busy } from "./situation.ts";
import { start, v2 } from "./start.ts";

/** The first interaction of a new identity journey. */
const fetchFirst = (lab: Lab): Promise<Answer> =>
  lab.once("first interaction", async () =>
    fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.identity))),
  );

/** Probes of what interaction/fetch answers. Spec 2.5, 4.2. */
export const fetchProbes = [
  probe({
    id: "fetch-first",
    sends: "interaction/fetch on a new instance",
    send: fetchFirst,
    tells: {
      "fetch-status": byStatus({ 200: "ok", 201: "created" }),
      "interaction-fetch-layout": (answer) => {
        if (!isOk(answer)) return undefined;
        if (Array.isArray(at(answer.body, "interaction.collects"))) return "nested";
        return Array.isArray(at(answer.body, "collects")) ? "flat" : [];
      },
      "interaction-resource-version": ({ body }) => {
        const version = at(body, "interaction.resource.version");
        return typeof version === "string" ? (version === "latest" ? "started" : "pinned") : undefined;
      },
      "outstanding-granularity": (answer) => {
        const list = outstanding(answer);
        return list.length === 0 ? undefined : list.some((name) => name.includes("/")) ? "fields" : "elements";
      },
    },
  }),
  probe({
    id: "fetch-optional",
    sends: "interaction/fetch where an optional element is collected",
    send: async (lab) =>
      fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.identity, facts.nameAndBirth))),
    tells: {
      "outstanding-scope": (answer) => {
        const optional = [...collects(answer)].flatMap(([name, spec]) => (spec === "optional" ? [name] : []));
        if (optional.length === 0) return undefined;
        const isNamed = outstanding(answer).some((text) => optional.includes(text.split("/", 1)[0] ?? ""));
        return isNamed ? "all" : "required";
      },
    },
  }),
  probe({
    id: "fetch-after-one",
    sends: "interaction/fetch where one element is prefilled",
    send: async (lab) => fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.identity, facts.name))),
    tells: {
      "outstanding-shrinks": (answer) => {
        if (!collects(answer).has("FullName")) return undefined;
        return outstanding(answer).some((text) => text.startsWith("FullName")) ? "when-advancing" : "as-accepted";
      },
    },
  }),
  probe({
    id: "fetch-busy",
    sends: "interaction/fetch while modules run",
    send: busy,
    tells: { "interaction-while-running": byStatus({ ok: "processing", 404: "not-found", 409: "conflict" }) },
  }),
  probe({
    id: "fetch-behind-modules",
    sends: "a whole first submit, and interaction/fetch at once",
    send: async (lab) => {
      await busy(lab);
      const names = ["FullName", "DateOfBirth"];
      const handed = await hand(lab, { resourceId: lab.settings.journeys.document }, names, facts.nameAndBirth);
      return { ...handed, fetched: await fetchInteraction(lab, handed.instanceId) };
    },
    tells: {
      "interaction-waits-for-modules": ({ answer, interactionId, fetched }) => {
        if (!isOk(answer)) return undefined;
        return collects(fetched).size > 0 && idOf(fetched) !== interactionId ? "at-once" : "waits";
      },
    },
  }),
  probe({
    id: "fetch-after-end",
    sends: "interaction/fetch once the journey is done",
    send: async (lab) => fetchInteraction(lab, (await accepted(lab)).instanceId),
    tells: {
      "interaction-after-end": byStatus({ ok: "end-interaction", 409: "conflict" }),
      "end-interaction-outcome": (answer) => {
        if (!isOk(answer)) return undefined;
        return at(answer.body, "result") === undefined ? "layout" : "result";
      },
    },
  }),
];

/** Probes of how interactions follow each other, and of who may reach them. Spec 3.2, 4.2, 5. */
export const progressionProbes = [
  probe({
    id: "submit-whole",
    sends: "all that an interaction requires",
    send: (lab) =>
      hand(lab, { resourceId: lab.settings.journeys.identity }, ["FullName", "DateOfBirth"], facts.nameAndBirth),
    tells: { "submit-status": ({ answer }) => byStatus({ 200: "ok", 201: "created" })(answer) },
  }),
  probe({
    id: "prefill-required",
    sends: "a start with all that is required as prefill, and interaction/fetch",
    send: async (lab) => fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.identity, covered))),
    tells: { "prefill-covers": (fetched) => (collects(fetched).size > 0 ? "all" : "required") },
  }),
  probe({
    id: "fetch-extras",
    sends: "interaction/fetch where nothing is required",
    needs: option("journeys.extras", ({ settings }) => settings.journeys.extras),
    send: async (lab) => fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.extras ?? ""))),
    tells: {
      "optional-only": (fetched) => {
        const specs = [...collects(fetched).values()];
        return specs.length > 0 && specs.every((spec) => spec === "optional") ? "waits" : "passed-over";
      },
    },
  }),
  probe({
    id: "list-v2-tasks",
    sends: "task/list/schema on v2",
    send: async (lab) => {
      const instanceId = await start(lab, v2(lab.settings.journeys.age));
      return { instanceId, answer: await lab.call("v2.listTaskSchemas", { instanceId }) };
    },
    tells: {
      "v2-task-list": ({ instanceId, answer }) => {
        if (!isOk(answer)) return byStatus({ 404: "not-found" })(answer);
        const taskId = at(answer.body, "tasks.0.taskId");
        return taskId === undefined ? "none" : taskId === instanceId ? "instance" : "interaction";
      },
    },
  }),
  probe({
    id: "reach-interactions",
    sends: "interaction/fetch with the access token, and device/start at both of its paths",
    send: findReach,
    tells: {
      "interaction-token": (reach) => (isForEndUsers(reach) ? "end-user" : isOk(reach.fetched) ? "either" : undefined),
      "device-start": ({ here, there }) => (isOk(here) ? "device" : isOk(there) ? "journey-device" : "absent"),
    },
  }),
  probe({
    id: "connect-device",
    sends: "device/connect twice: with the connect token in the body, and as the bearer token",
    send: async (lab) => {
      const instanceId = await start(lab, v2(lab.settings.journeys.age));
      return {
        byBody: await connect(lab, instanceId, (connectToken) => ({ body: { connectToken } })),
        byBearer: await connect(lab, instanceId, (bearer) => ({ body: {}, bearer })),
      };
    },
    tells: {
      "connect-token-place": ({ byBody, byBearer }) => {
        if (isOk(byBody)) return isOk(byBearer) ? "either" : "body";
        return isOk(byBearer) ? "bearer" : [];
      },
    },
  }),
  probe({
    id: "submit-stale",
    sends: "a submit to an interaction that is behind",
    send: async (lab) => {
      const names = ["FullName", "DateOfBirth"];
      const { instanceId, interactionId } = await hand(
        lab,
        { resourceId: lab.settings.journeys.identity },
        names,
        facts.nameAndBirth,
      );
      return submit(lab, instanceId, interactionId, ["FullName"], facts.name);
    },
    tells: { "stale-interaction": byStatus({ 409: "conflict", 404: "not-found", 400: "bad-request" }) },
  }),
  probe({
    id: "submit-after-end",
    sends: "a submit once the journey is done",
    send: async (lab) => {
      const interactionId = idOf(await fetchFirst(lab));
      return submit(lab, (await accepted(lab)).instanceId, interactionId, ["FullName"], facts.name);
    },
    tells: { "inactive-instance": byStatus({ 409: "conflict", 400: "bad-request" }) },
  }),
];
