import { by, refused, succeeds } from "./answer.ts";
import { changed, fetchState, fetchStateV1, post, resource, startV1With, startV2, startWith } from "./ask.ts";
import type { Case } from "./case.ts";
import { settled, started, startedV1With, startedWith } from "./given.ts";
import { image } from "./person.ts";
import { finishedWith } from "./place.ts";
import { absent, filled, like } from "./shape.ts";

const birth = { identity: { dateOfBirth: "1990-12-10" } };
const page = { delivery: "page" };

const linkFor = (ttlMinutes: unknown) =>
  startWith("age-check", {}, { delivery: "page", linkConfig: { ttlMinutes, resumeExpiryMinutes: 60 } });

/** Resource ids and the start of an instance. Spec 2.1, 2.7, 4.2. */
export const startCases: readonly Case[] = [
  {
    rule: "resource-id-format",
    facet: "no-id",
    given: [],
    ask: changed(startV2("age-check"), { resourceId: "@latest" }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "resource-id-format",
    facet: "no-version",
    given: [],
    ask: changed(startV2("age-check"), { resourceId: "$resource:age-check" }),
    answer: by("version-omitted", { refused: refused("MISSING_FIELD"), latest: succeeds({ instanceId: filled }) }),
  },
  {
    rule: "resource-id-latest",
    given: [started("kit-versions@latest")],
    ask: fetchState,
    answer: succeeds({ "context.process.journey.version": "2" }),
  },
  {
    rule: "resource-id-pinned",
    given: [started("kit-versions@1")],
    ask: fetchState,
    answer: succeeds({ "context.process.journey.version": "1" }),
  },
  {
    rule: "resource-id-pinned",
    facet: "never-published",
    given: [],
    ask: startV2("age-check@never-published"),
    answer: refused("UNKNOWN_RESOURCE"),
  },
  {
    rule: "start-journey-published",
    given: [],
    ask: startV2("never-published"),
    answer: refused("UNKNOWN_RESOURCE"),
  },
  {
    rule: "start-in-configured-region",
    facet: "elsewhere",
    given: [started("kit-europe")],
    ask: { ...startV2("kit-europe"), region: "us" },
    answer: refused("UNAVAILABLE_REGION"),
  },
  {
    rule: "start-in-configured-region",
    facet: "there",
    given: [started("kit-europe")],
    ask: { ...startV2("kit-europe"), region: "eu" },
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "start-resource-id-required",
    facet: "absent",
    given: [],
    ask: changed(startV2("age-check"), { resourceId: undefined }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-resource-id-required",
    facet: "number",
    given: [],
    ask: changed(startV2("age-check"), { resourceId: 7 }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-resource-id-required",
    facet: "v1",
    given: [],
    ask: post("v1.startJourney", { context: { subject: {} } }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-context-required",
    given: [],
    ask: post("v2.startJourney", { resourceId: resource("age-check") }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-context-required",
    facet: "null",
    given: [],
    ask: post("v2.startJourney", { resourceId: resource("age-check"), context: null }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-subject-required",
    given: [],
    ask: startWith("age-check", undefined),
    answer: by("start-subject-omitted", {
      "refused-on-v2": refused("MISSING_FIELD"),
      refused: refused("MISSING_FIELD"),
      accepted: succeeds({ instanceId: filled }),
    }),
  },
  {
    rule: "start-subject-required",
    facet: "v1",
    given: [],
    ask: startV1With("age-check-v1", undefined, { async: true }),
    answer: by("start-subject-omitted", {
      "refused-on-v2": succeeds({ instanceId: filled }),
      refused: refused("MISSING_FIELD"),
      accepted: succeeds({ instanceId: filled }),
    }),
  },
  {
    rule: "start-delivery-required-v2",
    given: [],
    ask: startWith("age-check", {}, {}),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-delivery-required-v2",
    facet: "no-config",
    given: [],
    ask: post("v2.startJourney", { resourceId: resource("age-check"), context: { subject: {} } }),
    answer: refused("MISSING_FIELD"),
  },
  {
    rule: "start-delivery-required-v2",
    facet: "another-value",
    given: [],
    ask: startWith("age-check", {}, { delivery: "pigeon" }),
    answer: by("delivery-values", { refused: refused("MISSING_FIELD"), "as-api": succeeds({ instanceUrl: absent }) }),
  },
  {
    rule: "delivery-api-no-url",
    given: [],
    ask: startV2("age-check"),
    answer: succeeds({ instanceId: filled, instanceUrl: absent }),
  },
  {
    rule: "delivery-page-url",
    given: [],
    ask: startWith("age-check", {}, page),
    answer: by("instance-url-form", {
      absolute: succeeds({ instanceUrl: like(/^https?:\/\/./) }),
      path: succeeds({ instanceUrl: like(/^\/[^/]/) }),
    }),
  },
  {
    rule: "start-assisted-boolean",
    given: [],
    ask: startWith("age-check", {}, { delivery: "api", assisted: true }),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "start-assisted-boolean",
    facet: "text",
    given: [],
    ask: startWith("age-check", {}, { delivery: "api", assisted: "yes" }),
    answer: refused("MISSING_FIELD"),
  },
  { rule: "link-config-integers", given: [], ask: linkFor(60), answer: succeeds({ instanceUrl: filled }) },
  { rule: "link-config-integers", facet: "text", given: [], ask: linkFor("60"), answer: refused("MISSING_FIELD") },
  { rule: "link-config-integers", facet: "fraction", given: [], ask: linkFor(1.5), answer: refused("MISSING_FIELD") },
  {
    rule: "link-config-integers",
    facet: "zero",
    given: [],
    ask: linkFor(0),
    answer: by("link-config-bounds", {
      "at-least-one": refused("MISSING_FIELD"),
      any: succeeds({ instanceId: filled }),
    }),
  },
  {
    rule: "v2-no-async",
    given: [],
    ask: startWith("age-check", birth, { delivery: "api", async: false }),
    answer: by("extra-members", { ignored: succeeds({ instanceId: filled }), refused: refused("UNEXPECTED_FIELD") }),
  },
  { rule: "v2-start-201", given: [], ask: startV2("age-check"), answer: succeeds({ instanceId: filled }) },
  {
    rule: "start-returns-instance-id",
    given: [],
    ask: startV2("full-kyc", "FullName"),
    answer: succeeds({ instanceId: like(/^.{1,64}$/) }),
  },
  {
    rule: "start-creates-in-progress",
    given: [started("identity-check", "FullName")],
    ask: fetchState,
    answer: succeeds({ status: "InProgress" }),
  },
  {
    rule: "v1-empty-arrays-without-prefill",
    given: [],
    ask: startV1With("document-and-selfie-v1", { documents: [], biometrics: [] }, { async: true }),
    answer: succeeds({ instanceId: filled }),
  },
  {
    rule: "v1-start-returns-instance-id",
    given: [],
    ask: startV1With("age-check-v1", {}, { async: true }),
    answer: succeeds({ instanceId: like(/^.{1,64}$/) }),
  },
  {
    rule: "subject-identical",
    given: [startedV1With("document-and-selfie-v1", subjectOfBoth(), { async: true }), settled],
    ask: fetchStateV1,
    answer: succeeds({ status: "Completed" }),
  },
  {
    rule: "subject-identical",
    facet: "v2",
    given: [startedWith("document-and-selfie", subjectOfBoth()), settled],
    ask: fetchState,
    answer: succeeds(finishedWith("accept")),
  },
];

/** One subject for both generations. */
function subjectOfBoth() {
  return {
    identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
    documents: [{ type: "Primary", side1Image: image }],
    biometrics: [{ selfieImage: image }],
  };
}
