import { Subject } from "@journey-kit/schemas";
import { elements } from "@journey-kit/schemas/calls";
import { endpointFor } from "@journey-kit/schemas/endpoints";
import { presets, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { createValidator } from "../../../schemas/test/validator.ts";
import { createCaller, type Target } from "../service/target.ts";
import {
  type BreakableRoute,
  type InvalidKind,
  incompleteSubject,
  invalidRequest,
  invalidSubject,
  replacementsAt,
} from "./invalid.ts";
import { pathsOf, replaceAt } from "./schema.ts";
import { subject } from "./subject.ts";

/** More runs in CI than in `npm test`, in which the fuzz test sends similar requests. */
const numRuns = runs(100, 2_000);

const ajv = createValidator();
const sixNames = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"] as const;

/** Creates a simulator with the given readings, and a caller for it. */
function openTarget(readings: Readings = {}) {
  const profile = resolveProfile({ readings });
  const { fetch, world } = createSimulator({ profile: { readings: profile }, latency: 0 });
  const target: Target = { baseUrl: "http://127.0.0.1", clientId: "invalid", clientSecret: "any", fetch, profile };
  return { caller: createCaller(target), profile, control: world("invalid") };
}

const startBody = (one: unknown) => ({
  resourceId: "full-kyc@latest",
  context: { config: { delivery: "api" }, subject: one },
});

test("at every path in the subject, Zod and Ajv reject each invalid value, except wrongly encoded images (spec 2.8)", () => {
  const [good] = fc.sample(subject(), { numRuns: 1, seed: 1 });
  const paths = pathsOf("Subject");
  expect(paths.length).toBeGreaterThan(500);
  for (const { path, schema, isRequired } of paths) {
    const invalid = replacementsAt({ path, schema, isRequired });
    expect(invalid, path).not.toEqual([]);
    for (const { kind, value } of invalid) {
      const one = replaceAt(good, path, value);
      const isValid = kind === "encoding"; // no schema can express this
      const results = { zod: Subject.safeParse(one).success, ajv: ajv.validate("Subject.json", one) };
      expect({ path, kind, ...results }).toEqual({ path, kind, zod: isValid, ajv: isValid });
    }
  }
});

test("invalidSubject returns the path of the invalid value, and shrinks to the simplest subject with that error (spec 2.8)", () => {
  const isGood = ({ path }: { readonly path: string }) => path !== "accounts[0].bic";
  const found = fc.check(fc.property(invalidSubject(), isGood), { seed: 1, numRuns: 5_000 }).counterexample?.[0];
  expect(found).toMatchObject({ path: "accounts[0].bic", kind: "null" });
  expect(found).toMatchObject({ subject: { identity: { firstName: "Ada" }, accounts: [{ bic: null }] } });
});

/** Whether a path is in the data of one of the six elements. */
const isInElement = (path: string): boolean =>
  sixNames.some((name) => {
    const { path: owner, ...element } = elements[name];
    const place = name === "Selfie" ? "biometrics[0]" : owner.replace(/\[.*/, "[0]");
    if (!("leaves" in element)) return path.startsWith(place);
    return element.leaves.some((leaf) => path.startsWith(`${place}.${leaf}`));
  });

test.each<[string, Readings, (path: string, kind: InvalidKind) => boolean]>([
  ["the specified readings", {}, (path, kind) => kind !== "encoding" || isInElement(path)],
  [
    "null-values=absent",
    { "null-values": "absent" },
    (path, kind) => kind !== "null" && (kind !== "encoding" || isInElement(path)),
  ],
])(
  "under %s, the simulator returns 400 for an invalid subject, except for errors that it tolerates (spec 2.8)",
  async (_, readings, isRefused) => {
    const { caller } = openTarget(readings);
    const property = fc.asyncProperty(invalidSubject(), async ({ path, kind, subject: one }) => {
      const { status } = await caller.post("v2.startJourney", startBody(one));
      expect({ path, kind, status }).toEqual({ path, kind, status: isRefused(path, kind) ? 400 : 201 });
    });
    await fc.assert(property, { numRuns });
  },
);

test("an incomplete subject lacks exactly one element (spec 2.6)", async () => {
  const { caller, control } = openTarget();
  const property = fc.asyncProperty(incompleteSubject(), async ({ element, subject: one }) => {
    const { status, body } = await caller.post("v2.startJourney", startBody(one));
    expect(status).toBe(201);
    const { instance } = await control.instance(Object(body).instanceId).read();
    expect(sixNames.filter((name) => !Object.hasOwn(instance.provided, name))).toEqual([element]);
  });
  await fc.assert(property, { numRuns: 100 });
});

/** Valid bodies for the endpoints, sent to fresh instances. */
async function toBodies({ caller }: ReturnType<typeof openTarget>): Promise<Readonly<Record<BreakableRoute, unknown>>> {
  const [person] = fc.sample(subject(), { numRuns: 1, seed: 1 });
  const v1Start = { resourceId: "age-check-v1@latest", context: { config: { async: true }, subject: {} } };
  const [v2, v1] = [await caller.post("v2.startJourney", startBody({})), await caller.post("v1.startJourney", v1Start)];
  const [instanceId, v1Id] = [Object(v2.body).instanceId, Object(v1.body).instanceId];
  const { interactionId } = Object((await caller.post("v2.fetchInteraction", { instanceId })).body);
  return {
    "v2.startJourney": startBody(person),
    "v2.fetchState": { instanceId },
    "v2.fetchInteraction": { instanceId },
    "v2.submitInteraction": {
      instanceId,
      interactionId,
      participants: [{ domainElementId: "FullName" }],
      context: { subject: person },
    },
    "v1.startJourney": v1Start,
    "v1.fetchState": { instanceId: v1Id },
    "v1.listTasks": { instanceId: v1Id },
    "v1.updateTask": { intent: "Complete", instanceId: v1Id, taskId: `${v1Id}.1`, context: { subject: person } },
  };
}

const requestReadings: readonly Readings[] = [
  {},
  { ...presets.observed, "rate-limit": "none" },
  { "start-subject-omitted": "accepted" },
  { "start-subject-omitted": "refused" },
  { "link-config-bounds": "any" },
  { "participants-omitted": "keeps-nothing" },
  { "delivery-values": "as-api" },
  { "v1-delivery": "ignored" },
];

test.each(
  requestReadings.map((readings, i) => [["specified", "observed"][i] ?? JSON.stringify(readings), readings] as const),
)(
  "under the readings %s, the simulator returns 400 if and only if the request schema rejects the body (spec 2.7, 2.9, 2.10)",
  async (_, readings) => {
    const target = openTarget(readings);
    for (const [name, body] of Object.entries(await toBodies(target))) {
      const route = name as BreakableRoute; // `Object.entries` loses the key types
      const { request } = endpointFor(route, target.profile);
      expect(request.safeParse(body).success, name).toBe(true);
      const property = fc.asyncProperty(invalidRequest(route, body), async (invalid) => {
        const { status } = await target.caller.post(route, invalid.body);
        const isRefused = !request.safeParse(invalid.body).success;
        expect({ route, ...invalid, status, isRefused: status === 400 }).toEqual({
          route,
          ...invalid,
          status,
          isRefused,
        });
      });
      await fc.assert(property, { numRuns: runs(10, 400) });
    }
  },
);
