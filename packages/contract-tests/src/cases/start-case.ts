import { image } from "../target/sample.ts";
import type { CaseTable } from "./case.ts";
import { by, refused, succeeds, withHeaders } from "./expectations.ts";
import {
  interactionAfter,
  later,
  repeated,
  settled,
  started,
  startedV1With,
  startedWith,
  stateAfter,
  stateV1After,
} from "./given.ts";
import { failureOf, finishedWith, interaction } from "./place.ts";
import { changed, post, resource, startV1With, startV2, startWith, submit } from "./requests.ts";
import { absent, filled, like } from "./shape.ts";

const birth = { identity: { dateOfBirth: "1990-12-10" } };
const page = { delivery: "page" };

const linkFor = (ttlMinutes: unknown) =>
  startWith("age-check", {}, { delivery: "page", linkConfig: { ttlMinutes, resumeExpiryMinutes: 60 } });

/** Cases about resource ids and the start of an instance. Spec 2.1, 2.7, 4.2. */
export const startCases: CaseTable = {
  "resource-id-format/no-id": {
    request: changed(startV2("age-check"), { resourceId: "@latest" }),
    response: refused("MISSING_FIELD"),
  },
  "resource-id-format/no-version": {
    request: changed(startV2("age-check"), { resourceId: "$resource:age-check" }),
    response: by("version-omitted", { refused: refused("MISSING_FIELD"), latest: { instanceId: filled } }),
  },
  "resource-id-latest": stateAfter([started("kit-versions@latest")], { "context.process.journey.version": "2" }),
  "resource-id-pinned": stateAfter([started("kit-versions@1")], { "context.process.journey.version": "1" }),
  "resource-id-pinned/never-published": {
    request: startV2("age-check@never-published"),
    response: refused("UNKNOWN_RESOURCE"),
  },
  "start-journey-published": { request: startV2("never-published"), response: refused("UNKNOWN_RESOURCE") },
  "start-in-configured-region/elsewhere": {
    given: [started("kit-europe")],
    request: { ...startV2("kit-europe"), region: "us" },
    response: refused("UNAVAILABLE_REGION"),
  },
  "start-in-configured-region/there": {
    given: [started("kit-europe")],
    request: { ...startV2("kit-europe"), region: "eu" },
    response: { instanceId: filled },
  },
  "start-resource-id-required/absent": {
    request: changed(startV2("age-check"), { resourceId: undefined }),
    response: refused("MISSING_FIELD"),
  },
  "start-resource-id-required/number": {
    request: changed(startV2("age-check"), { resourceId: 7 }),
    response: refused("MISSING_FIELD"),
  },
  "start-resource-id-required/v1": {
    request: post("v1.startJourney", { context: { subject: {} } }),
    response: refused("MISSING_FIELD"),
  },
  "start-context-required": {
    request: post("v2.startJourney", { resourceId: resource("age-check") }),
    response: refused("MISSING_FIELD"),
  },
  "start-context-required/null": {
    request: post("v2.startJourney", { resourceId: resource("age-check"), context: null }),
    response: refused("MISSING_FIELD"),
  },
  "start-subject-required": {
    request: startWith("age-check", undefined),
    response: by("start-subject-omitted", {
      "refused-on-v2": refused("MISSING_FIELD"),
      refused: refused("MISSING_FIELD"),
      accepted: { instanceId: filled },
    }),
  },
  "start-subject-required/v1": {
    request: startV1With("age-check-v1", undefined, { async: true }),
    response: by("start-subject-omitted", {
      "refused-on-v2": { instanceId: filled },
      refused: refused("MISSING_FIELD"),
      accepted: { instanceId: filled },
    }),
  },
  "start-delivery-required-v2": { request: startWith("age-check", {}, {}), response: refused("MISSING_FIELD") },
  "start-delivery-required-v2/no-config": {
    request: post("v2.startJourney", { resourceId: resource("age-check"), context: { subject: {} } }),
    response: refused("MISSING_FIELD"),
  },
  "start-delivery-required-v2/another-value": {
    request: startWith("age-check", {}, { delivery: "pigeon" }),
    response: by("delivery-values", { refused: refused("MISSING_FIELD"), "as-api": { instanceUrl: absent } }),
  },
  "delivery-api-no-url": { request: startV2("age-check"), response: { instanceId: filled, instanceUrl: absent } },
  "delivery-page-url": {
    request: startWith("age-check", {}, page),
    response: by("instance-url-form", {
      absolute: { instanceUrl: like(/^https?:\/\/./) },
      path: { instanceUrl: like(/^\/[^/]/) },
    }),
  },
  "start-assisted-boolean": {
    request: startWith("age-check", {}, { delivery: "api", assisted: true }),
    response: { instanceId: filled },
  },
  "start-assisted-boolean/text": {
    request: startWith("age-check", {}, { delivery: "api", assisted: "yes" }),
    response: refused("MISSING_FIELD"),
  },
  "link-config-integers": { request: linkFor(60), response: { instanceUrl: filled } },
  "link-config-integers/text": { request: linkFor("60"), response: refused("MISSING_FIELD") },
  "link-config-integers/fraction": { request: linkFor(1.5), response: refused("MISSING_FIELD") },
  "link-config-integers/zero": {
    request: linkFor(0),
    response: by("link-config-bounds", { "at-least-one": refused("MISSING_FIELD"), any: { instanceId: filled } }),
  },
  "v2-no-async": {
    request: startWith("age-check", birth, { delivery: "api", async: false }),
    response: by("extra-members", { ignored: { instanceId: filled }, refused: refused("UNEXPECTED_FIELD") }),
  },
  "v2-start-201": { request: startV2("age-check"), response: { instanceId: filled } },
  "start-returns-instance-id": {
    request: startV2("full-kyc", "FullName"),
    response: { instanceId: like(/^.{1,64}$/) },
  },
  "start-creates-in-progress": stateAfter([started("identity-check", "FullName")], { status: "InProgress" }),
  "v1-empty-arrays-without-prefill": {
    request: startV1With("document-and-selfie-v1", { documents: [], biometrics: [] }, { async: true }),
    response: { instanceId: filled },
  },
  "v1-start-returns-instance-id": {
    request: startV1With("age-check-v1", {}, { async: true }),
    response: { instanceId: like(/^.{1,64}$/) },
  },
  "subject-identical": stateV1After(
    [startedV1With("document-and-selfie-v1", subjectOfBoth(), { async: true }), settled],
    { status: "Completed" },
  ),
  "subject-identical/v2": stateAfter(
    [startedWith("document-and-selfie", subjectOfBoth()), settled],
    finishedWith("accept"),
  ),
  "start-returns-instance-id/members": {
    request: startV2("age-check"),
    response: by("start-response", {
      nothing: { status: absent, message: absent },
      message: { status: "started", message: filled },
    }),
  },
  "start-returns-instance-id/too-often": {
    given: [repeated(startV2("age-check"), 60, "started 60 instances within a minute")],
    request: startV2("age-check"),
    response: by("rate-limit", {
      none: { instanceId: filled },
      limited: withHeaders(refused("RATE_LIMITED"), { "retry-after": like(/^\d+$/) }),
    }),
  },
  "delivery-page-url/api-calls": interactionAfter(
    [startedWith("age-check", {}, page)],
    by("page-api-calls", {
      allowed: interaction({ required: ["DateOfBirth"] }),
      refused: refused("HOSTED_PAGES_ONLY"),
    }),
  ),
  "delivery-page-url/api-submit": {
    given: [startedWith("age-check", {}, page)],
    request: submit("DateOfBirth"),
    response: by("page-api-calls", { allowed: { status: "success" }, refused: refused("HOSTED_PAGES_ONLY") }),
  },
  "link-config-integers/expired": stateAfter(
    [startedWith("age-check", {}, { ...page, linkConfig: { ttlMinutes: 1 } }), later(61_000)],
    by("link-expiry", {
      "link-only": { status: "InProgress" },
      "instance-fails": succeeds((profile) => ({ status: failureOf(profile) })),
    }),
    { uncited: ["link-expiry=link-only"] },
  ),
};

/** A subject that completes journeys of both generations. */
function subjectOfBoth() {
  return {
    identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
    documents: [{ type: "Primary", side1Image: image }],
    biometrics: [{ selfieImage: image }],
  };
}
