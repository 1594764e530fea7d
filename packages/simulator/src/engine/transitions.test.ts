import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { testerCommand } from "../../test/arbitraries.ts";
import { join, subjectOf, termsFor } from "../../test/samples.ts";
import { play, story } from "../../test/story.ts";
import { transitions } from "../journal/coverage.ts";
import { instanceTime, settle } from "./commands.ts";
import { listTransitions } from "./transitions.ts";

const isOfTask = (transition: string): boolean => transition.startsWith("task ");
const ends = (transition: string): readonly string[] => transition.split(" -> ");

test("the transitions of an instance form a chain from its start to its current phase (spec 3.1)", () => {
  fc.assert(
    fc.property(story, fc.nat(20_000), ({ chosen, prefill, moves }, later) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      const at = instanceTime(played.record, played.worldAt + later);
      const own = listTransitions(chosen, played.log, at).filter((one) => !isOfTask(one));
      const froms = own.map((one) => ends(one)[0]);
      const tos = own.map((one) => ends(one)[1]);
      expect(froms).toEqual(["none", ...tos.slice(0, -1)]);
      expect(tos.at(-1)).toBe(settle(played.record, at).instance.progress.phase);
    }),
    { numRuns: runs(100, 1_000) },
  );
});

const reviewed = termsFor("identity-check", { readings: { ...presets.specified, "refer-ends-journey": "no" } });
const referred = { identity: { lastNames: ["Testrefer"] } };

/** A referred instance and random tester commands. */
const review = fc
  .array(fc.record({ after: fc.constantFrom(1, 5_000), command: testerCommand }), { maxLength: 6 })
  .map((moves) => ({
    chosen: reviewed,
    prefill: join(subjectOf("FullName", "DateOfBirth", "CurrentAddress", "SSN"), referred),
    moves,
  }));

const retried = termsFor("document-and-selfie-v1", {
  readings: { ...presets.specified, "module-retry": "recollect" },
});
const unlike = { identity: { lastNames: ["Testfacematchfail"] } };

/** An instance that fails Facematch, so that the selfie is requested again. */
const retake = fc.constant({
  chosen: retried,
  prefill: join(subjectOf("FullName", "DateOfBirth", "PrimaryDocument", "Selfie"), unlike),
  moves: [],
});

test("the transition table contains every transition that occurs and no others (spec 3)", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.oneof(story, review, retake), ({ chosen, prefill, moves }) => {
      const played = play(chosen, prefill, moves);
      fc.pre(played !== undefined);
      const at = instanceTime(played.record, played.worldAt + 100_000);
      for (const one of listTransitions(chosen, played.log, at)) seen.add(one);
    }),
    { numRuns: runs(1_000, 4_000), seed: 1 },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(transitions).toSorted());
});
