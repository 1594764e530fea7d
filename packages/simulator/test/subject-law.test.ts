import { Subject, schemaFor } from "@journey-kit/schemas";
import { formatPath } from "@journey-kit/schemas/calls";
import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import * as z from "zod";
import { isThorough, sample } from "../../../vitest.shared.ts";
import { biometricImages, documentImages } from "../src/engine/subject.ts";
import { createSimulator } from "../src/simulator.ts";
import { secret } from "./bodies.ts";
import { enterService, image, openService, type Reply, type Service } from "./service.ts";

type Path = readonly (string | number)[];

/** A member or an entry of the subject, with a value of the right type. */
interface Place {
  readonly path: Path;
  readonly right: unknown;
}

function* placesOf(schema: z.core.$ZodType, path: Path = []): Generator<Place> {
  if (schema instanceof z.ZodOptional) return yield* placesOf(schema.unwrap(), path);
  if (path.length > 0) yield { path, right: rightFor(schema, path) };
  if (schema instanceof z.ZodArray) yield* placesOf(schema.element, [...path, 0]);
  if (!(schema instanceof z.ZodObject)) return;
  for (const [name, member] of Object.entries<z.core.$ZodType>(schema.shape)) yield* placesOf(member, [...path, name]);
}

/** A value of the right type. Text is also a valid image. */
function rightFor(schema: z.core.$ZodType, path: Path): unknown {
  if (schema instanceof z.ZodArray) return [];
  if (schema instanceof z.ZodObject) return {};
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 7;
  return path.at(-1) === "dateOfBirth" ? "1990-12-10" : image;
}

const places = [...placesOf(Subject)];
// In `npm test`, the fuzz test sends similar requests.
const tried = sample(places, 12);
const StrictSubject = schemaFor(presets.observed, Subject);
const wrongValues: readonly unknown[] = [null, true, 7, secret, [], {}, [[]], [{}], { [secret]: [7] }];

/** A subject with one value. */
const subjectWith = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === "number" ? [inner] : { [key]: inner }), value);

const collects = (id: string, required: readonly string[], optional: readonly string[] = []) => ({
  id,
  required,
  optional,
});
const segments = [
  { required: ["Gender"], optional: ["CurrentAddress"], module: "Data Verification" },
  { required: ["FullName"], optional: [], module: "Age Verification" },
];
const elements = [{ name: "Gender", path: "identity.gender" }];

/** A journey that collects a required and an optional element, and then another required element. */
const v2Journey = {
  id: "law-v2",
  name: "Law",
  apiVersion: "v2",
  elements,
  segments: segments.map(({ required, optional }, i) => ({
    id: `s${i}`,
    interactions: [{ ...collects(`i${i}`, required, optional), pages: [] }],
    modules: [{ module: "Data Verification", variant: "data-verification-v2" }],
  })),
};

/** A journey that collects only a document, which is optional. */
const paper = {
  ...v2Journey,
  id: "law-paper",
  elements: [],
  segments: [
    { ...v2Journey.segments[0], interactions: [{ ...collects("paper", [], ["PrimaryDocument"]), pages: [] }] },
  ],
};

/** The same journey with tasks. */
const v1Journey = {
  id: "law-v1",
  name: "Law",
  apiVersion: "v1",
  elements,
  segments: segments.map(({ required, optional, module }, i) => ({
    id: `s${i}`,
    tasks: [{ ...collects(`t${i}`, required, optional), variantId: `task-${i}`, feeds: module }],
    modules: [{ module, variant: `${module.toLowerCase().replace(" ", "-")}-v1` }],
  })),
};

/** An endpoint that accepts a subject. */
interface Taker {
  readonly name: string;
  /** The paths at and below which it accepts a wrong type. Spec 4.2, 9. */
  readonly forgives: readonly string[];
  readonly send: (service: Service, subject: unknown) => Promise<Reply>;
}

const startV1 = ({ v1 }: Service, subject: unknown, config: object = {}) =>
  v1("journey/start", { resourceId: "law-v1@latest", context: { config: { async: true, ...config }, subject } });
const startV2 = ({ v2 }: Service, subject: unknown, journey = "law-v2") =>
  v2("journey/start", { resourceId: `${journey}@latest`, context: { config: { delivery: "api" }, subject } });
const stripped = ["currentAddress", "firstName", "middleNames", "lastNames"];
const optional = stripped.map((name) => `context.subject.identity.${name}`);

const takers: readonly Taker[] = [
  { name: "v2 start", forgives: [], send: startV2 },
  { name: "v1 start for pages", forgives: [], send: (...given) => startV1(...given, { delivery: "page" }) },
  { name: "v1 start for the API", forgives: ["context.subject"], send: startV1 },
  {
    name: "submit",
    forgives: optional,
    send: async ({ v2, start }, subject) =>
      v2("journey/interaction/submit", {
        instanceId: await start("law-v2@latest"),
        interactionId: "law-v2:interaction:i0@latest",
        participants: [{ domainElementId: "Gender" }, { domainElementId: "CurrentAddress" }],
        context: { subject: withGender(subject) },
      }),
  },
  {
    name: "task update",
    forgives: optional,
    send: async (service, subject) => {
      const instanceId = (await startV1(service, {})).text("instanceId");
      const context = { subject: withGender(subject) };
      return service.v1("journey/task/update", { intent: "Complete", instanceId, taskId: `${instanceId}.1`, context });
    },
  },
];

/** Adds the required element, unless the subject has it or has something else in its place. */
function withGender(subject: unknown): unknown {
  const { identity = {}, ...rest } = Object(subject);
  if (typeof identity !== "object" || identity === null || Array.isArray(identity)) return subject;
  return { ...rest, identity: { gender: "female", ...identity } };
}

const toText = (path: Path): string => formatPath(["context", "subject", ...path]);

const isForgiven = ({ forgives }: Taker, path: Path): boolean =>
  forgives.some(
    (place) => toText(path).startsWith(place) && ["", ".", "["].includes(toText(path).charAt(place.length)),
  );

/** Every wrong value in CI; otherwise one for each path and endpoint. */
const chosen = <T>(values: readonly T[], turn: number): readonly T[] =>
  isThorough ? values : values.slice(turn % values.length).slice(0, 1);

test.each(takers)(
  "$name accepts the right type at every path of a subject, and refuses other types except at the paths $forgives (spec 2.8)",
  async (taker) => {
    const service = await openService({ journeys: [v2Journey, v1Journey] });
    let refused = 0;
    for (const [i, { path, right }] of tried.entries()) {
      const accepted = await taker.send(service, subjectWith(path, right));
      expect([path, accepted.status, accepted.body]).toEqual([path, expect.toBeOneOf([200, 201]), expect.anything()]);
      const wrong = wrongValues.filter((value) => !Subject.safeParse(subjectWith(path, value)).success);
      for (const value of chosen(wrong, i)) {
        const reply = await taker.send(service, subjectWith(path, value));
        const where = toText(path);
        const forgiven = isForgiven(taker, path);
        expect([where, value, reply.status]).toEqual([where, value, forgiven ? expect.toBeOneOf([200, 201]) : 400]);
        if (forgiven) continue;
        expect(JSON.stringify(reply.body)).toContain(where);
        expect(JSON.stringify(reply.body)).not.toContain(secret);
        refused += 1;
      }
    }
    expect(places.length).toBeGreaterThanOrEqual(616);
    const strict = tried.filter(({ path }) => !isForgiven(taker, path));
    expect(refused).toBeGreaterThanOrEqual(strict.length);
  },
);

test("every string of a subject that is not an image is refused beyond the limit, whatever the journey collects (spec 2.8)", async () => {
  const service = await enterService(createSimulator({ limits: { "text-bytes": 20 } }), "tester");
  const isImage = ([list, , leaf]: Path) =>
    [...(list === "documents" ? documentImages : []), ...(list === "biometrics" ? biometricImages : [])].some(
      (name) => name === leaf,
    );
  const texts = tried.filter(({ path, right }) => typeof right === "string" && path.at(-1) !== "dateOfBirth");
  for (const { path } of texts) {
    for (const [bytes, status] of [
      [20, 201],
      [21, isImage(path) && path.length === 3 ? 201 : 413],
    ] as const) {
      const reply = await startV2(service, subjectWith(path, "a".repeat(bytes)), "age-check");
      expect([path, bytes, reply.status]).toEqual([path, bytes, status]);
    }
  }
  expect(texts.length).toBeGreaterThan(tried.length * 0.7);
});

/** An image that is not base64 is refused by the journey that collects it (gap image-encoding). */
const hasImage = (subject: unknown): boolean => /"side[12]Image"/.test(JSON.stringify(subject));

test("under the strict reading, a start is refused if and only if its subject does not match the strict schema (gap `required-fields`)", async () => {
  const service = await openService({
    profile: { readings: { "required-fields": "strict" } },
    journeys: [v2Journey, paper],
  });
  const texts = ["", "GBR", "gb", "1990-12-10", "10.12.1990", "ada@example.com", "grüße@example.de", "nobody"];
  const pairs = [
    { phones: [{ number: "1" }] },
    { phones: [{ type: "mobile", number: "1" }] },
    { emails: [{ type: "work" }] },
    { emails: [{ type: "work", email: "ada@example.com" }] },
    { idNumbers: [{ idNumber: "1" }] },
  ];
  const subjects = [
    ...tried.flatMap(({ path, right }) =>
      typeof right === "string" ? texts.map((text) => subjectWith(path, text)) : [],
    ),
    ...pairs.map((identity) => ({ identity })),
    ...pairs.map((identity) => ({ documents: [{ subject: identity }] })),
    { documents: [{ subject: { emails: [{}] } }] },
  ];
  const statuses = new Set<number>();
  for (const subject of subjects) {
    const expected = z.safeParse(StrictSubject, subject).success ? 201 : 400;
    for (const journey of hasImage(subject) ? ["law-v2"] : ["law-v2", "law-paper"]) {
      const reply = await startV2(service, subject, journey);
      expect([journey, subject, reply.status]).toEqual([journey, subject, expected]);
      statuses.add(reply.status);
    }
  }
  expect([...statuses].toSorted()).toEqual([201, 400]);
});
