import { cards } from "@journey-kit/schemas/cards";
import { type Profile, resolveProfile } from "@journey-kit/schemas/profile";
import fc from "fast-check";
import { expect, test } from "vitest";
import { subjectOf, termsFor } from "../../test/samples.ts";
import { applyCommand, type InstanceRecord, startInstance } from "./commands.ts";
import { cardsOf, currentPage, toPageCommand } from "./pages.ts";
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
