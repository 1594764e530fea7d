import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { openInstance, specified } from "../../test/arbitraries.ts";
import { accepted, subjectOf, termsFor } from "../../test/samples.ts";
import { type Played, play, story } from "../../test/story.ts";
import { applyCommand, type InstanceRecord, instanceTime, replay, settle } from "./commands.ts";
import { isFinal, outstanding } from "./instance.ts";
import { createCitations } from "./result.ts";
import { collectedBy } from "./submission.ts";
import type { InstanceTerms } from "./terms.ts";
import { current, interactionIdOf } from "./v2.ts";

const numRuns = runs(100, 1_000);

/** Checks a property of instances after random moves, at two later times. */
const checkPlayed = (
  check: (played: Played & { readonly chosen: InstanceTerms }, soon: number, later: number) => void,
) =>
  fc.assert(
    fc.property(story, fc.nat(20_000), fc.nat(20_000), ({ chosen, prefill, moves }, soon, later) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      check({ ...played, chosen }, played.record.instance.at + soon, played.record.instance.at + soon + later);
    }),
    { numRuns },
  );

test("replaying the log of an instance rebuilds the instance", () => {
  checkPlayed(({ chosen, log, record: { instance } }) => {
    expect(replay(chosen, log)).toMatchObject({ ok: true, value: { instance } });
  });
});

test("`settle` in two steps gives the same result as in one step (spec 3.1)", () => {
  checkPlayed(({ record }, soon, later) => {
    const once = settle({ ...record }, later); // a copy, because `settle` continues from its last result
    expect(settle(settle(record, soon), later)).toEqual(once);
    expect(settle(record, later)).toEqual(once);
  });
});

test("`settle` at an earlier time than before gives the state at that earlier time", () => {
  checkPlayed(({ record }, soon, later) => {
    const early = settle({ ...record }, soon);
    settle(record, later);
    expect(settle(record, soon)).toEqual(early);
  });
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
  checkPlayed(({ steps }) => {
    for (const { before, after, at } of steps) {
      const settled = settle(before, at);
      if (!isFinal(settled.instance)) continue;
      expect(settle(after, at).instance.progress).toEqual(settled.instance.progress);
      expect(settle(after, at + 1_000_000).instance.progress).toEqual(settled.instance.progress);
    }
  });
});

test("`outstanding` never names an accepted element (spec 2.5)", () => {
  checkPlayed(({ chosen, record }) => {
    fc.pre(record.apiVersion === "v2");
    const left = outstanding(record.instance, [...collectedBy(chosen).keys()]);
    expect(left.filter((name) => Object.hasOwn(record.instance.provided, name))).toEqual([]);
  });
});

test("the segments of a journey run in order, and each starts after the previous segment has finished (spec 1)", () => {
  checkPlayed(({ record: { instance } }) => {
    for (const [i, run] of instance.finished.entries()) {
      for (const earlier of instance.finished.slice(0, i)) {
        expect(earlier.segment).toBeLessThanOrEqual(run.segment);
        if (earlier.segment < run.segment) expect(earlier.finishesAt).toBeLessThanOrEqual(run.startedAt);
      }
    }
  });
});

/** Submits elements to the current interaction, one group at a time. */
function collect(chosen: InstanceTerms, groups: readonly (readonly string[])[]): InstanceRecord {
  let record = openInstance(chosen, {});
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
  const everything = subjectOf("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");
  expect(settle(openInstance(chosen, everything), 1_000 + 86_400_000).instance.progress).toEqual({
    phase: "finished",
    outcome: "accept",
    finishedAt: 1_000 + 2_000 + 4_000 + 2_000,
  });
});
