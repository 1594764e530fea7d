import { createHash } from "node:crypto";
import type { Scenario } from "@journey-kit/schemas/control";
import { testPeople } from "@journey-kit/schemas/personal";
import { presets, type Readings } from "@journey-kit/schemas/tables";
import { type Basis, createCitations, type Result } from "../src/engine/result.ts";
import { toImageText } from "../src/engine/subject.ts";
import type { EngineCitations, InstanceTerms } from "../src/engine/terms.ts";
import { createBuiltInCatalog } from "../src/journeys/built-in.ts";

/** A small image: the letters "image", in base64. */
export const image = "aW1hZ2U=";

/** The digest that replaces the image. */
export const digested = toImageText({
  encoding: "base64",
  digest: createHash("sha256").update(image).digest("hex"),
  bytes: 5,
});

/** Valid data for each of the six elements, as the engine sees it. */
export const valid: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1815-12-10" } },
  CurrentAddress: { identity: { currentAddress: { postalCode: "SW1Y 4JH" } } },
  SSN: { identity: { idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }] } },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: digested }] },
  Selfie: { biometrics: [{ selfieImage: digested }] },
};

/** Merges subjects recursively and concatenates arrays. */
export function join(...subjects: readonly unknown[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const subject of subjects) {
    for (const [key, value] of Object.entries(subject ?? {})) {
      const present = joined[key];
      if (Array.isArray(value) && Array.isArray(present)) joined[key] = [...present, ...value];
      else if (typeof value === "object" && typeof present === "object" && !Array.isArray(value)) {
        joined[key] = join(present, value);
      } else joined[key] = value;
    }
  }
  return joined;
}

/** Creates a subject with valid data for the given elements, as the engine sees it. */
export const subjectOf = (...names: readonly string[]): Record<string, unknown> =>
  join(...names.map((name) => valid[name]));

const catalog = createBuiltInCatalog(presets.specified);

/** Creates the terms of a built-in journey. */
export function termsFor(id: string, change: Partial<InstanceTerms> = {}): InstanceTerms {
  const definition = catalog.find({ id, version: "latest" })?.definition;
  if (definition === undefined) throw new Error(`no journey ${id}`);
  return { definition, readings: presets.specified, scenarios: [testPeople], seed: 1, ...change };
}

type Segments = InstanceTerms["definition"]["segments"];

/** The terms of a journey with other segments, whose modules take 100 ms and accept unless a rule decides otherwise. */
export function termsWith(
  id: string,
  readings: Readings,
  rules: readonly Scenario["rules"][number][],
  toSegments: (segments: Segments) => readonly Segments[number][],
): InstanceTerms {
  const { definition } = termsFor(id);
  return termsFor(id, {
    definition: { ...definition, segments: [...toSegments(definition.segments)] },
    readings: { ...presets.specified, ...readings },
    scenarios: [{ name: "own", rules: [...rules] }],
    latency: 100,
  });
}

/** A v2 journey that asks for the date of birth and verifies the age, as a publisher writes it. */
export const ageJourney = (id: string, more: object = {}) => ({
  id,
  name: id,
  apiVersion: "v2",
  segments: [
    {
      id: "one",
      interactions: [{ id: "birth", pages: [], required: ["DateOfBirth"] }],
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ],
  ...more,
});

/** The value of a result that is no refusal. */
export function accepted<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.problems[0]);
  return result.value;
}

/** Runs a function of the engine, and adds the basis of its decision to the result. */
export function withBasis<Decided>(
  { readings }: InstanceTerms,
  decide: (citations: EngineCitations) => Decided,
): Decided & { readonly basis: readonly Basis[] } {
  const citations = createCitations(readings);
  return { ...decide(citations), basis: citations.basis().ids };
}
