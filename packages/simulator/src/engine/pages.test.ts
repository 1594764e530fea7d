import { cards, type Profile, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openInstance } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsFor } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, settle } from "./commands.ts";
import { cardsOf, createPageCommand, currentPage, hasLaterPages } from "./pages.ts";
import { createCitations } from "./result.ts";

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
  const { definition: builtIn } = termsFor("age-check");
  const terms = termsFor("age-check", { definition: { ...builtIn, ...definition }, readings });
  return openInstance(terms, subjectOf(...prefill), { at: 0, delivery: "page" });
}

const pageOf = (record: InstanceRecord) => currentPage(createCitations(record.terms.readings), record);

test("the pages of an interaction ask once for each element without prefill, whatever the layout and the readings (spec 2.5, 3.2)", () => {
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
          record = accepted(applyCommand(record, createPageCommand(record, page, { at: 0, participants, subject })));
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
  return openInstance(terms, subjectOf(...prefill));
}

test("a v1 task has one hosted page, with the task's outstanding elements and a title derived from the task's id (spec 3.3)", () => {
  expect(pageOf(start("full-kyc-v1", "FullName"))).toEqual({
    id: "instance-00000001.1",
    collectorId: "instance-00000001.1",
    sections: [{ label: "Person", cards: [{ element: "DateOfBirth", isRequired: true }] }],
  });
  expect(pageOf(start("age-check-v1", "DateOfBirth"))).toBeUndefined();
});

test("an interaction shows the page with the next required element, and a card for each missing element (spec 2.5)", () => {
  const record = start("full-kyc", "FullName");
  expect(pageOf(record)).toMatchObject({
    id: "person.0",
    collectorId: "full-kyc:interaction:person@latest",
    sections: [{ cards: [{ element: "DateOfBirth", isRequired: true }] }],
  });
  expect(pageOf(start("age-check", "DateOfBirth"))).toBeUndefined();
});

/** Starts a journey of one interaction. `pages` lists the elements of each page. */
function startInteraction(
  pages: readonly (readonly string[])[],
  { required, optional = [] }: { readonly required: readonly string[]; readonly optional?: readonly string[] },
  readings: Readings = {},
  prefill: readonly string[] = [],
): InstanceRecord {
  const cardOf = (name: string) => ({ id: Object.hasOwn(cards, name) ? cards[name as keyof typeof cards] : name }); // checked by `hasOwn`
  const listed = pages.map((names, i) => ({ id: `${i}`, label: `Page ${i}`, cards: names.map(cardOf) }));
  const segments = [{ id: "all", interactions: [{ id: "all", pages: listed, required, optional }], modules: [] }];
  return startPages({ segments }, prefill, resolveProfile({ readings }));
}

/** The id of the current page, and the elements of each of its sections. */
const shownBy = (record: InstanceRecord) => {
  const page = pageOf(record);
  return page && [page.id, ...page.sections.map(({ label, cards: shown }) => [label, ...shown.map((c) => c.element)])];
};

function submitPage(record: InstanceRecord, ...participants: readonly string[]): InstanceRecord {
  const page = pageOf(record);
  if (page === undefined) throw new Error("no page");
  const sent = { at: 0, earlierRuns: {}, participants, subject: subjectOf(...participants) };
  return accepted(applyCommand(record, createPageCommand(record, page, sent)));
}

const layout = [["SSN", "FullName"], ["DateOfBirth"], ["Selfie"]];
const whole = { "missing-element": "of-interaction" } as const;
const covered = { "prefill-covers": "all" } as const;
const [page0, page1, page2] = [
  ["Page 0", "SSN", "FullName"],
  ["Page 1", "DateOfBirth"],
  ["Page 2", "Selfie"],
];

test.each<[string, Readings, readonly string[], readonly string[], unknown]>([
  ["pages are shown one by one", {}, [], [], ["all.0", page0]],
  ["the page with the last required element includes all later pages", {}, [], ["FullName"], ["all.1", page1, page2]],
  ["no page follows the last required element", {}, [], ["FullName", "DateOfBirth"], undefined],
  ["a page stays current if the elements of a later page are submitted first", {}, [], ["Selfie"], ["all.0", page0]],
  ["an interaction that must be submitted as a whole shows all pages", whole, [], [], ["all.0", page0, page1, page2]],
  ["a page is left out if all its elements are prefilled", {}, ["FullName", "SSN"], [], ["all.0", page1, page2]],
  ["a page is shown if any element is missing", {}, ["FullName"], [], ["all.0", ["Page 0", "SSN"], page1, page2]],
  [
    "an optional element is shown if prefill must cover all",
    covered,
    ["FullName", "DateOfBirth", "SSN"],
    [],
    ["all.0", page2],
  ],
])("%s (spec 2.5, gap missing-element)", (_, readings, prefill, submitted, shown) => {
  const needed = { required: ["FullName", "DateOfBirth"], optional: ["SSN", "Selfie"] };
  let record = startInteraction(layout, needed, readings, prefill);
  for (const element of submitted) record = submitPage(record, element);
  expect(shownBy(record)).toEqual(shown);
});

test("an interaction that requires nothing shows all its pages (spec 2.5)", () => {
  const optional = startInteraction(layout, { required: [], optional: ["FullName", "DateOfBirth", "SSN", "Selfie"] });
  expect(shownBy(optional)).toHaveLength(4);
});

test.each([
  ["identity-details_two", "Identity details two"],
  ["_own--id_", "Own id"],
])(
  "elements without a page are shown on one page, whose title is derived from the interaction id %s (spec 2.5)",
  (id, label) => {
    const all = { id, pages: [], required: ["FullName"], optional: ["SSN", "Own"] };
    const segments = [{ id: "all", interactions: [all], modules: [] }];
    const elements = [{ name: "Own", path: "identity.gender" }];
    const page = pageOf(startPages({ segments, elements }, [], resolveProfile("specified")));
    const cards = [
      { element: "FullName", isRequired: true },
      { element: "SSN", isRequired: false },
      { element: "Own", isRequired: false },
    ];
    expect(page?.sections).toEqual([{ label, cards }]);
  },
);

test("the card of an element without a standard card is named after the element, such as `OwnCard` (spec 2.6)", () => {
  const pages = [{ id: "p", label: "P", cards: [{ id: "OwnCard" }, { id: "NothingCard" }] }];
  const all = { id: "all", pages: [...pages, { id: "q", label: "Q", cards: [] }], required: ["Own"], optional: [] };
  const elements = [{ name: "Own", path: "identity.gender" }];
  const definition = { segments: [{ id: "all", interactions: [all], modules: [] }], elements };
  const page = pageOf(startPages(definition, [], resolveProfile("specified")));
  expect(page?.sections).toEqual([{ label: "P", cards: [{ element: "Own", isRequired: true }] }]);
});

test("while modules run, a journey has later pages if a later segment lacks data (spec 3.2)", () => {
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

test("a journey has later pages only if one of the later segments lacks data (spec 3.2)", () => {
  const collecting = (name: string) => ({ id: name, pages: [], required: [name], optional: [] });
  const use = { module: "Liveness", variant: "liveness-v2" };
  const segments = [["FullName"], ["SSN"], ["DateOfBirth", "Selfie"]].map((names, i) => ({
    id: `${i}`,
    interactions: names.map(collecting),
    modules: [use],
  }));
  const hasLater = (...prefill: readonly string[]) =>
    hasLaterPages(startPages({ segments }, ["FullName", ...prefill], resolveProfile("specified")));
  expect(hasLater("SSN", "DateOfBirth", "Selfie")).toBe(false);
  expect(hasLater("SSN", "DateOfBirth")).toBe(true);
  expect(hasLater("DateOfBirth", "Selfie")).toBe(true);
});

test("a running journey has no later pages for the optional elements of its current segment (spec 3.2)", () => {
  const interactions = [{ id: "all", pages: [], required: ["FullName"], optional: ["SSN"] }];
  const segments = [{ id: "all", interactions, modules: [{ module: "Liveness", variant: "liveness-v2" }] }];
  const running = startPages({ segments }, ["FullName"], resolveProfile("specified"));
  expect([running.instance.progress.phase, hasLaterPages(running)]).toEqual(["running", false]);
});

test("submitting a page creates the same command as an API call (spec 2.9, 2.10)", () => {
  const sent = { at: 1, earlierRuns: {}, participants: ["DateOfBirth"], subject: {} };
  const [v1, v2] = [start("age-check-v1"), start("age-check")];
  const [task, interaction] = [pageOf(v1), pageOf(v2)];
  if (task === undefined || interaction === undefined) throw new Error("no page");
  expect(createPageCommand(v1, task, sent)).toEqual({
    type: "update",
    taskId: "instance-00000001.1",
    intent: "Complete",
    at: 1,
    earlierRuns: {},
    subject: {},
  });
  const interactionId = interaction.collectorId;
  expect(createPageCommand(v2, interaction, sent)).toEqual({ type: "submit", interactionId, ...sent });
});
