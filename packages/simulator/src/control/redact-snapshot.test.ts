import type { Explanation, Scenario, World } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { image } from "../../test/samples.ts";
import { noon, openService, type Service } from "../../test/service.ts";
import { createSimulator } from "../simulator.ts";

const options = { clock: { mode: "frozen", at: noon }, now: () => noon } as const;

const word = fc
  .string({ unit: fc.constantFrom(..."bcdfghjklmnpqrstvwxz"), minLength: 6, maxLength: 12 })
  .map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
const name = fc.oneof(
  word,
  word.map((text) => text.toUpperCase()),
  fc.tuple(word, word).map(([one, other]) => `${one}-${other}`),
);
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });

/** Dates near the age of majority, which some persons reach while their journey runs. */
const birth = fc
  .date({ min: new Date("2007-11-01"), max: new Date("2008-03-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const person = fc.record({
  firstName: name,
  lastNames: fc.oneof(
    name.map((one) => [one]),
    fc.constantFrom("Testrefer", "Testreject", "Testlivenessfailsonce").map((one) => [one]),
  ),
  dateOfBirth: fc.oneof(birth, fc.constant("1990-12-10")),
  currentAddress: fc.record({ lines: fc.array(name, { minLength: 1, maxLength: 2 }), postalCode: digits(5) }),
  idNumbers: digits(9).map((idNumber) => [{ type: "ssn", idNumber }]),
  emails: fc.tuple(word, word).map(([one, other]) => [{ type: "personal", email: `${one}.${other}@example.com` }]),
  nickname: name,
  badge: fc.nat({ max: 999_999_999 }),
});
type Person = typeof person extends fc.Arbitrary<infer Value> ? Value : never;

interface Run {
  /** The index of the person. */
  readonly who: 0 | 1;
  readonly isArmed: boolean;
  readonly journey: string;
  readonly isPrefilled: boolean;
  readonly ms: number;
}
const run: fc.Arbitrary<Run> = fc.record({
  who: fc.constantFrom(0, 1),
  isArmed: fc.boolean(),
  journey: fc.constantFrom("age-check", "age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"),
  isPrefilled: fc.boolean(),
  ms: fc.constantFrom(0, 1_500, 6_000, 40 * 86_400_000),
});

/** A person who comes of age between the first and the second of these runs. */
const young: Person = {
  firstName: "Wilhelmina",
  lastNames: ["Vandergrift"],
  dateOfBirth: "2008-01-15",
  currentAddress: { lines: ["Larkspur"], postalCode: "48151" },
  idNumbers: [{ type: "ssn", idNumber: "623421516" }],
  emails: [{ type: "personal", email: "wilhelmina@example.com" }],
  nickname: "Minnehaha",
  badge: 8_151_623,
};
const aged: Run = { who: 0, isArmed: false, journey: "age-check", isPrefilled: true, ms: 40 * 86_400_000 };

/** Starts a journey for a person, and submits what it asks for, three times at most. */
async function play(service: Service, identity: Person, { journey, isPrefilled, ms }: Run): Promise<void> {
  const subject = {
    identity,
    uid: `${identity.firstName}@example.com`,
    documents: [{ type: "Primary", side1Image: image, number: identity.idNumbers[0]?.idNumber }],
    biometrics: [{ selfieImage: image }],
  };
  const context = { config: { delivery: "api" }, ...(isPrefilled && { subject }) };
  let { v2 } = await service.renew(); // time passes, and the token expires
  const started = await v2("journey/start", { resourceId: `${journey}@latest`, context });
  const instanceId = started.text("instanceId");
  for (let submits = 0; submits < 3; submits += 1) {
    await service.world.clock.advance({ ms });
    ({ v2 } = await service.renew());
    const fetched = await v2("journey/interaction/fetch", { instanceId });
    if (fetched.status !== 200) return;
    const collects = (fetched.at("collects") ?? fetched.at("interaction.collects") ?? []) as readonly {
      readonly domainElementId?: string;
    }[];
    const participants = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"]
      .filter((id) => JSON.stringify(collects).includes(id) || collects.length === 0)
      .map((domainElementId) => ({ domainElementId }));
    await v2("journey/interaction/submit", {
      instanceId,
      interactionId: fetched.text("interactionId"),
      participants,
      context: { subject },
    });
  }
}

/** A scenario with each kind of condition on the data of a person. */
const byPerson = ({ firstName, lastNames: [lastName = ""] }: Person): Scenario => ({
  name: "by-person",
  rules: [
    {
      when: { module: "Facematch", subject: [{ path: "identity.lastNames", equals: lastName.toUpperCase() }] },
      then: { outcome: "reject" },
    },
    {
      when: { subject: [{ path: "identity.lastNames", matches: `${lastName.slice(0, 3)}*` }] },
      then: { outcome: "refer", advice: { holder: `${firstName} ${lastName}` } },
    },
    {
      when: { subject: [{ path: "identity.firstName", in: [firstName, "Somebody"] }] },
      then: { latency: 7_000 },
    },
  ],
});

/** The explanations of every instance: now, and at each event of its timeline. */
async function explainAll(world: World): Promise<readonly Explanation[]> {
  const { instances } = await world.instances();
  const explained = await Promise.all(
    instances.map(async ({ instanceId }) => {
      const now = await world.instance(instanceId).explain();
      const past = now.timeline.map(({ at }) => world.instance(instanceId).explain({ at }));
      return [now, ...(await Promise.all(past))];
    }),
  );
  return explained.flat();
}

/** The texts of a person that must not be in a file, in lower case. */
const textsOf = ({ firstName, lastNames, currentAddress, idNumbers, emails, nickname, dateOfBirth }: Person) =>
  [
    firstName,
    nickname,
    ...lastNames.filter((one) => !one.startsWith("Test")),
    ...currentAddress.lines,
    ...idNumbers.map((one) => one.idNumber),
    ...emails.map((one) => one.email),
    ...(dateOfBirth === "1990-12-10" ? [] : [dateOfBirth]),
  ].map((text) => text.toLowerCase());

test("a snapshot with replaced personal data has the same explanations, and no text of a person", async () => {
  const story = fc.record({
    people: fc.tuple(person, person),
    played: fc.array(run, { minLength: 1, maxLength: 4 }),
  });
  const property = fc.asyncProperty(story, async ({ people, played }) => {
    const service = await openService(options);
    await service.world.scenarios.put(byPerson(people[0]));
    for (const one of played) {
      if (one.isArmed) await service.world.scenarios.arm({ scenario: "by-person" });
      await play(service, people[one.who], one);
    }
    const snapshot = await service.world.snapshot.save({ personalData: "replaced" });
    const text = JSON.stringify(snapshot).toLowerCase();
    expect(people.flatMap(textsOf).filter((value) => text.includes(value))).toEqual([]);

    const opened = createSimulator(options).world("tester");
    await opened.snapshot.open(snapshot);
    expect(await explainAll(opened)).toEqual(await explainAll(service.world));
  });
  await fc.assert(property, { numRuns: runs(40, 200), examples: [[{ people: [young, young], played: [aged, aged] }]] });
});
