import { expect, test } from "vitest";
import * as z from "zod";
import { type EndpointName, endpointFor, endpointNames, endpoints } from "./endpoints.ts";
import { doc } from "./meta.ts";
import { schemaFor } from "./schema-for.ts";
import { presets, type Readings, resolveProfile } from "./tables/profile.ts";
import { ErrorBody } from "./wire/error.ts";
import { Subject } from "./wire/subject/subject.ts";

const start = { resourceId: "selfie@latest", context: { config: { delivery: "api" }, subject: {} } };
const submit = {
  instanceId: "4f9c2b7e1d3a4c58",
  interactionId: "person",
  participants: [{ domainElementId: "Selfie" }],
};
const update = { instanceId: "4f9c2b7e1d3a4c58", taskId: "person", context: {} };
const token = { client_id: "acme", client_secret: "secret", scope: "service.token" };
const configured = (config: object) => ({ ...start, context: { config, subject: {} } });
const withSubject = (subject: object) => ({ ...start, context: { ...start.context, subject } });
const { context: _, ...withoutContext } = start;
const { participants: __, ...withoutParticipants } = submit;

/** Bodies that only `readings` accept; the profile `specified` with the readings `otherwise` refuses them. */
const requests: readonly (readonly [EndpointName, object, Readings, Readings])[] = [
  ["v2.startJourney", { ...start, resourceId: "selfie" }, { "version-omitted": "latest" }, {}],
  ["v2.startJourney", configured({ delivery: "sms" }), { "delivery-values": "as-api" }, {}],
  [
    "v2.startJourney",
    { ...start, context: { config: { delivery: "api" } } },
    { "start-subject-omitted": "accepted" },
    {},
  ],
  [
    "v2.startJourney",
    configured({ delivery: "api", linkConfig: { ttlMinutes: 0 } }),
    { "link-config-bounds": "any" },
    {},
  ],
  ["v2.startJourney", withSubject({ documents: Array(51).fill({}) }), {}, { "array-limits": "fifty" }],
  ["v2.startJourney", withSubject({ identity: { emails: [{ email: "ada" }] } }), {}, { "required-fields": "strict" }],
  ["v2.startJourney", withSubject({ accounts: [{ country: "England" }] }), {}, { "required-fields": "strict" }],
  ["v1.startJourney", withoutContext, {}, { "start-subject-omitted": "refused" }],
  ["v1.startJourney", configured({ delivery: "sms" }), { "v1-delivery": "ignored" }, {}],
  ["v2.submitInteraction", withoutParticipants, { "participants-omitted": "keeps-nothing" }, {}],
  ["v1.updateTask", { ...update, intent: "Save" }, { "v1-intent-values": "save-and-validate" }, {}],
  ["token.requestToken", { ...token, grant_type: "password" }, {}, { "grant-by-client": "client-credentials" }],
  ["token.requestToken", { grant_type: "password" }, {}, { "client-authentication": "form" }],
];

test.each(requests)(
  "the readings determine whether %s accepts the body %j (spec 4)",
  (name, body, readings, otherwise) => {
    const accepts = (chosen: Readings) =>
      endpointFor(name, resolveProfile({ readings: chosen })).request.safeParse(body).success;
    expect([accepts(readings), accepts(otherwise)]).toEqual([true, false]);
  },
);

test.each(endpointNames)(
  "`endpoints` contains the request schema of %s under the profile `specified` (spec 4)",
  (name) => {
    expect(endpointFor(name, presets.specified).request).toBe(endpoints[name].request);
  },
);

test("only the reading `beside-flow` of gap `v1-outcome-place` allows a string `outcome` next to `flow`", () => {
  const accepts = (reading: "beside-flow" | "flow-entry" | "absent", outcome: unknown) => {
    const { response } = endpointFor("v1.fetchState", resolveProfile({ readings: { "v1-outcome-place": reading } }));
    const metaData = { createdTime: "2026-01-31T09:30:00.000Z" };
    const data = { process: { flow: {}, outcome } };
    return response.safeParse({ instanceId: "4f9c2b7e1d3a4c58", status: "Completed", metaData, data }).success;
  };
  expect(accepts("beside-flow", "Accept")).toBe(true);
  expect(accepts("beside-flow", 1)).toBe(false);
  expect(accepts("flow-entry", "Accept")).toBe(false);
  expect(accepts("absent", "Accept")).toBe(false);
});

test("an error needs a standard `location` under `specified`, and may have another location or none under `observed` (gap `error-location-values`)", () => {
  const bodyWith = (more: object) => ({
    errors: [{ code: "4002", name: "MISSING_FIELD", problem: "p", action: "a", ...more }],
  });
  const accepted = [{ location: "Body" }, { location: "Header" }, {}].map((more) =>
    [presets.specified, presets.observed].map(
      (profile) => schemaFor(profile, ErrorBody).safeParse(bodyWith(more)).success,
    ),
  );
  expect(accepted).toEqual([
    [true, true],
    [false, true],
    [false, true],
  ]);
});

test("`schemaFor` keeps the id and checks of a changed subschema, drops its invalid examples, and reuses unchanged subschemas", () => {
  const word = doc(z.string(), { forms: { "required-fields": { strict: z.literal("b") } } });
  const Part = doc(z.array(word).min(1), { id: "Part", description: "A part.", examples: [["a"], ["b"]] });
  const Other = z.looseObject({ a: z.string() });
  const whole = z.looseObject({ part: Part.optional(), other: Other });
  const strict = schemaFor(resolveProfile({ readings: { "required-fields": "strict" } }), whole) as typeof whole;
  const part = strict.shape.part.unwrap();
  expect(part.meta()).toEqual({ id: "Part", description: "A part.", examples: [["b"]] });
  expect([["b"], ["a"], []].map((value) => part.safeParse(value).success)).toEqual([true, false, false]);
  expect(strict.shape.other).toBe(Other);
  expect(schemaFor(presets.specified, whole)).toBe(whole);
});

test("`schemaFor` returns the same object each time it gets the same profile, with the id of the original schema", () => {
  const { observed } = presets;
  expect(schemaFor(observed, Subject)).toBe(schemaFor(observed, Subject));
  expect(schemaFor(observed, Subject).meta()?.id).toBe("Subject");
});
