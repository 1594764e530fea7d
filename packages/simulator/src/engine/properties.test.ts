import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { specified, startOf } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsFor } from "../../test/samples.ts";
import { play, story } from "../../test/story.ts";
import { applyCommand, type InstanceRecord, instanceTime, replay, settle, startInstance } from "./commands.ts";
import { isFinal, outstanding } from "./instance.ts";
import { createCitations } from "./result.ts";
import { collectedBy } from "./submission.ts";
import type { InstanceTerms } from "./terms.ts";
import { current, interactionIdOf } from "./v2.ts";

const numRuns = runs(100, 1_000);

test("replaying the log of an instance rebuilds the instance", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      expect(replay(chosen, played.log)).toMatchObject({ ok: true, value: { instance: played.record.instance } });
    }),
    { numRuns },
  );
});

test("`settle` in two steps gives the same result as in one step (spec 3.1)", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), fc.nat(20_000), ({ chosen, prefill, moves }, soon, later) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      const at = played.record.instance.at + soon;
      const once = settle({ ...played.record }, at + later); // a copy, because `settle` continues from its last result
      expect(settle(settle(played.record, at), at + later)).toEqual(once);
      expect(settle(played.record, at + later)).toEqual(once);
    }),
    { numRuns },
  );
});

test("`settle` at an earlier time than before gives the state at that earlier time", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), fc.nat(20_000), ({ chosen, prefill, moves }, soon, later) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      const at = played.record.instance.at + soon;
      const early = settle({ ...played.record }, at);
      settle(played.record, at + later);
      expect(settle(played.record, at)).toEqual(early);
    }),
    { numRuns },
  );
});

test("polling never changes the later state of an instance (spec 4.4)", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), ({ chosen, prefill, moves }, later) => {
      const played = play(chosen, prefill, moves);
      const polled = play(chosen, prefill, moves, true);
      fc.pre(played !== undefined && polled !== undefined);
      const at = instanceTime(played.record, played.worldAt + later);
      expect(settle({ ...polled.record }, at)).toEqual(settle({ ...played.record }, at));
    }),
    { numRuns },
  );
});

test("a finished or failed instance never changes (spec 3.1)", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      for (const { before, after, at } of play(chosen, prefill, moves)?.steps ?? []) {
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
      const record = play(chosen, prefill, moves)?.record;
      fc.pre(record?.apiVersion === "v2");
      const left = outstanding(record.instance, [...collectedBy(chosen).keys()]);
      expect(left.filter((name) => Object.hasOwn(record.instance.provided, name))).toEqual([]);
    }),
    { numRuns },
  );
});

test("the segments of a journey run in order, and each starts after the previous segment has finished (spec 1)", () => {
  fc.assert(
    fc.property(story, ({ chosen, prefill, moves }) => {
      const record = play(chosen, prefill, moves)?.record;
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

/** Submits elements to the current interaction, one group at a time. */
function collect(chosen: InstanceTerms, groups: readonly (readonly string[])[]): InstanceRecord {
  const started = startInstance(chosen, startOf(chosen, {}));
  if (!started.ok) throw new Error("no start");
  let record = started.value;
  for (const group of groups) {
    record = settle(record, record.instance.at + 60_000);
    if (record.apiVersion !== "v2") throw new Error("not v2");
    const interaction = current(createCitations(chosen.readings), chosen, record.instance);
    const names = group.filter((name) => interaction?.required.includes(name));
    if (interaction === undefined || names.length === 0) continue;
    const at = record.instance.at + 60_000;
    const interactionId = interactionIdOf(chosen, interaction);
    record = accepted(
      applyCommand(settle(record, at), {
        type: "submit",
        at,
        interactionId,
        participants: names,
        subject: subjectOf(...names),
      }),
    );
  }
  return record;
}

// This does not hold under `missing-element=of-interaction`, which refuses every partial submit.
test("splitting elements across several submits does not change what is collected (spec 3.2)", () => {
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
      // Offers every group to every interaction, so that no element is left out.
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

test("a fully prefilled instance finishes without another command (spec 3.2)", () => {
  const chosen = termsFor("full-kyc");
  const started = startInstance(
    chosen,
    startOf(chosen, subjectOf("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie")),
  );
  expect(started.ok && settle(started.value, 1_000 + 86_400_000).instance.progress).toEqual({
    phase: "finished",
    outcome: "accept",
    finishedAt: 1_000 + 2_000 + 4_000 + 2_000,
  });
});
