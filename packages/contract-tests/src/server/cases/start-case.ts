import { failureOf } from "../../service/readings.ts";
import { adult, person } from "../../service/sample.ts";
import { finishedWith, interaction, newInstance, success, unlessLimited } from "./bodies.ts";
import type { CaseRow, CaseTable } from "./case.ts";
import { by, refused, succeeds } from "./expectations.ts";
import { later, settled, started, startedOften, startedWith } from "./given.ts";
import {
  changed,
  interactionAfter,
  post,
  refuses,
  resource,
  startOf,
  startWith,
  stateAfter,
  stateV1After,
  subjectOf,
  submit,
  update,
} from "./requests.ts";
import { hiddenUnder } from "./scenarios.ts";
import { absent, filled, matching } from "./shape.ts";

const birthSubject = { identity: { dateOfBirth: "1990-12-10" } };
const page = { delivery: "page" };

const badBirth = { identity: { dateOfBirth: "10.12.1990" } };
const invalidPrefill = by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: refused("MISSING_FIELD") });

/** The expected response to a value of the wrong type in a member that no element of the journey uses. */
const wholeSubject = by("subject-validation", { whole: refused("WRONG_VALUE"), elements: newInstance });

/** A case about a start of `age-check` with some subject. */
const prefilled = (subject: object, response: CaseRow["response"] = newInstance): CaseRow => ({
  request: startWith("age-check", subject),
  response,
});

/** A subject that completes journeys of both API versions. */
const subjectOfBoth = { ...person, identity: adult };

const linkFor = (ttlMinutes: unknown) =>
  startWith("age-check", {}, { delivery: "page", linkConfig: { ttlMinutes, resumeExpiryMinutes: 60 } });

/** Cases about resource ids, the start of an instance, and prefill. Spec 2.1, 2.5, 2.7, 2.8, 4.2. */
export const startCases: CaseTable = {
  "resource-id-format/no-id": refuses(changed(startOf("age-check"), { resourceId: "@latest" }), "MISSING_FIELD"),
  "resource-id-format/no-version": {
    request: changed(startOf("age-check"), { resourceId: "$resource:age-check" }),
    response: by("version-omitted", { refused: refused("MISSING_FIELD"), latest: newInstance }),
  },
  "resource-id-latest": stateAfter([started("kit-versions@latest")], { "context.process.journey.version": "2" }),
  "resource-id-latest/newer-elsewhere": {
    given: [started("kit-older-in-us")],
    request: { ...startOf("kit-older-in-us"), region: "us" },
    response: by("latest-in-region", { "newest-in-region": newInstance, newest: refused("UNAVAILABLE_REGION") }),
  },
  "resource-id-pinned": stateAfter([started("kit-versions@1")], { "context.process.journey.version": "1" }),
  "resource-id-pinned/never-published": refuses(startOf("age-check@never-published"), "UNKNOWN_RESOURCE"),
  "start-journey-published": refuses(startOf("never-published"), "UNKNOWN_RESOURCE"),
  "start-in-configured-region/elsewhere": {
    given: [started("kit-europe")],
    request: { ...startOf("kit-europe"), region: "us" },
    response: refused("UNAVAILABLE_REGION"),
  },
  "start-in-configured-region/there": {
    given: [started("kit-europe")],
    request: { ...startOf("kit-europe"), region: "eu" },
    response: newInstance,
  },
  "start-resource-id-required/absent": refuses(
    changed(startOf("age-check"), { resourceId: undefined }),
    "MISSING_FIELD",
  ),
  "start-resource-id-required/number": refuses(changed(startOf("age-check"), { resourceId: 7 }), "MISSING_FIELD"),
  "start-resource-id-required/v1": refuses(post("v1.startJourney", { context: { subject: {} } }), "MISSING_FIELD"),
  "start-context-required": refuses(post("v2.startJourney", { resourceId: resource("age-check") }), "MISSING_FIELD"),
  "start-context-required/null": refuses(
    post("v2.startJourney", { resourceId: resource("age-check"), context: null }),
    "MISSING_FIELD",
  ),
  "start-subject-required": {
    request: startWith("age-check", undefined),
    response: by("start-subject-omitted", {
      "refused-on-v2": refused("MISSING_FIELD"),
      refused: refused("MISSING_FIELD"),
      accepted: newInstance,
    }),
  },
  "start-subject-required/v1": {
    request: startWith("age-check-v1", undefined),
    response: by("start-subject-omitted", {
      "refused-on-v2": newInstance,
      refused: refused("MISSING_FIELD"),
      accepted: newInstance,
    }),
  },
  "start-delivery-required-v2": refuses(startWith("age-check", {}, {}), "MISSING_FIELD"),
  "start-delivery-required-v2/no-config": refuses(
    post("v2.startJourney", { resourceId: resource("age-check"), context: { subject: {} } }),
    "MISSING_FIELD",
  ),
  "start-delivery-required-v2/another-value": {
    request: startWith("age-check", {}, { delivery: "pigeon" }),
    response: by("delivery-values", { refused: refused("MISSING_FIELD"), "as-api": { instanceUrl: absent } }),
  },
  "delivery-api-no-url": { request: startOf("age-check"), response: { instanceId: filled, instanceUrl: absent } },
  "delivery-page-url": {
    request: startWith("age-check", {}, page),
    response: by("instance-url-form", {
      absolute: { instanceUrl: matching(/^https?:\/\/./) },
      path: { instanceUrl: matching(/^\/[^/]/) },
    }),
  },
  "start-assisted-boolean": {
    request: startWith("age-check", {}, { delivery: "api", assisted: true }),
    response: newInstance,
  },
  "start-assisted-boolean/text": refuses(
    startWith("age-check", {}, { delivery: "api", assisted: "yes" }),
    "MISSING_FIELD",
  ),
  "link-config-integers": { request: linkFor(60), response: { instanceUrl: filled } },
  "link-config-integers/text": refuses(linkFor("60"), "MISSING_FIELD"),
  "link-config-integers/fraction": refuses(linkFor(1.5), "MISSING_FIELD"),
  "link-config-integers/zero": {
    request: linkFor(0),
    response: by("link-config-bounds", { "at-least-one": refused("MISSING_FIELD"), any: newInstance }),
  },
  "v2-no-async": {
    request: startWith("age-check", birthSubject, { delivery: "api", async: false }),
    response: by("extra-members", { ignored: newInstance, refused: refused("UNEXPECTED_FIELD") }),
  },
  "v2-start-201": { request: startOf("age-check"), response: newInstance },
  "start-returns-instance-id": {
    request: startOf("full-kyc", "FullName"),
    response: { instanceId: matching(/^.{1,64}$/) },
  },
  "start-creates-in-progress": stateAfter([started("identity-check", "FullName")], { status: "InProgress" }),
  "v1-empty-arrays-without-prefill": {
    request: startWith("document-and-selfie-v1", { documents: [], biometrics: [] }),
    response: newInstance,
  },
  "v1-start-returns-instance-id": {
    request: startWith("age-check-v1", {}),
    response: { instanceId: matching(/^.{1,64}$/) },
  },
  "subject-identical": stateV1After([startedWith("document-and-selfie-v1", subjectOfBoth, { async: true }), settled], {
    status: "Completed",
  }),
  "subject-identical/v2": stateAfter(
    [startedWith("document-and-selfie", subjectOfBoth), settled],
    finishedWith("accept"),
  ),
  "start-returns-instance-id/members": {
    request: startOf("age-check"),
    response: by("start-response", {
      nothing: { status: absent, message: absent },
      message: { status: "started", message: filled },
    }),
  },
  "start-returns-instance-id/too-often": {
    given: [startedOften],
    request: startOf("age-check"),
    response: unlessLimited(newInstance),
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
    response: by("page-api-calls", { allowed: success, refused: refused("HOSTED_PAGES_ONLY") }),
  },
  "delivery-page-url/api-task-update": {
    given: [startedWith("age-check", {}, page)],
    request: {
      ...changed(update("DateOfBirth"), { taskId: "$instance", instanceId: "$instance" }),
      route: "v2.updateTask",
    },
    response: by("page-api-calls", { allowed: { instanceId: "$instance" }, refused: refused("HOSTED_PAGES_ONLY") }),
    hidden: hiddenUnder("extension-endpoints", "absent"),
  },
  "link-config-integers/expired": stateAfter(
    [startedWith("age-check", {}, { ...page, linkConfig: { ttlMinutes: 1 } }), later(61_000)],
    by("link-expiry", {
      "link-only": { status: "InProgress" },
      "instance-fails": succeeds((profile) => ({ status: failureOf(profile, "v2State") })),
    }),
    { uncited: ["link-expiry=link-only"] },
  ),
  "subject-members": prefilled({
    ...birthSubject,
    entities: [{ type: "primary", name: "Analytical Engines Ltd", headcount: 2, isNonProfit: false }],
    documents: [],
    biometrics: [],
    sessions: [{ id: "s-1", provider: "bank", auth: [{ scope: "openid" }] }],
    consent: [{ id: "c-1", purpose: "identity" }],
    accounts: [{ type: "current", iban: "GB33BUKB20201555555555" }],
    uid: "customer-1",
  }),
  "subject-members/wrong-type-of-no-element": prefilled({ ...birthSubject, accounts: [{ iban: 7 }] }, wholeSubject),
  "subject-members/wrong-container": prefilled({ identity: [birthSubject.identity] }, refused("WRONG_VALUE")),
  "subject-members/null": prefilled(
    { identity: { dateOfBirth: null } },
    by("null-values", { refused: refused("WRONG_VALUE"), absent: newInstance }),
  ),
  "subject-members/empty": prefilled({
    identity: { dateOfBirth: "", lastNames: [], currentAddress: {} },
    entities: [],
  }),
  "subject-uid-no-effect": stateAfter(
    [startedWith("age-check", { ...birthSubject, uid: "customer-2" }), settled],
    finishedWith("accept"),
  ),
  "date-of-birth-form": prefilled(birthSubject),
  "date-of-birth-form/dots": prefilled(badBirth, invalidPrefill),
  "date-of-birth-form/thirteenth-month": prefilled({ identity: { dateOfBirth: "1990-13-10" } }, invalidPrefill),
  "date-of-birth-form/no-leap-year": prefilled({ identity: { dateOfBirth: "2025-02-29" } }, invalidPrefill),
  "date-of-birth-form/number": prefilled({ identity: { dateOfBirth: 19_901_210 } }, invalidPrefill),
  "start-interaction-validates-prefill": prefilled(badBirth, invalidPrefill),
  "start-interaction-validates-prefill/optional-element": {
    request: startWith("identity-check", subjectOf("!SSN")),
    response: by("invalid-prefill", { refused: refused("MISSING_FIELD"), stripped: newInstance }),
  },
  "v2-prefill-validated/api": prefilled(badBirth, invalidPrefill),
  "v2-prefill-validated/page": { request: startWith("age-check", badBirth, page), response: invalidPrefill },
  "v1-prefill-validated-for-page": {
    request: startWith("age-check-v1", badBirth, { async: true, delivery: "page" }),
    response: by("v1-delivery", { optional: refused("MISSING_FIELD"), ignored: newInstance }),
  },
  "v1-prefill-validated-for-page/not-for-api": {
    request: startWith("age-check-v1", badBirth, { async: true, delivery: "api" }),
    response: newInstance,
  },
  "subject-members/country-in-small-letters": {
    request: startWith("identity-check", { identity: { currentAddress: { postalCode: "SW1Y 4JH", country: "gb" } } }),
    response: by("required-fields", { "element-minimum": newInstance, strict: refused("INVALID_FIELD") }),
  },
  "subject-members/50-documents": {
    request: startWith("age-check", { documents: Array.from({ length: 50 }, () => ({})) }),
    response: by("array-limits", { none: newInstance, fifty: newInstance }),
    uncited: ["array-limits"],
  },
  "subject-members/51-documents": prefilled(
    { documents: Array.from({ length: 51 }, () => ({})) },
    by("array-limits", { none: newInstance, fifty: refused("WRONG_VALUE") }),
  ),
};
