import type { Exchange, FaultAction } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ada,
  createEvidence,
  createExchanges,
  createInstance,
  createSent,
  reported,
  run,
  type Step,
} from "../../test/evidence.ts";
import type { Evidence, SentRequest, Verdict } from "./evidence.ts";
import {
  checkData,
  checkInteraction,
  checkLostSubmit,
  checkOutstanding,
  checkOwnConflict,
  checkParticipants,
  checkPlace,
  checkRepeats,
  checkSchemas,
  checkStarts,
} from "./submit-checks.ts";

type Status = Verdict["status"];

const lost: FaultAction = { type: "dropResponse" };
const start: Step = { endpoint: "v2.startJourney", status: 201 };
const failedStart = (action: FaultAction): Step => ({ endpoint: "v2.startJourney", action });

/** A submit of elements to an interaction. */
const submit = (interactionId: string, names: readonly string[], change: Step = {}): Step => ({
  endpoint: "v2.submitInteraction",
  body: { instanceId: "one", interactionId, participants: names.map((domainElementId) => ({ domainElementId })) },
  ...change,
});

const refusedAs = (kind: NonNullable<Exchange["refusal"]>["kind"], status = 409): Step => ({
  status,
  refusal: { kind, problems: [], action: "" },
});
const duplicate = refusedAs("DUPLICATE_ELEMENT", 400);
const notCurrent = refusedAs("INTERACTION_NOT_CURRENT");

const after = (...steps: readonly Step[]): Evidence => createEvidence({ exchanges: createExchanges(...steps) });
/** The client gave up, although the journey was accepted. */
const gaveUpAfter = (...steps: readonly Step[]): Evidence => ({ ...after(...steps), endings: [reported("unknown")] });
const withInstances = (count: number, evidence: Evidence): Evidence => ({
  ...evidence,
  instances: Array.from({ length: count }, (_, i) => createInstance("accept", `${i}`)),
});

test.each<[string, Evidence, Status]>([
  ["sends no start", after({}), "untested"],
  ["starts once", after(start), "untested"],
  ["loses a response, and gives up", after(failedStart(lost)), "pass"],
  ["waits for a late response", after({ ...start, action: { type: "delay", ms: 1 } }), "pass"],
  ["starts again after a lost response", after(failedStart(lost), start), "fail"],
  ["starts again after a lost request", after(failedStart({ type: "dropRequest" }), start), "fail"],
  [
    "starts again after a response that was cut off",
    after(failedStart({ type: "truncate", characters: 9 }), start),
    "fail",
  ],
  ["starts again after a late response", after({ ...start, action: { type: "delay", ms: 1 } }, start), "fail"],
  ["starts again after a lost response, and is refused", after(failedStart(lost), { ...start, status: 400 }), "pass"],
  ["starts two instances", withInstances(2, after(start, start)), "fail"],
  ["gives up after 504", after(failedStart({ type: "status", status: 504 })), "pass"],
  ["starts again after 504", after(failedStart({ type: "status", status: 504 }), start), "fail"],
  ["starts again after 502", after(failedStart({ type: "status", status: 502 }), start), "fail"],
  ["starts again after 500", after(failedStart({ type: "status", status: 500, retryAfter: 1 }), start), "fail"],
  ["starts again after 503", after(failedStart({ type: "status", status: 503 }), start), "untested"],
  ["starts again after 429", after(failedStart({ type: "status", status: 429, retryAfter: 1 }), start), "untested"],
  ["loses the refusal of its token", after({ ...failedStart(lost), status: 401 }, start), "untested"],
  ["starts again after 401", after(failedStart({ type: "revokeToken" }), start), "untested"],
  ["repeats a v1 start", after({ endpoint: "v1.startJourney", action: lost }, { endpoint: "v1.startJourney" }), "fail"],
  ["runs two journeys", { ...after(failedStart(lost), start), runs: [run, run] }, "pass"],
])("for a client that $0, the requirement start-sent-once is $2 (spec 4.2)", (_, evidence, status) => {
  expect(checkStarts(evidence).status).toBe(status);
});

test("says whether the first start had succeeded (spec 4.2)", () => {
  const again = after(failedStart(lost), start);
  expect(checkStarts(again)).toMatchObject({ problem: "It retried a start that may have succeeded.", exchange: 2 });
  expect(checkStarts(withInstances(2, again))).toMatchObject({
    problem: "It retried a start that had succeeded. Journeys started: 2.",
  });
  expect(checkStarts(withInstances(2, after(start, start)))).toMatchObject({
    problem: "It started 2 instances for one journey.",
  });
});

const first = submit("one", ["FullName"], { action: lost });

test.each<[string, Evidence, Status]>([
  ["sends no submit", after({}), "untested"],
  ["loses no response", after(submit("one", ["FullName"])), "untested"],
  ["reports the outcome", after(first, submit("one", ["FullName"], notCurrent)), "pass"],
  ["goes on with the next interaction", gaveUpAfter(first, submit("two", ["Selfie"])), "pass"],
  ["stops at the 409", gaveUpAfter(submit("zero", ["Selfie"]), first, submit("one", ["FullName"], notCurrent)), "fail"],
  [
    "stops at the 409 on a v1 task",
    gaveUpAfter(
      { endpoint: "v1.updateTask", body: { taskId: "t" }, action: lost },
      { endpoint: "v1.updateTask", body: { taskId: "t" }, status: 409 },
    ),
    "fail",
  ],
  ["stops at the lost response", gaveUpAfter(first), "untested"],
  ["loses a refusal", gaveUpAfter({ ...first, status: 409 }, submit("one", ["FullName"], notCurrent)), "untested"],
])("for a client that $0, the requirement retried-409-is-success is $2 (spec 4.2)", (_, evidence, status) => {
  expect(checkOwnConflict(evidence).status).toBe(status);
});

test.each<[string, Evidence, Status]>([
  ["loses no submit", after(submit("one", [])), "untested"],
  ["submits again", gaveUpAfter(first, {}, submit("one", ["FullName"])), "pass"],
  ["reports the outcome", after(first), "pass"],
  ["gives up", gaveUpAfter(first), "untested"],
  ["submits only before", gaveUpAfter(submit("zero", []), first), "untested"],
  [
    "updates a v1 task again",
    gaveUpAfter({ endpoint: "v1.updateTask", action: lost }, { endpoint: "v1.updateTask" }),
    "pass",
  ],
])("for a client that $0, the requirement completes-lost-submit is $2 (spec 3.2)", (_, evidence, status) => {
  expect(checkLostSubmit(evidence).status).toBe(status);
});

const name = submit("one", ["FullName"]);
const nameAgain = submit("one", ["FullName"], duplicate);

test.each<[string, Evidence, Status]>([
  ["submits nothing", after({}), "untested"],
  ["submits once", after(name), "pass"],
  ["is refused a first submit", after(nameAgain), "untested"],
  ["submits two parts", after(name, submit("one", ["Selfie"])), "pass"],
  ["repeats an accepted submit", after(name, nameAgain), "fail"],
  [
    "repeats an accepted submit of a finished interaction",
    after(name, submit("one", ["FullName"], notCurrent)),
    "fail",
  ],
  [
    "repeats an accepted submit of a finished interaction, which the service refuses with 400",
    after(name, submit("one", ["FullName"], refusedAs("INTERACTION_NOT_CURRENT", 400))),
    "fail",
  ],
  [
    "repeats an earlier submit after the response to another one is late",
    after(name, submit("one", ["Selfie"], { action: { type: "slowBody", ms: 1 } }), nameAgain),
    "pass",
  ],
  ["repeats a part of an accepted submit", after(submit("one", ["FullName", "Selfie"]), nameAgain), "fail"],
  ["repeats an accepted submit, which the service accepts again", after(name, name), "pass"],
  ["submits another element, which the service refuses", after(name, submit("one", ["Selfie"], duplicate)), "pass"],
  ["submits an element to another interaction", after(name, submit("two", ["FullName"], duplicate)), "pass"],
  ["repeats a lost submit", after(submit("one", ["FullName"], { action: lost }), nameAgain), "untested"],
  [
    "repeats a submit that failed",
    after(submit("one", ["FullName"], { action: { type: "status", status: 503 } }), name),
    "untested",
  ],
  [
    "repeats a submit whose response is late",
    after(submit("one", ["FullName"], { action: { type: "slowBody", ms: 1 } }), nameAgain),
    "untested",
  ],
  [
    "repeats an accepted submit after another one was lost",
    after(submit("zero", ["Selfie"], { action: lost }), name, nameAgain),
    "fail",
  ],
  ["repeats a submit to a paused instance", after(name, { ...nameAgain, status: 409, phase: "paused" }), "pass"],
  [
    "submits the same to two instances",
    withInstances(2, after({ ...name, instanceId: "0" }, { ...nameAgain, instanceId: "1" })),
    "pass",
  ],
])("for a client that $0, the requirement repeats-no-submit is $2 (spec 4.2)", (_, evidence, status) => {
  expect(checkRepeats(evidence).status).toBe(status);
});

test.each<[string, Evidence, Status]>([
  ["submits nothing", after({}), "untested"],
  ["submits an outstanding element", after(name), "pass"],
  ["submits an element of another interaction again", after(name, submit("two", ["FullName"], duplicate)), "fail"],
  ["submits a known element with others", after(name, submit("two", ["Selfie", "FullName"], duplicate)), "fail"],
  ["submits an element that the start provided", after(nameAgain), "fail"],
  ["repeats a submit, which another requirement covers", after(name, nameAgain), "pass"],
  ["submits to a finished interaction", after(name, submit("zero", ["Selfie"], notCurrent)), "pass"],
  ["is refused for another reason", after(name, submit("two", ["Selfie"], refusedAs("WRONG_VALUE", 400))), "pass"],
  ["submits a known element after a lost submit", after(first, submit("two", ["FullName"], duplicate)), "untested"],
  [
    "submits a known element to a paused instance",
    after(name, submit("two", ["FullName"], { ...duplicate, phase: "paused" })),
    "pass",
  ],
])("for a client that $0, the requirement submits-outstanding is $2 (spec 2.5)", (_, evidence, status) => {
  expect(checkOutstanding(evidence).status).toBe(status);
});

const fetched = (interactionId: string, change: Step = {}): Step => ({
  endpoint: "v2.fetchInteraction",
  answer: { interactionId },
  ...change,
});
const old = submit("one", ["FullName"], notCurrent);

test.each<[string, Evidence, Status]>([
  ["submits nothing", after(fetched("one")), "untested"],
  ["submits to the current interaction", after(fetched("one"), name), "pass"],
  ["submits to an earlier interaction", after(fetched("one"), name, fetched("two"), old), "fail"],
  ["submits to an earlier interaction, which accepts it", after(fetched("two"), name), "pass"],
  ["submits to an interaction that has just ended", after(fetched("one"), old), "pass"],
  ["submits without a fetch", after(old), "pass"],
  [
    "reads the interaction in a nested layout",
    after(fetched("", { answer: { interaction: { interactionId: "two" } } }), old),
    "fail",
  ],
  [
    "is refused for another reason",
    after(fetched("two"), submit("one", ["FullName"], refusedAs("WRONG_VALUE", 400))),
    "pass",
  ],
  ["loses the next interaction", after(fetched("one"), fetched("two", { action: lost }), old), "pass"],
  ["is refused the next interaction", after(fetched("one"), fetched("two", { status: 401 }), old), "pass"],
  ["fetches the next interaction later", after(fetched("one"), old, fetched("two")), "pass"],
  ["loses the submit", after(fetched("two"), { ...old, action: lost }), "pass"],
  [
    "fetches the interaction of another instance",
    withInstances(
      2,
      after(fetched("one", { instanceId: "0" }), fetched("two", { instanceId: "1" }), { ...old, instanceId: "0" }),
    ),
    "pass",
  ],
])("for a client that $0, the requirement submits-current-interaction is $2 (spec 2.9)", (_, evidence, status) => {
  expect(checkInteraction(evidence).status).toBe(status);
});

/** A submit with a whole body. */
const withBody = (body: object): Evidence => after({ endpoint: "v2.submitInteraction", body });
const withSubject = (subject: object, ...names: readonly string[]): Evidence =>
  withBody({ participants: names.map((domainElementId) => ({ domainElementId })), context: { subject } });

test.each<[string, Evidence, Status]>([
  ["in context.subject", withBody({ context: { subject: { documents: [], biometrics: [] } } }), "pass"],
  ["in context", withBody({ context: { subject: {}, documents: [] } }), "fail"],
  ["at the top", withBody({ biometrics: [] }), "fail"],
  ["in a start", after({ endpoint: "v2.startJourney", status: 201, body: { documents: [] } }), "untested"],
])(
  "for a client that sends documents and biometrics $0, the requirement documents-in-subject is $2 (spec 4.2)",
  (_, evidence, status) => {
    expect(checkPlace(evidence).status).toBe(status);
  },
);

test("names the members outside context.subject (spec 4.2)", () => {
  expect(checkPlace(withBody({ context: { documents: [] }, biometrics: [] }))).toMatchObject({
    problem: "It sent context.documents and biometrics outside context.subject.",
    exchange: 1,
  });
});

const text = "‹string 3›"; // the journal redacts personal data
const document = { documents: [{ type: "Primary", side1Image: text }] };

test.each<[string, Evidence, string | undefined]>([
  ["nothing", withSubject({}), undefined],
  ["what is listed", withSubject({ identity: { firstName: text } }, "FullName"), undefined],
  ["a document that is listed", withSubject(document, "PrimaryDocument"), undefined],
  ["an element of the journey's own", withSubject({}, "Own"), undefined],
  [
    "less than is listed",
    withSubject({ identity: { firstName: text } }, "FullName", "DateOfBirth", "Selfie"),
    "It listed DateOfBirth, Selfie in participants without sending data.",
  ],
  [
    "more than is listed",
    withSubject({ identity: { firstName: text, dateOfBirth: text }, biometrics: [{ selfieImage: text }] }, "FullName"),
    "It sent data for DateOfBirth, Selfie without listing it in participants.",
  ],
  [
    "only the type of a document",
    withSubject({ documents: [{ type: "Primary" }] }, "PrimaryDocument"),
    "It listed PrimaryDocument in participants without sending data.",
  ],
])("compares participants with the data of a client that sends %s (spec 2.9)", (_, evidence, problem) => {
  const verdict = checkParticipants(evidence);
  expect(verdict).toMatchObject(problem === undefined ? { status: "pass" } : { status: "fail", problem });
});

test("leaves misplaced data to another requirement (spec 2.9)", () => {
  const evidence = withBody({ participants: [{ domainElementId: "Selfie" }], biometrics: [] });
  expect(checkParticipants(evidence).status).toBe("untested");
  expect(checkParticipants(after({})).status).toBe("untested");
});

const sentWith = (...sent: readonly Partial<SentRequest>[]): Evidence => createEvidence({ sent: sent.map(createSent) });
const startBody = { resourceId: "kit@latest", context: { config: { delivery: "api" }, subject: {} } };

test.each<[string, Evidence, string | undefined]>([
  ["a valid start", sentWith({ endpoint: "v2.startJourney", body: startBody }), undefined],
  [
    "a start without a journey",
    sentWith({ endpoint: "v2.startJourney", body: { context: startBody.context } }),
    "It sent v2.startJourney with an invalid resourceId: ",
  ],
  ["a poll without an instance", sentWith({}, { body: {} }), "It sent v2.fetchState with an invalid instanceId: "],
  ["a list instead of an object", sentWith({ body: [] }), "It sent v2.fetchState with an invalid body: "],
])("checks the schemas of a client that sends %s (spec 2.7)", (_, evidence, problem) => {
  const verdict = checkSchemas(evidence);
  expect(verdict).toMatchObject(
    problem === undefined ? { status: "pass" } : { status: "fail", problem: expect.stringContaining(problem) },
  );
});

test("checks no token request, and knows a client whose requests it did not see (spec 2.7)", () => {
  const unseen = sentWith({ endpoint: "token.requestToken", body: undefined });
  expect(checkSchemas(unseen).status).toBe("untested");
  expect(checkData(unseen).status).toBe("untested");
});

/** A submit of a subject for an instance. */
const sentSubject = (subject: object, instanceId = "one"): Partial<SentRequest> => ({
  endpoint: "v2.submitInteraction",
  body: { instanceId, context: { subject } },
});
const fullName = { firstName: "Ada", middleNames: ["Augusta"], lastNames: ["Lovelace"] };
const image = { type: "Primary", side1Image: "aW1hZ2Ux", side2Image: "aW1hZ2Uy" };

test.each<[string, object, string | undefined]>([
  ["the name", { identity: fullName }, undefined],
  ["everything", ada, undefined],
  ["an empty member", { identity: { ...fullName, title: "" } }, undefined],
  ["a uid of its own", { uid: "client-7", identity: { ...fullName, uid: "x" } }, undefined],
  ["another type of a document", { documents: [{ ...image, type: "primary" }] }, undefined],
  [
    "another last name",
    { identity: { ...fullName, lastNames: ["King"] } },
    "It sent v2.submitInteraction with data that is not the person's: context.subject.identity.lastNames.",
  ],
  [
    "one more last name",
    { identity: { ...fullName, lastNames: ["Lovelace", "King"] } },
    "context.subject.identity.lastNames.",
  ],
  ["a joined name", { identity: { ...fullName, firstName: "Ada Augusta" } }, "context.subject.identity.firstName."],
  [
    "a default country",
    { identity: { currentAddress: { country: "GBR" } } },
    "context.subject.identity.currentAddress.country.",
  ],
  ["another image", { documents: [{ ...image, side1Image: "b3RoZXI=" }] }, "context.subject.documents[0].side1Image."],
  [
    "no middle name",
    { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
    "It sent v2.submitInteraction with only part of the person's data for FullName.",
  ],
  [
    "one side of the document",
    { documents: [{ type: "Primary", side1Image: "aW1hZ2Ux" }] },
    "only part of the person's data for PrimaryDocument.",
  ],
])("compares the data of a client that submits %s with the person's (spec 2.8)", (_, subject, problem) => {
  const verdict = checkData(sentWith(sentSubject(subject)));
  expect(verdict).toMatchObject(
    problem === undefined ? { status: "pass" } : { status: "fail", problem: expect.stringContaining(problem) },
  );
});

test("a start may contain part of an element's data (spec 2.8)", () => {
  const body = { context: { subject: { identity: { firstName: "Ada" } } } };
  expect(checkData(sentWith({ endpoint: "v2.startJourney", body })).status).toBe("pass");
});

test("an instance has the data of one person (spec 2.2)", () => {
  const [one, other] = ["Hopper", "Turing"].map((last) => ({
    identity: { firstName: "A", lastNames: [last], dateOfBirth: last },
  }));
  if (one === undefined || other === undefined) throw new Error("no person");
  const runs = [one, other].map((subject) => ({ ...run, subject }));
  const parts = ({ identity: { dateOfBirth, ...named } }: typeof one) => [
    { identity: named },
    { identity: { dateOfBirth } },
  ];
  const check = (...sent: readonly (readonly [object | undefined, string])[]) =>
    checkData({ ...sentWith(...sent.map(([subject = {}, id]) => sentSubject(subject, id))), runs }).status;
  const [[name1, born1], [name2, born2]] = [parts(one), parts(other)];
  expect(check([name1, "one"], [name2, "two"], [born1, "one"], [born2, "two"])).toBe("pass");
  expect(check([name1, "one"], [name2, "two"], [born2, "one"])).toBe("fail");
});

test("a submit with some of a person's elements, in any order, has all their data (spec 2.8)", () => {
  const parts = [{ identity: fullName }, { identity: { dateOfBirth: "1990-12-10" } }, { documents: [image] }];
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 1 }), (chosen) => {
      const identity = Object.assign({}, ...chosen.map((part) => part.identity));
      const subject = Object.assign({}, ...chosen, Object.keys(identity).length > 0 ? { identity } : {});
      expect(checkData(sentWith(sentSubject(subject)))).toEqual({ status: "pass" });
    }),
  );
});

test("requests about another instance change no verdict about submits (spec 2.2)", () => {
  const own: readonly Step[] = [
    fetched("one"),
    name,
    fetched("two"),
    submit("two", ["FullName"], duplicate),
    nameAgain,
  ];
  const other: readonly Step[] = [fetched("three"), submit("one", ["FullName"]), nameAgain].map((step) => ({
    ...step,
    instanceId: "0",
  }));
  const kept = fc.subarray([...own]);
  const added = fc.array(fc.tuple(fc.nat(9), fc.constantFrom(...other)), { maxLength: 6 });
  const about = (evidence: Evidence, ...ids: readonly string[]) => ({
    ...evidence,
    instances: ids.map((id) => createInstance("accept", id)),
  });
  fc.assert(
    fc.property(kept, added, (steps, more) => {
      const mixed = more.reduce<readonly Step[]>(
        (all, [n, step]) => all.toSpliced(n % (all.length + 1), 0, step),
        steps,
      );
      const only = mixed.filter(({ instanceId }) => instanceId === "0");
      for (const check of [checkRepeats, checkOutstanding, checkInteraction]) {
        const [alone, both] = [check(about(after(...steps), "one")), check(about(after(...mixed), "one", "0"))];
        const fails = [alone, check(about(after(...only), "0"))].some(({ status }) => status === "fail");
        expect(both.status === "fail").toBe(fails);
      }
    }),
  );
});
