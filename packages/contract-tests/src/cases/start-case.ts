import { by, refused, succeeds, withHeaders } from "./answer.ts";
import {
  changed,
  fetchInteraction,
  fetchState,
  fetchStateV1,
  post,
  resource,
  startV1With,
  startV2,
  startWith,
} from "./ask.ts";
import type { CaseTable } from "./case.ts";
import { later, repeated, settled, started, startedV1With, startedWith } from "./given.ts";
import { image } from "./person.ts";
import { failureOf, finishedWith, interaction } from "./place.ts";
import { absent, filled, like } from "./shape.ts";

const birth = { identity: { dateOfBirth: "1990-12-10" } };
const page = { delivery: "page" };

const linkFor = (ttlMinutes: unknown) =>
  startWith("age-check", {}, { delivery: "page", linkConfig: { ttlMinutes, resumeExpiryMinutes: 60 } });

/** Resource ids and the start of an instance. Spec 2.1, 2.7, 4.2. */
export const startCases: CaseTable = {
  "resource-id-format/no-id": {
    ask: changed(startV2("age-check"), { resourceId: "@latest" }),
    answer: refused("MISSING_FIELD"),
  },
  "resource-id-format/no-version": {
    ask: changed(startV2("age-check"), { resourceId: "$resource:age-check" }),
    answer: by("version-omitted", { refused: refused("MISSING_FIELD"), latest: succeeds({ instanceId: filled }) }),
  },
  "resource-id-latest": {
    given: [started("kit-versions@latest")],
    ask: fetchState,
    answer: succeeds({ "context.process.journey.version": "2" }),
  },
  "resource-id-pinned": {
    given: [started("kit-versions@1")],
    ask: fetchState,
    answer: succeeds({ "context.process.journey.version": "1" }),
  },
  "resource-id-pinned/never-published": {
    ask: startV2("age-check@never-published"),
    answer: refused("UNKNOWN_RESOURCE"),
  },
  "start-journey-published": { ask: startV2("never-published"), answer: refused("UNKNOWN_RESOURCE") },
  "start-in-configured-region/elsewhere": {
    given: [started("kit-europe")],
    ask: { ...startV2("kit-europe"), region: "us" },
    answer: refused("UNAVAILABLE_REGION"),
  },
  "start-in-configured-region/there": {
    given: [started("kit-europe")],
    ask: { ...startV2("kit-europe"), region: "eu" },
    answer: succeeds({ instanceId: filled }),
  },
  "start-resource-id-required/absent": {
    ask: changed(startV2("age-check"), { resourceId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  "start-resource-id-required/number": {
    ask: changed(startV2("age-check"), { resourceId: 7 }),
    answer: refused("MISSING_FIELD"),
  },
  "start-resource-id-required/v1": {
    ask: post("v1.startJourney", { context: { subject: {} } }),
    answer: refused("MISSING_FIELD"),
  },
  "start-context-required": {
    ask: post("v2.startJourney", { resourceId: resource("age-check") }),
    answer: refused("MISSING_FIELD"),
  },
  "start-context-required/null": {
    ask: post("v2.startJourney", { resourceId: resource("age-check"), context: null }),
    answer: refused("MISSING_FIELD"),
  },
  "start-subject-required": {
    ask: startWith("age-check", undefined),
    answer: by("start-subject-omitted", {
      "refused-on-v2": refused("MISSING_FIELD"),
      refused: refused("MISSING_FIELD"),
      accepted: succeeds({ instanceId: filled }),
    }),
  },
  "start-subject-required/v1": {
    ask: startV1With("age-check-v1", undefined, { async: true }),
    answer: by("start-subject-omitted", {
      "refused-on-v2": succeeds({ instanceId: filled }),
      refused: refused("MISSING_FIELD"),
      accepted: succeeds({ instanceId: filled }),
    }),
  },
  "start-delivery-required-v2": { ask: startWith("age-check", {}, {}), answer: refused("MISSING_FIELD") },
  "start-delivery-required-v2/no-config": {
    ask: post("v2.startJourney", { resourceId: resource("age-check"), context: { subject: {} } }),
    answer: refused("MISSING_FIELD"),
  },
  "start-delivery-required-v2/another-value": {
    ask: startWith("age-check", {}, { delivery: "pigeon" }),
    answer: by("delivery-values", { refused: refused("MISSING_FIELD"), "as-api": succeeds({ instanceUrl: absent }) }),
  },
  "delivery-api-no-url": { ask: startV2("age-check"), answer: succeeds({ instanceId: filled, instanceUrl: absent }) },
  "delivery-page-url": {
    ask: startWith("age-check", {}, page),
    answer: by("instance-url-form", {
      absolute: succeeds({ instanceUrl: like(/^https?:\/\/./) }),
      path: succeeds({ instanceUrl: like(/^\/[^/]/) }),
    }),
  },
  "start-assisted-boolean": {
    ask: startWith("age-check", {}, { delivery: "api", assisted: true }),
    answer: succeeds({ instanceId: filled }),
  },
  "start-assisted-boolean/text": {
    ask: startWith("age-check", {}, { delivery: "api", assisted: "yes" }),
    answer: refused("MISSING_FIELD"),
  },
  "link-config-integers": { ask: linkFor(60), answer: succeeds({ instanceUrl: filled }) },
  "link-config-integers/text": { ask: linkFor("60"), answer: refused("MISSING_FIELD") },
  "link-config-integers/fraction": { ask: linkFor(1.5), answer: refused("MISSING_FIELD") },
  "link-config-integers/zero": {
    ask: linkFor(0),
    answer: by("link-config-bounds", {
      "at-least-one": refused("MISSING_FIELD"),
      any: succeeds({ instanceId: filled }),
    }),
  },
  "v2-no-async": {
    ask: startWith("age-check", birth, { delivery: "api", async: false }),
    answer: by("extra-members", { ignored: succeeds({ instanceId: filled }), refused: refused("UNEXPECTED_FIELD") }),
  },
  "v2-start-201": { ask: startV2("age-check"), answer: succeeds({ instanceId: filled }) },
  "start-returns-instance-id": {
    ask: startV2("full-kyc", "FullName"),
    answer: succeeds({ instanceId: like(/^.{1,64}$/) }),
  },
  "start-creates-in-progress": {
    given: [started("identity-check", "FullName")],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  "v1-empty-arrays-without-prefill": {
    ask: startV1With("document-and-selfie-v1", { documents: [], biometrics: [] }, { async: true }),
    answer: succeeds({ instanceId: filled }),
  },
  "v1-start-returns-instance-id": {
    ask: startV1With("age-check-v1", {}, { async: true }),
    answer: succeeds({ instanceId: like(/^.{1,64}$/) }),
  },
  "subject-identical": {
    given: [startedV1With("document-and-selfie-v1", subjectOfBoth(), { async: true }), settled],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  "subject-identical/v2": {
    given: [startedWith("document-and-selfie", subjectOfBoth()), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
  "start-returns-instance-id/members": {
    ask: startV2("age-check"),
    answer: by("start-response", {
      nothing: succeeds({ status: absent, message: absent }),
      message: succeeds({ status: "started", message: filled }),
    }),
  },
  "start-returns-instance-id/too-often": {
    given: [repeated(startV2("age-check"), 60, "started 60 times within a minute")],
    ask: startV2("age-check"),
    answer: by("rate-limit", {
      none: succeeds({ instanceId: filled }),
      limited: withHeaders(refused("RATE_LIMITED"), { "retry-after": like(/^\d+$/) }),
    }),
  },
  "delivery-page-url/api-calls": {
    given: [startedWith("age-check", {}, page)],
    ask: fetchInteraction,
    answer: by("page-api-calls", {
      allowed: succeeds(interaction({ required: ["DateOfBirth"] })),
      refused: refused("HOSTED_PAGES_ONLY"),
    }),
  },
  "link-config-integers/expired": {
    given: [startedWith("age-check", {}, { ...page, linkConfig: { ttlMinutes: 1 } }), later(61_000)],
    ask: fetchState,
    answer: by("link-expiry", {
      "link-only": succeeds({ status: "InProgress" }),
      "instance-fails": succeeds((profile) => ({ status: failureOf(profile) })),
    }),
    uncited: ["link-expiry=link-only"],
  },
};

/** One subject for both generations. */
function subjectOfBoth() {
  return {
    identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
    documents: [{ type: "Primary", side1Image: image }],
    biometrics: [{ selfieImage: image }],
  };
}
