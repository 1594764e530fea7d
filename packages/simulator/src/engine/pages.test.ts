import { cards } from "@journey-kit/schemas/cards";
import { type Profile, resolveProfile } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startOf } from "../../test/arbitraries.ts";
import { subjectOf, termsFor } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, settle, startInstance } from "./commands.ts";
import { cardsOf, currentPage, hasLaterPages, toPageCommand } from "./pages.ts";
import { createRecorder } from "./result.ts";

const elements = ["FullName", "DateOfBirth", "CurrentAddress", "SSN", "PrimaryDocument", "Selfie"] as const;

/** An interaction that collects some elements: each has a page, or none, and is required or not. */
const interaction = fc
  .uniqueArray(fc.constantFrom(...elements), { minLength: 1 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.record({ name: fc.constant(name), page: fc.nat(4), isRequired: fc.boolean() }))),
  )
  .map((collected) => ({
    id: "all",
    pages: [0, 1, 2, 3].map((page) => ({
      id: `${page}`,
      label: `Page ${page}`,
      cards: collected.filter((one) => one.page === page).map(({ name }) => ({ id: cards[name] })),
    })),
    required: collected.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    optional: collected.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
  }));

function startPages(definition: object, prefill: readonly string[], readings: Profile): InstanceRecord {
  const { definition: shipped } = termsFor("age-check");
  const terms = termsFor("age-check", { definition: { ...shipped, ...definition }, readings });
  const started = startInstance(terms, {
    type: "start",
    generation: "v2",
    at: 0,
    instanceId: "i",
    ordinal: 1,
    delivery: "page",
    linkExpiresAt: undefined,
    uid: undefined,
    subject: subjectOf(...prefill),
    resource: { id: "age-check", version: "latest" },
    region: "eu",
    invalidPrefill: "refused",
  });
  if (!started.ok) throw new Error(started.refusal.problems[0]);
  return started.value;
}

const pageOf = (record: InstanceRecord) => currentPage(createRecorder(record.terms.readings), record);

test("asks for every element without prefill exactly once, whatever the layout and the readings (spec 2.5, 3.2)", () => {
  const readings = fc.record({
    "missing-element": fc.constantFrom("named" as const, "of-interaction" as const),
    "optional-only": fc.constantFrom("waits" as const, "passed-over" as const),
  });
  fc.assert(
    fc.property(
      interaction,
      readings,
      fc.subarray([...elements]),
      fc.boolean(),
      (all, chosen, prefill, fillsOptional) => {
        const segments = [{ id: "all", interactions: [all], modules: [] }];
        let record = startPages({ segments }, prefill, resolveProfile({ readings: chosen }));
        const asked: string[] = [];
        const isPassedOver = record.instance.progress.phase === "finished";
        for (let page = pageOf(record); page !== undefined; page = pageOf(record)) {
          const shown = cardsOf(page);
          expect(shown.length).toBeGreaterThan(0);
          asked.push(...shown.map(({ element }) => element));
          const participants = shown.filter((card) => fillsOptional || card.isRequired).map(({ element }) => element);
          const subject = subjectOf(...participants);
          const applied = applyCommand(
            record,
            toPageCommand(record, page, { at: 0, earlierRuns: {}, participants, subject }),
          );
          if (!applied.ok) throw new Error(applied.refusal.problems[0]);
          record = applied.value;
        }
        const open = [...all.required, ...all.optional].filter((name) => !prefill.includes(name));
        expect(asked.toSorted()).toEqual(isPassedOver ? [] : open.toSorted());
        expect(record.instance.progress.phase).toBe("finished");
      },
    ),
  );
});

/** Starts an instance of a built-in journey with prefill. */
function start(journey: string, ...prefill: readonly string[]): InstanceRecord {
  const terms = termsFor(journey);
  const started = startInstance(terms, startOf(terms, subjectOf(...prefill)));
  if (!started.ok) throw new Error(started.refusal.problems[0]);
  return started.value;
}

test("a task is one page with its outstanding elements, and a title from its id (spec 3.3)", () => {
  expect(pageOf(start("full-kyc-v1", "FullName"))).toEqual({
    id: "instance-00000001.1",
    collectorId: "instance-00000001.1",
    sections: [{ label: "Person", cards: [{ element: "DateOfBirth", isRequired: true }] }],
  });
  expect(pageOf(start("age-check-v1", "DateOfBirth"))).toBeUndefined();
});

test("an interaction shows the page of its next required element, with a card for each element (spec 2.5)", () => {
  const record = start("full-kyc", "FullName");
  expect(pageOf(record)).toMatchObject({
    id: "person.0",
    collectorId: "full-kyc:interaction:person@latest",
    sections: [{ cards: [{ element: "DateOfBirth", isRequired: true }] }],
  });
  expect(pageOf(start("age-check", "DateOfBirth"))).toBeUndefined();
});

test("elements without a page are on a page with a title from the id of the interaction (spec 2.5)", () => {
  const all = { id: "identity-details_two", pages: [], required: ["FullName"], optional: ["SSN", "Own"] };
  const segments = [{ id: "all", interactions: [all], modules: [] }];
  const elements = [{ name: "Own", path: "identity.gender" }];
  const page = pageOf(startPages({ segments, elements }, [], resolveProfile("specified")));
  const cards = [
    { element: "FullName", isRequired: true },
    { element: "SSN", isRequired: false },
    { element: "Own", isRequired: false },
  ];
  expect(page?.sections).toEqual([{ label: "Identity details two", cards }]);
});

test("a card of an element without a common card has the name of the element (spec 2.6)", () => {
  const pages = [{ id: "p", label: "P", cards: [{ id: "OwnCard" }, { id: "NothingCard" }] }];
  const all = { id: "all", pages: [...pages, { id: "q", label: "Q", cards: [] }], required: ["Own"], optional: [] };
  const elements = [{ name: "Own", path: "identity.gender" }];
  const definition = { segments: [{ id: "all", interactions: [all], modules: [] }], elements };
  const page = pageOf(startPages(definition, [], resolveProfile("specified")));
  expect(page?.sections).toEqual([{ label: "P", cards: [{ element: "Own", isRequired: true }] }]);
});

test("a journey has later pages while its modules run and a later segment lacks data (spec 3.2)", () => {
  const person = ["FullName", "DateOfBirth", "CurrentAddress"];
  for (const suffix of ["", "-v1"]) {
    const running = start(`document-and-selfie${suffix}`, ...person);
    expect([running.instance.progress.phase, hasLaterPages(running)]).toEqual(["running", true]);
    const last = start(`document-and-selfie${suffix}`, ...person, "PrimaryDocument", "Selfie");
    expect([last.instance.progress.phase, hasLaterPages(last)]).toEqual(["running", false]);
    const waiting = settle(running, 1_000_000);
    expect([waiting.instance.progress.phase, hasLaterPages(waiting)]).toEqual(["collecting", false]);
  }
});

test("a page is submitted with the command of an API call (spec 2.9, 2.10)", () => {
  const sent = { at: 1, earlierRuns: {}, participants: ["DateOfBirth"], subject: {} };
  const [v1, v2] = [start("age-check-v1"), start("age-check")];
  const [task, interaction] = [pageOf(v1), pageOf(v2)];
  if (task === undefined || interaction === undefined) throw new Error("no page");
  expect(toPageCommand(v1, task, sent)).toEqual({
    type: "update",
    taskId: "instance-00000001.1",
    intent: "Complete",
    at: 1,
    earlierRuns: {},
    subject: {},
  });
  const interactionId = interaction.collectorId;
  expect(toPageCommand(v2, interaction, sent)).toEqual({ type: "submit", interactionId, ...sent });
});
