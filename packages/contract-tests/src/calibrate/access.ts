import { routes } from "@journey-kit/schemas/routes";
import { at } from "../target/member.ts";
import type { Answer } from "../target/target.ts";
import type { Lab } from "./lab.ts";
import { facts, image } from "./person.ts";
import { byStatus, isOk, probe } from "./probe.ts";
import { start, startPlain, tryStart, v1, v2 } from "./start.ts";

const startPath = routes["v2.startJourney"].path;
const mebibyte = 1024 ** 2;

const plain = ({ settings }: Lab) => ({
  resourceId: settings.journeys.age,
  context: { config: { delivery: "api" }, subject: {} },
});

/** Starts the document journey with documents as prefill. */
const startWith = (lab: Lab, ...documents: readonly object[]): Promise<Answer> =>
  tryStart(lab, v2(lab.settings.journeys.document, { documents }));

/** A start whose content is not JSON by its header. */
const startAsText = (lab: Lab): Promise<Answer> =>
  lab.once("start as text", () => lab.send(startPath, { headers: { "content-type": "text/plain" }, body: plain(lab) }));

/** Probes of errors. Spec 2.2, 4, 7, 9. */
export const errorProbes = [
  probe({
    id: "fetch-unknown",
    sends: "state/fetch of an instance that is not there",
    send: async (lab) => {
      await start(lab, v2(lab.settings.journeys.age));
      return lab.call("v2.fetchState", { instanceId: "nobody-started-this-instance" });
    },
    tells: { "unknown-instance": byStatus({ 404: "not-found", 403: "forbidden", 400: "bad-request" }) },
  }),
  probe({
    id: "fetch-unknown-v1",
    sends: "v1 state/fetch of an instance that is not there",
    send: async (lab) => {
      await start(lab, v1(lab));
      return lab.call("v1.fetchState", { instanceId: "nobody-started-this-instance" });
    },
    tells: {
      "v1-error-body": ({ body }) => {
        if (Array.isArray(at(body, "errors"))) return "errors";
        return typeof at(body, "status") === "number" && at(body, "message") !== undefined ? "older" : [];
      },
    },
  }),
  probe({
    id: "go-astray",
    sends: "a call to a path that is not there",
    send: (lab) => lab.send("/v2/captain/journey/nowhere", {}),
    tells: { "unknown-path": byStatus({ 404: "not-found", 401: "unauthorized" }) },
  }),
  probe({
    id: "check-health",
    sends: "a GET of the health endpoint, which is an extension",
    send: (lab) => lab.send("/v2/captain/journey/health", { method: "GET" }),
    tells: { "extension-endpoints": byStatus({ 200: "present", 404: "absent", 401: "absent" }) },
  }),
  probe({
    id: "get-start",
    sends: "a GET of journey/start",
    send: (lab) => lab.send(startPath, { method: "GET" }),
    tells: { "wrong-method": byStatus({ 405: "not-allowed", 404: "not-found" }) },
  }),
  probe({
    id: "start-as-text",
    sends: "a start that is not JSON by its header",
    send: startAsText,
    tells: {
      "wrong-content-type": byStatus({ 415: "unsupported", 400: "bad-request" }),
      "error-location-values": ({ body }) => {
        const location = at(body, "errors.0.location");
        return ["Body", "Authorization", "Path", "Service"].includes(String(location)) ? "four" : "extended";
      },
    },
  }),
  probe({
    id: "start-with-id",
    sends: "a start with an `X-Request-ID`",
    send: (lab) => lab.send(startPath, { headers: { "x-request-id": "calibration-1" }, body: plain(lab) }),
    tells: {
      "x-request-id-echo": ({ headers }) => {
        const id = headers.get("x-request-id");
        return id === null ? [] : id === "calibration-1" ? "echoed" : "new-one";
      },
    },
  }),
  probe({
    id: "start-with-query",
    sends: "a start with a query parameter",
    send: async (lab) => {
      await start(lab, v2(lab.settings.journeys.age));
      return lab.send(`${startPath}?view=slim`, { body: plain(lab) });
    },
    tells: { "query-parameters": byStatus({ ok: "ignored", 400: "refused" }) },
  }),
  probe({
    id: "start-with-more",
    sends: "a start with a member that nobody knows",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age), (body) => ({ ...body, mood: "sunny" })),
    tells: { "extra-members": byStatus({ ok: "ignored", 400: "refused" }) },
  }),
];

/** Probes of what a subject may hold. Spec 2.8. */
export const subjectProbes = [
  probe({
    id: "small-country",
    sends: "a country in small letters as prefill",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.identity, facts.smallCountry)),
    tells: { "required-fields": byStatus({ ok: "element-minimum", 400: "strict" }) },
  }),
  probe({
    id: "untyped-documents",
    sends:
      "two starts with a bad image: in a document of the type `primary`, and in the first of two documents without a type",
    send: async (lab) => ({
      small: await startWith(lab, { type: "primary", side1Image: "not an image" }),
      sides: await startWith(lab, { side1Image: "not an image" }, { side2Image: image }),
    }),
    tells: {
      // The server refuses the start only if the document with the bad image is the primary document.
      "document-type-case": ({ small, sides }) => {
        if (isOk(small)) return "exact";
        return byStatus({ ok: "lenient", 400: "first-untyped" })(sides);
      },
    },
  }),
  probe({
    id: "wrong-type-elsewhere",
    sends: "a start with a number as the IBAN of an account, which no element uses",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, { accounts: [{ iban: 7 }] })),
    tells: { "subject-validation": byStatus({ ok: "elements", 400: "whole" }) },
  }),
  probe({
    id: "null-birth",
    sends: "a start with null as the date of birth",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, { identity: { dateOfBirth: null } })),
    tells: { "null-values": byStatus({ ok: "absent", 400: "refused" }) },
  }),
  probe({
    id: "number-birth",
    sends: "a start with a number as the date of birth",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, { identity: { dateOfBirth: 19_901_210 } })),
    tells: {
      "wrong-value-code": ({ body }) => {
        const code = at(body, "errors.0.code");
        return code === "4003" ? "invalid-field" : code === "4002" ? "by-endpoint" : [];
      },
    },
  }),
  probe({
    id: "empty-side",
    sends: "a document with an empty `side2Image` as prefill",
    send: (lab) => startWith(lab, { type: "Primary", side1Image: image, side2Image: "" }),
    tells: { "empty-image": byStatus({ ok: "no-such-side", 400: "rejected" }) },
  }),
  probe({
    id: "data-url",
    sends: "an image as a `data:` URL as prefill",
    send: (lab) => startWith(lab, { type: "Primary", side1Image: `data:image/png;base64,${image}` }),
    tells: { "image-encoding": byStatus({ ok: "data-url", 400: "bare-base64" }) },
  }),
];

/** Probes of limits. The rate comes last: all the other calls have pressed the target by then. Spec 8. */
export const limitProbes = [
  probe({
    id: "many-documents",
    sends: "a start with 51 documents",
    send: (lab) => tryStart(lab, v2(lab.settings.journeys.age, { documents: Array.from({ length: 51 }, () => ({})) })),
    tells: { "array-limits": byStatus({ ok: "none", 400: "fifty" }) },
  }),
  probe({
    id: "large-body",
    sends: "a start of a byte more than 1 MiB",
    send: (lab) => lab.send(startPath, { body: JSON.stringify(plain(lab)).padEnd(mebibyte + 1) }),
    tells: { "request-size-limit": byStatus({ ok: "20MiB", 413: "1MiB" }) },
  }),
  probe({
    id: "hurry",
    sends: "more than 60 starts and submits within a minute",
    needs: ({ settings, pace }) =>
      settings.burst === true || pace.limited || pace.most > 60
        ? undefined
        : "It takes more than 60 calls within a minute, which the option `burst` allows.",
    send: async (lab) => {
      const { age } = lab.settings.journeys;
      while (!lab.pace.limited && lab.pace.most <= 60) await startPlain(lab, v2(age)).then(() => start(lab, v2(age)));
      return lab.pace.limited;
    },
    tells: { "rate-limit": (isLimited) => (isLimited ? "limited" : "none") },
  }),
];
