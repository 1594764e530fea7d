import { Subject } from "@journey-kit/schemas";
import { type Profile, presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { createCaller } from "../service/target.ts";
import { imageOf } from "./person.ts";
import { anySubject, subject } from "./subject.ts";

/** More runs in CI than in `npm test`. */
const numRuns = runs(100, 1_000);

/** The simplest subject for which a predicate holds. */
function shrink(good: fc.Arbitrary<Subject>, isStillTrue: (one: Subject) => boolean): unknown {
  const property = fc.property(good, (one) => !isStillTrue(one));
  return fc.check(property, { seed: 1, numRuns: 2_000 }).counterexample?.[0];
}

test.each(Object.entries(presets))(
  "under the profile %s, a journey that starts with a generated subject needs no further data (spec 2.8, 3.2)",
  async (_, profile: Profile) => {
    const { fetch, world } = createSimulator({ profile: { readings: profile }, latency: 0 });
    const property = fc.asyncProperty(subject(), fc.uuid(), async (one, clientId) => {
      const target = { baseUrl: "http://127.0.0.1", clientId, clientSecret: "any", fetch, profile };
      const context = { config: { delivery: "api" }, subject: one };
      const { status, body } = await createCaller(target).post("v2.startJourney", {
        resourceId: "full-kyc@latest",
        context,
      });
      expect({ status, body }).toMatchObject({ status: 201 });
      const { instanceId }: { readonly instanceId: string } = Object(body);
      const { instance } = await world(clientId).instance(instanceId).read();
      expect(Object.keys(instance.provided).toSorted()).toEqual(
        ["CurrentAddress", "DateOfBirth", "FullName", "PrimaryDocument", "SSN", "Selfie"].toSorted(),
      );
      expect(instance.progress.phase).toBe("finished");
    });
    await fc.assert(property, { numRuns });
  },
);

test("a generated subject shrinks to a minimal subject named Ada Lovelace", () => {
  expect(shrink(subject(), () => true)).toEqual({
    identity: {
      firstName: "Ada",
      lastNames: ["Lovelace"],
      dateOfBirth: "1940-01-01",
      currentAddress: { lines: ["1 High Street"], locality: "London", postalCode: "SW1Y 4JH", country: "GBR" },
      idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }],
    },
    documents: [{ type: "Primary", side1Image: imageOf(8) }],
    biometrics: [{ selfieImage: imageOf(8) }],
  });
});

test("shrinking keeps only the part of a subject that causes the failure", () => {
  const found = shrink(subject(), ({ accounts }) => accounts !== undefined);
  expect(JSON.stringify(found).length).toBeLessThan(500);
  expect(found).toMatchObject({ identity: { firstName: "Ada" }, accounts: [{}] });
});

test("generated names use many writing systems", () => {
  const names = fc
    .sample(subject(), { numRuns: 500, seed: 1 })
    .map(({ identity }) => identity?.lastNames?.join(" ") ?? "");
  for (const pattern of [
    /\p{sc=Latn}/u,
    /\p{sc=Hang}/u,
    /\p{sc=Ethi}/u,
    /\p{sc=Cyrl}/u,
    /\p{sc=Grek}/u,
    /\p{sc=Arab}/u,
    /\p{sc=Hebr}/u,
    /\p{sc=Deva}/u,
    /\p{sc=Han}/u,
    /\p{sc=Thai}/u,
    /[\u{20000}-\u{2ffff}]/u,
  ]) {
    expect(
      names.some((name) => pattern.test(name)),
      `${pattern}`,
    ).toBe(true);
  }
});

test("generated subjects are valid, and together contain more than 200 different members, even rare ones (spec 2.8)", () => {
  const members = new Set<string>();
  const walk = (value: unknown): void => {
    for (const [name, member] of Object.entries(Object(value))) {
      if (!/^\d+$/.test(name)) members.add(name);
      if (typeof member === "object") walk(member);
    }
  };
  for (const one of fc.sample(anySubject(), { numRuns: 4_000, seed: 1 })) {
    expect(Subject.safeParse(one).success).toBe(true);
    walk(one);
  }
  for (const name of ["word_address", "headcount", "sides", "regionOfInterests", "redirectUri", "legalBasis", "bic"]) {
    expect(members, name).toContain(name);
  }
  expect(members.size).toBeGreaterThan(200);
});

test("a generated image is base64 and has the requested size (spec 2.8)", () => {
  for (const bytes of [8, 9, 1_000, 3_080, 100_001]) expect(atob(imageOf(bytes)).length).toBe(bytes);
  const [large] = fc.sample(subject({ images: { min: 50_000, max: 50_000 } }), 1);
  expect(atob(large?.documents?.[0]?.side1Image ?? "").length).toBe(50_000);
});
