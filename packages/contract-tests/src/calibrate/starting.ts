import { routes } from "@journey-kit/schemas/routes";
import { at } from "../target/member.ts";
import { facts, whole } from "./person.ts";
import { byStatus, isOk, option, patience, probe } from "./probe.ts";
import { fetchInteraction } from "./reach.ts";
import { cast, fetchState, hasFailed } from "./situation.ts";
import { start, startPlain, tryStart, v1, v2 } from "./start.ts";
import { tokenOf } from "./token-request.ts";

const minute = 60_000;
const page = { delivery: "page" };

/** Probes of how a v2 journey starts and of what is published. Spec 1, 2.1, 2.7, 4.2. */
export const startingProbes = [
  probe({
    id: "start-without-version",
    sends: "a start whose `resourceId` has no version",
    send: (lab) => {
      const { age } = lab.settings.journeys;
      return tryStart(lab, v2(age), (body) => ({ ...body, resourceId: age.replace(/@.*/, "") }));
    },
    tells: { "version-omitted": byStatus({ ok: "latest", 400: "refused" }) },
  }),
  probe({
    id: "start-unknown",
    sends: "a start of a journey that nobody published",
    send: (lab) =>
      tryStart(lab, v2(lab.settings.journeys.age), (body) => ({ ...body, resourceId: "nobody-published-this@latest" })),
    tells: { "unknown-resource": byStatus({ 404: "not-found", 400: "bad-request" }) },
  }),
  probe({
    id: "start-elsewhere",
    sends: "a start of a journey of another region",
    needs: option("journeys.elsewhere", ({ settings }) => settings.journeys.elsewhere),
    send: (lab) =>
      tryStart(lab, v2(lab.settings.journeys.age), (body) => ({
        ...body,
        resourceId: lab.settings.journeys.elsewhere,
      })),
    tells: { "unavailable-region": byStatus({ 404: "not-found", 400: "bad-request" }) },
  }),
  probe({
    id: "fetch-elsewhere",
    sends: "state/fetch in another region",
    needs: option("otherRegion", ({ settings }) => settings.otherRegion),
    send: async (lab) => {
      const instanceId = await start(lab, v2(lab.settings.journeys.age));
      return lab.send(routes["v2.fetchState"].path, { baseUrl: lab.settings.otherRegion, body: { instanceId } });
    },
    tells: { "region-visibility": byStatus({ ok: "all", 404: "own", 403: "own", 400: "own" }) },
  }),
  probe({
    id: "start-without-v2",
    sends: "a v2 start by a client without v2",
    needs: option("withoutV2", ({ settings }) => settings.withoutV2),
    send: async (lab) => {
      const body = { resourceId: lab.settings.journeys.age, context: { config: { delivery: "api" }, subject: {} } };
      return lab.call("v2.startJourney", body, await tokenOf(lab, lab.settings.withoutV2));
    },
    tells: { "v2-not-enabled": byStatus({ 403: "forbidden", 404: "not-found" }) },
  }),
  probe({
    id: "start-wrong-generation",
    sends: "a v2 start of a v1 journey",
    send: async (lab) => {
      await start(lab, v1(lab));
      const { age, identityV1 } = lab.settings.journeys;
      return tryStart(lab, v2(age), (body) => ({ ...body, resourceId: identityV1 }));
    },
    tells: { "incompatible-journey": byStatus({ 400: "bad-request", 404: "not-found", 409: "conflict" }) },
  }),
  probe({
    id: "start-odd-delivery",
    sends: "a start with the delivery `kiosk`",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, {}, { delivery: "kiosk" })),
    tells: { "delivery-values": byStatus({ ok: "as-api", 400: "refused" }) },
  }),
  probe({
    id: "start-without-subject",
    sends: "a v2 and a v1 start without a subject",
    send: async (lab) => {
      const without = ({ resourceId, context: { config } }: { resourceId: string; context: { config: unknown } }) => ({
        resourceId,
        context: { config },
      });
      const onV2 = await tryStart(lab, v2(lab.settings.journeys.age), without);
      return { onV2, onV1: await tryStart(lab, v1(lab), without) };
    },
    tells: {
      "start-subject-omitted": ({ onV2, onV1 }) => {
        if (isOk(onV2) && isOk(onV1)) return "accepted";
        if (onV2.status !== 400) return [];
        return isOk(onV1) ? "refused-on-v2" : byStatus({ 400: "refused" })(onV1);
      },
    },
  }),
  probe({
    id: "start-bad-prefill",
    sends: "a start with an optional element that is malformed",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.identity, facts.badNumber)),
    tells: { "invalid-prefill": byStatus({ ok: "stripped", 400: "refused" }) },
  }),
  probe({
    id: "start-plain",
    sends: "a plain start",
    send: (lab) => startPlain(lab, v2(lab.settings.journeys.age)),
    tells: {
      "start-response": (answer) => {
        if (!isOk(answer)) return undefined;
        const isMessage = at(answer.body, "status") === "started" && at(answer.body, "message") !== undefined;
        return isMessage ? "message" : Object.keys(Object(answer.body)).length === 1 ? "nothing" : [];
      },
    },
  }),
  probe({
    id: "start-page",
    sends: "a start for hosted pages",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, {}, page)),
    tells: {
      "instance-url-form": (answer) => {
        const url = at(answer.body, "instanceUrl");
        if (typeof url !== "string") return undefined;
        return url.startsWith("/") ? "path" : URL.canParse(url) ? "absolute" : [];
      },
    },
  }),
  probe({
    id: "call-page",
    sends: "interaction/fetch on an instance for hosted pages",
    send: async (lab) => fetchInteraction(lab, await start(lab, v2(lab.settings.journeys.age, {}, page))),
    tells: { "page-api-calls": byStatus({ ok: "allowed", 409: "refused" }) },
  }),
  probe({
    id: "start-for-no-time",
    sends: "a start whose link lives 0 minutes",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, {}, { ...page, linkConfig: { ttlMinutes: 0 } })),
    tells: { "link-config-bounds": byStatus({ ok: "any", 400: "at-least-one" }) },
  }),
  probe({
    id: "outlive-link",
    sends: "a start whose link lives a minute, and state/fetch after it",
    needs: patience(minute),
    send: async (lab) => {
      const config = { ...page, linkConfig: { ttlMinutes: 1 } };
      const instanceId = await start(lab, v2(lab.settings.journeys.age, {}, config));
      await lab.wait(minute + 1_000);
      return fetchState(lab, "v2", instanceId);
    },
    tells: {
      "link-expiry": (state) => (isOk(state) ? (hasFailed(state) ? "instance-fails" : "link-only") : undefined),
    },
  }),
];

/** Probes of how a v1 journey starts. Spec 4.3, 9. */
export const v1StartingProbes = [
  probe({
    id: "start-v1-plain",
    sends: "a plain v1 start",
    send: (lab) => startPlain(lab, v1(lab)),
    tells: {
      "v1-start-status": (answer) => (isOk(answer) ? byStatus({ 201: "created", 200: "ok" })(answer) : undefined),
    },
  }),
  probe({
    id: "start-v1-page",
    sends: "a v1 start for hosted pages",
    send: (lab) => tryStart(lab, v1(lab, {}, { async: true, delivery: "page" })),
    tells: {
      "v1-delivery": (answer) => {
        if (!isOk(answer)) return [];
        return at(answer.body, "instanceUrl") === undefined ? "ignored" : "optional";
      },
    },
  }),
  probe({
    id: "start-v1-open",
    sends: "a synchronous v1 start without prefill",
    send: (lab) => tryStart(lab, v1(lab, {}, {})),
    tells: { "v1-sync-open-tasks": byStatus({ ok: "answers-at-once", 400: "refused" }) },
  }),
  probe({
    id: "start-v1-failing",
    sends: "a synchronous v1 start of somebody whose modules fail",
    send: async (lab) => tryStart(lab, v1(lab, whole(await cast(lab, "failing")), {})),
    tells: {
      "v1-sync-failure": (answer) =>
        isOk(answer) ? undefined : byStatus({ 500: "500", 502: "502", 503: "503", 504: "504" })(answer),
    },
  }),
  probe({
    id: "count-after-failure",
    sends: "the same, with the instances counted before and after",
    needs: ({ control }) =>
      control === undefined ? "The id of the instance is not told; it takes control to count instances." : undefined,
    send: async (lab) => {
      const count = async () => (await lab.control?.instances())?.instances.length ?? 0;
      const body = v1(lab, whole(await cast(lab, "failing")), {});
      const before = await count();
      return { answer: await tryStart(lab, body), more: (await count()) - before };
    },
    tells: {
      "v1-sync-failed-instance": ({ answer, more }) => (answer.status < 500 ? undefined : more > 0 ? "failed" : "none"),
    },
  }),
];
