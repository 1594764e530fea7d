import { type GapId, gapIds, gapOf, type Readings, resolveProfile } from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import type { Check, DecidedGapId, HiddenGapId, Open } from "./readings/check.ts";
import { checks } from "./readings/checks.ts";
import { decisions } from "./readings/decision.ts";
import { openService } from "./service.ts";

const rows: Readonly<Record<string, Readonly<Record<string, Check>>>> = checks;

/** Gaps about publishing, which happens before a world exists. */
const beforeWorlds: readonly GapId[] = ["v1-data-variants", "element-names"];

const observable = gapIds
  .filter((id) => Object.hasOwn(checks, id))
  .flatMap((id) => Object.entries(gapOf(id).options).map(([reading, sentence]) => ({ id, reading, sentence })));

async function run(id: GapId, reading: string, under: string, open: (readings: Readings) => Open) {
  const check = rows[id]?.[reading];
  if (check === undefined) throw new Error("This reading has no check.");
  const readings: Readings = { [id]: under };
  const decided = await check(open(readings), resolveProfile({ readings }));
  return "basis" in decided ? [decided] : decided;
}

const created =
  (readings: Readings): Open =>
  (options, clientId) =>
    openService({ profile: { readings }, ...options }, clientId);

const switched =
  (readings: Readings): Open =>
  async (options, clientId) => {
    const service = await openService(options, clientId);
    await service.world.profile.set({ readings });
    return service;
  };

describe("a simulator created with a reading follows and cites the reading", () => {
  for (const { id, reading, sentence } of observable) {
    test(`gap ${id}: ${reading} — ${sentence} (spec ${gapOf(id).spec})`, async () => {
      const decided = await run(id, reading, reading, created);
      expect(decided).not.toHaveLength(0);
      for (const { basis } of decided) expect(basis).toContain(`${id}=${reading}`);
    });
  }
});

describe("a world switched to a reading follows and cites the reading", () => {
  for (const { id, reading, sentence } of observable.filter(({ id }) => !beforeWorlds.includes(id))) {
    test(`gap ${id}: ${reading} — ${sentence} (spec ${gapOf(id).spec})`, async () => {
      const decided = await run(id, reading, reading, switched);
      for (const { basis } of decided) expect(basis).toContain(`${id}=${reading}`);
    });
  }
});

describe("the check of a reading fails under every other reading of its gap", () => {
  for (const { id, reading } of observable) {
    test(`gap ${id}: ${reading} (spec ${gapOf(id).spec})`, async () => {
      for (const other of Object.keys(gapOf(id).options).filter((one) => one !== reading)) {
        await expect(run(id, reading, other, created), other).rejects.toThrow(/^expected |was published|segments/);
      }
    });
  }
});

describe("the simulator follows each recorded decision", () => {
  for (const [id, decision] of Object.entries(decisions)) {
    const { options, spec } = gapOf(id as DecidedGapId); // the keys of `decisions` are gap ids
    const [[reading, sentence] = []] = Object.entries(options);
    test(`gap ${id}: ${reading} — ${sentence} (spec ${spec})`, () => decision(openService));
  }
});

/** Gaps that no exchange can show. The register gives the reason. */
const hidden: { readonly [Id in HiddenGapId]: true } = {
  "resume-expiry": true,
  "paused-polling": true,
  "submit-error-variants": true,
};

test.each(gapIds.filter((id) => Object.hasOwn(hidden, id)))(
  "the table of gaps explains why no request can show the reading of gap %s",
  (id) => {
    expect(gapOf(id)).toMatchObject({ observable: false, why: expect.stringMatching(/^[A-Z].*\.$/) });
  },
);
