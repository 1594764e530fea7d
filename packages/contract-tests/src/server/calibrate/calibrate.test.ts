import { createSimulatorControl } from "@journey-kit/client/control";
import {
  type GapId,
  gapIds,
  gapOf,
  type Profile,
  type ProfileInput,
  resolveProfile,
} from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../../../vitest.shared.ts";
import { createCaller } from "../../service/target.ts";
import { caseJourneys } from "../cases/journey.ts";
import { calibrate } from "./calibrate.ts";
import { toProfileFile } from "./finding.ts";
import type { CalibrateOptions } from "./runner.ts";

const baseUrl = "http://127.0.0.1";
const timeout = 300_000;
/** The number of random profiles, which is higher in CI than in a local run. */
const [byControl, byWaiting] = isThorough ? [100, 50] : [1, 1];

const main = { clientId: "calibrated", clientSecret: "secret" };
const writer = { clientId: "blind", clientSecret: "secret" };
const withoutV2 = { clientId: "old", clientSecret: "secret" };
const clients = [
  main,
  { ...writer, permissions: ["journey:start" as const, "journey:submit" as const] },
  { ...withoutV2, v2: false },
];

const everything: CalibrateOptions = {
  user: { username: "ada", password: "enchantress" },
  clients: { writer, withoutV2 },
  regions: { eu: `${baseUrl}/eu`, us: `${baseUrl}/us` },
  burst: true,
};

const refuseToWait = () => Promise.reject(new Error("A calibration with `control` must not wait."));

/** Calibrates a simulator that follows a profile, with `control` or by waiting. */
async function calibrateUnder(
  profile: ProfileInput,
  by: "control" | "waiting",
  options: CalibrateOptions = everything,
) {
  const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
  const simulator = createSimulator({ profile, journeys: caseJourneys, clients, clock });
  const { sleep } = simulator.world(main.clientId).clock;
  const control = createSimulatorControl({ baseUrl, fetch: simulator.fetch }).world(main.clientId);
  const target = { baseUrl, fetch: simulator.fetch, ...main };
  return by === "control"
    ? calibrate({ ...target, control }, { ...options, sleep: refuseToWait })
    : calibrate(target, { ...options, timeoutMs: 120_000, sleep });
}

/** The gaps that no request can show under a profile. */
function hiddenOf(profile: Profile, by: "control" | "waiting"): readonly GapId[] {
  const ends = profile["interaction-after-end"] === "conflict";
  return [
    ...gapIds.filter((id) => gapOf(id).observable === false),
    ...(["v1-data-variants", "element-names"] as const),
    ...(by === "control"
      ? []
      : ([
          "v1-sync-failed-instance",
          "retention",
          "parallel-failure",
          "mixed-results",
          "refer-between-segments",
        ] as const)),
    ...(profile["device-start"] === "absent" ? (["connect-token-place", "wrong-token"] as const) : []),
    ...(ends ? (["end-interaction-outcome"] as const) : []),
    ...(profile["refer-ends-journey"] === "yes" ? (["referred-result", "interaction-in-review"] as const) : []),
    // Both readings then return 409.
    ...(profile["interaction-after-end"] === "conflict" && profile["interaction-while-running"] === "conflict"
      ? (["interaction-in-review"] as const)
      : []),
    ...(profile["interaction-fetch-layout"] === "flat" ? (["interaction-resource-version"] as const) : []),
    ...(profile["grant-by-client"] === "password" ? (["token-scope"] as const) : []),
  ];
}

/** Profiles with random readings, plus the readings that these require. */
const profiles: fc.Arbitrary<Profile> = fc
  .record(Object.fromEntries(gapIds.map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))])))
  .map((readings) => {
    const required = gapIds.flatMap((id) => Object.entries(gapOf(id).requires?.[readings[id] ?? ""] ?? {}));
    const added = required.flatMap(([id, [first]]) => {
      const isMet = required.some(([other, accepted]) => other === id && accepted.includes(readings[id] ?? ""));
      return isMet ? [] : [[id, first]];
    });
    return resolveProfile({ readings: { ...readings, ...Object.fromEntries(added) } } as ProfileInput); // known readings
  });

test.each([
  [byControl, "control"],
  [byWaiting, "waiting"],
] as const)(
  "finds every observable reading of %i random profiles in the mode %j (spec 2 to 9)",
  { timeout },
  async (numRuns, by) => {
    const property = fc.asyncProperty(profiles, async (profile) => {
      const { findings } = await calibrateUnder({ readings: profile }, by);
      const hidden = hiddenOf(profile, by);
      const wrong = findings
        .filter(({ gap, possible, status }) => status !== "found" || possible[0] !== profile[gap])
        .filter(({ gap }) => !hidden.includes(gap))
        .map(({ gap, status, possible, why }) => `${gap}: ${profile[gap]} is ${status} (${why ?? possible})`);
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
      for (const { gap, possible } of findings) expect(possible, gap).toContain(profile[gap]);
    });
    await fc.assert(property, { numRuns, includeErrorInReport: true, endOnFailure: true });
  },
);

test("reports a response that fits no known reading (spec 7)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const unknownReading = async (request: Request) => {
    const response = await fetch(request);
    const isUnknown = (await response.clone().text()).includes("UNKNOWN_PATH");
    return isUnknown ? new Response(null, { status: 418 }) : response;
  };
  const { findings } = await calibrate({ baseUrl, ...main, fetch: unknownReading }, { timeoutMs: 0 });
  const found = findings.find(({ gap }) => gap === "unknown-path");
  expect(found).toMatchObject({ status: "contradicts", possible: [], ruledOut: ["not-found", "unauthorized"] });
  expect(found?.evidence).toContain("generation-prefixes/v2: v2.startJourney returned 418");
  expect(Object.hasOwn(toProfileFile(findings).readings, "unknown-path")).toBe(false);
});

test("without credentials and with instant modules, reports gaps about token requests and running modules as unknown (spec 5)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const token = await createCaller({ baseUrl, ...main, fetch }).bearer();
  const { findings } = await calibrate({ baseUrl, token, fetch }, { timeoutMs: 0 });
  const unknown = findings.filter(({ status }) => status === "unknown").map(({ gap }) => gap);
  expect(unknown).toEqual(expect.arrayContaining(["grant-by-client", "token-scope", "interaction-while-running"]));
  expect(unknown).not.toContain("submit-status");
});

test("rejects if the server returns no token (spec 5)", async () => {
  const fetch = async () => new Response(null, { status: 503 });
  await expect(calibrate({ baseUrl, ...main, fetch })).rejects.toThrow("returned 503 without an access_token");
});

test("if a journey cannot be started, names it as the reason why a gap is unknown (spec 2.1)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const options = { timeoutMs: 0, journeys: { "age-check": "not-there" } };
  const { findings } = await calibrate({ baseUrl, ...main, fetch }, options);
  const found = findings.find(({ gap }) => gap === "page-api-calls");
  expect(found).toMatchObject({ status: "unknown", why: "Needs the journey not-there, but its start returned 404." });
});
