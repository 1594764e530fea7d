import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { specified, startOf } from "../../test/arbitraries.ts";
import { subjectOf, termsFor } from "../../test/samples.ts";
import { story, tell } from "../../test/story.ts";
import { applyCommand, effectiveAt, type InstanceRecord, replay, settle, startInstance } from "./commands.ts";
import type { InstanceTerms } from "./instance.ts";
import { isFinal, outstanding } from "./instance.ts";
import { collectedBy } from "./submission.ts";
import { current, interactionIdOf } from "./v2.ts";

const numRuns = runs(250, 1_000);

test("replaying the log of an instance gives the instance again", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      const told = tell(chosen, prefill, moves);
      if (told === undefined) return;
      expect(replay(chosen, told.log)).toMatchObject({ ok: true, value: { instance: told.record.instance } });
    }),
    { numRuns },
  );
});

test("settling in two steps is settling once (spec 3.1)", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), fc.nat(20_000), ({ chosen, prefill, moves }, soon, later) => {
      const told = tell(chosen, prefill, moves);
      if (told === undefined) return;
      const at = told.record.instance.at + soon;
      expect(settle(settle(told.record, at), at + later)).toEqual(settle(told.record, at + later));
    }),
    { numRuns },
  );
});

test("polling never changes what an instance comes to (spec 4.4)", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), ({ chosen, prefill, moves }, later) => {
      const told = tell(chosen, prefill, moves);
      const polled = tell(chosen, prefill, moves, true);
      if (told === undefined || polled === undefined) return;
      const at = effectiveAt(told.record, told.worldAt + later);
      expect(settle(polled.record, at)).toEqual(settle(told.record, at));
    }),
    { numRuns },
  );
});

test("an instance is final once and never changes after (spec 3.1)", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      for (const { before, after, at } of tell(chosen, prefill, moves)?.chapters ?? []) {
        const settled = settle(before, at);
        if (!isFinal(settled.instance)) continue;
        expect(settle(after, at).instance.progress).toEqual(settled.instance.progress);
        expect(settle(after, at + 1_000_000).instance.progress).toEqual(settled.instance.progress);
      }
    }),
    { numRuns },
  );
});

test("`outstanding` never names an accepted element (spec 2.5)", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      const record = tell(chosen, prefill, moves)?.record;
      if (record?.generation !== "v2") return;
      const left = outstanding(record.instance, [...collectedBy(chosen).keys()]);
      expect(left.filter((name) => Object.hasOwn(record.instance.provided, name))).toEqual([]);
    }),
    { numRuns },
  );
});

test("a journey runs its segments in order, each once its own has finished (spec 1)", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      const record = tell(chosen, prefill, moves)?.record;
      const finished = record?.instance.finished ?? [];
      for (const [i, run] of finished.entries()) {
        for (const earlier of finished.slice(0, i)) {
          expect(earlier.segment).toBeLessThanOrEqual(run.segment);
          if (earlier.segment < run.segment) expect(earlier.finishesAt).toBeLessThanOrEqual(run.startedAt);
        }
      }
    }),
    { numRuns },
  );
});

/** Hands elements to whatever interaction is current, a group at a time, until all are in. Under `specified`. */
function collect(chosen: InstanceTerms, groups: readonly (readonly string[])[]): InstanceRecord {
  const begun = startInstance(chosen, startOf(chosen, {}));
  if (!begun.ok) throw new Error("no start");
  let record = begun.value;
  for (const group of groups) {
    record = settle(record, record.instance.at + 60_000);
    if (record.generation !== "v2") throw new Error("not v2");
    const interaction = current(chosen, record.instance);
    const wanted = group.filter((name) => interaction?.required.includes(name));
    if (interaction === undefined || wanted.length === 0) continue;
    const at = record.instance.at + 60_000;
    const interactionId = interactionIdOf(chosen, interaction);
    const result = applyCommand(settle(record, at), {
      type: "submit",
      at,
      interactionId,
      participants: wanted,
      subject: subjectOf(...wanted),
    });
    if (!result.ok) throw new Error(result.refusal.problems[0]);
    record = result.value;
  }
  return record;
}

// Readings that suspend it: `missing-element=of-interaction`, which refuses every partial submission.
test("how elements are split over submissions does not matter to what is collected (spec 3.2)", () => {
  const splitting = specified.chain((chosen) => {
    const names = [...collectedBy(chosen)].flatMap(([name, need]) => (need === "required" ? [name] : []));
    return fc.record({
      chosen: fc.constant(chosen),
      names: fc.constant(names),
      cuts: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    });
  });
  fc.assert(
    fc.property(splitting, ({ chosen, names, cuts }) => {
      const groups: string[][] = [[]];
      names.forEach((name, i) => {
        if (cuts[i]) groups.push([]);
        groups.at(-1)?.push(name);
      });
      // Every group is offered to each interaction in turn, so that a cut never withholds anything.
      const offers = chosen.definition.segments.flatMap(({ interactions = [] }) => interactions.flatMap(() => groups));
      const split = collect(chosen, offers).instance.provided;
      const whole = collect(
        chosen,
        chosen.definition.segments.flatMap(({ interactions = [] }) => interactions.map(() => names)),
      ).instance;
      expect(split).toEqual(whole.provided);
      expect(Object.keys(split).toSorted()).toEqual(names.toSorted());
    }),
    { numRuns },
  );
});

test("an instance that is fully prefilled ends without any command (spec 3.2)", () => {
  const chosen = termsFor("full-kyc");
  const begun = startInstance(
    chosen,
    startOf(chosen, subjectOf("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie")),
  );
  expect(begun.ok && settle(begun.value, 1_000 + 86_400_000).instance.progress).toEqual({
    phase: "finished",
    outcome: "accept",
    finishedAt: 1_000 + 2_000 + 4_000 + 2_000,
  });
});
