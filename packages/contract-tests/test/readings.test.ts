import { createSimulatorControl } from "@journey-kit/client/control";
import {
  type GapId,
  gapIds,
  gapOf,
  isSwitchable,
  type Profile,
  type ProfileInput,
  type Readings,
  resolveProfile,
} from "@journey-kit/schemas/tables";
import { describe, expect, test } from "vitest";
import { isThorough, sample } from "../../../vitest.shared.ts";
import type { Case } from "../src/server/cases/case.ts";
import { cases } from "../src/server/cases/cases.ts";
import { consult } from "../src/server/cases/infer.ts";
import { runCases } from "../src/server/cases/run-cases.ts";
import { openTarget } from "./case-target.ts";

/** Gaps that `simulator/test/readings` checks, because no case can show them. */
const elsewhere: readonly GapId[] = ["v1-data-variants", "element-names", "v1-sync-failed-instance"];

/** The readings that a gap needs to have an effect, if `specified` does not have them. */
const conditions: Readonly<Partial<Record<GapId, Readings>>> = {
  "referred-result": { "refer-ends-journey": "no" },
  "interaction-in-review": { "refer-ends-journey": "no" },
  "interaction-resource-version": { "interaction-fetch-layout": "nested" },
};

const observable = gapIds
  .filter((id) => isSwitchable(id) && gapOf(id).observable !== false && !elsewhere.includes(id))
  .flatMap((id) => Object.entries(gapOf(id).options).map(([reading, sentence]) => ({ id, reading, sentence })));

/**
 * A reading with the readings that any reading of its gap requires, so that all readings of a gap are compared under
 * the same conditions.
 */
function readingsWith(id: GapId, reading: string): Readings {
  const required = Object.values(gapOf(id).requires ?? {}).flatMap((others) => Object.entries(others));
  const others = Object.fromEntries(required.map(([other, [first]]) => [other, first]));
  return { ...conditions[id], ...others, [id]: reading };
}

const profileWith = (id: GapId, reading: string): Profile =>
  resolveProfile({ readings: readingsWith(id, reading) } satisfies ProfileInput);

const consultUnder = (one: Case, profile: Profile) =>
  one.hidden?.(profile) === undefined ? consult(profile, (read) => one.response(read, one.request)) : undefined;

const found = new Map<string, readonly Case[]>();

/** The cases whose expected response depends on a reading. */
function casesAbout(id: GapId, reading: string): readonly Case[] {
  const key = `${id}=${reading}`;
  const profile = profileWith(id, reading);
  const about = found.get(key) ?? cases.filter((one) => consultUnder(one, profile)?.consulted.includes(key));
  found.set(key, about);
  return about;
}

/** Whether a request identifies no API client and so belongs to no world. */
const isAnonymous = ({ request }: Case): boolean =>
  request.authorization === null || request.text !== undefined || request.route === "v2.checkHealth";

async function expectToPass(about: readonly Case[], { target, options }: ReturnType<typeof openTarget>) {
  const results = await runCases(target, { ...options, only: about.map((one) => one.id) });
  expect(results.filter(({ status }) => status === "failed").map(({ line }) => line)).toEqual([]);
  expect(results.some(({ status }) => status === "passed")).toBe(true);
}

describe("a simulator created with a reading passes the cases that depend on the reading, and cites the reading", () => {
  for (const { id, reading, sentence } of sample(observable, 3)) {
    test(`gap ${id}: ${reading} — ${sentence} (spec ${gapOf(id).spec})`, () =>
      expectToPass(casesAbout(id, reading), openTarget({ readings: readingsWith(id, reading) })));
  }
});

describe.runIf(isThorough)(
  "a world switched to a reading passes the cases that depend on the reading, and cites the reading",
  () => {
    for (const { id, reading } of observable) {
      test(`gap ${id}: ${reading} (spec ${gapOf(id).spec})`, async () => {
        const { target, options } = openTarget("specified");
        const control = createSimulatorControl({
          baseUrl: target.baseUrl,
          ...(target.fetch && { fetch: target.fetch }),
        });
        const readings = readingsWith(id, reading);
        for (const { clientId } of [target, ...Object.values(options.clients ?? {})])
          await control.world(clientId).profile.set({ readings });
        const about = casesAbout(id, reading).filter((one) => !isAnonymous(one));
        await expectToPass(about, { target: { ...target, profile: profileWith(id, reading) }, options });
      });
    }
  },
);

test("any two readings of a gap lead to different expected responses in at least one case", () => {
  for (const { id, reading } of observable) {
    for (const other of Object.keys(gapOf(id).options).filter((one) => one !== reading)) {
      const isDistinguished = casesAbout(id, reading).some((one) => {
        const [expected, another] = [reading, other].map((read) => consultUnder(one, profileWith(id, read))?.value);
        return another !== undefined && JSON.stringify(another) !== JSON.stringify(expected);
      });
      expect(isDistinguished, `${id}: ${reading}, ${other}`).toBe(true);
    }
  }
});

test("every reading that changes a response is cited in a response, with two known exceptions", () => {
  const isCited = ({ id, reading }: (typeof observable)[number]) =>
    casesAbout(id, reading).some(
      ({ uncited = [] }) => !uncited.some((one) => one === id || one === `${id}=${reading}`),
    );
  expect(observable.filter((one) => !isCited(one)).map(({ id, reading }) => `${id}=${reading}`)).toEqual([
    "link-expiry=link-only",
    "request-size-limit=20MiB",
  ]);
});
