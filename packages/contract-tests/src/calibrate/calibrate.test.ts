import { createSimulatorControl } from "@journey-kit/client/control";
import { type GapId, gapIds, gapOf } from "@journey-kit/schemas/gaps";
import { type Profile, type ProfileChoice, resolveProfile } from "@journey-kit/schemas/profile";
import { createSimulator } from "@journey-kit/simulator";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isThorough } from "../../../../vitest.shared.ts";
import { createCaller } from "../target/target.ts";
import { calibrate } from "./calibrate.ts";
import type { CalibrateOptions } from "./options.ts";
import { toProfileFile } from "./profile-file.ts";

const baseUrl = "http://127.0.0.1";
const timeout = 300_000;
/** Fewer in `npm test` than where everything is checked. */
const [byControl, byPatience] = isThorough ? [200, 100] : [4, 4];

const page = { id: "page", label: "Page", cards: [{ id: "Card" }] };
const age = { module: "Age Verification", variant: "age-verification-v2" };
const journey = (id: string, interactions: readonly object[], more: object = {}) => ({
  id,
  name: id,
  generation: "v2",
  segments: [{ id: "only", interactions, modules: [age] }],
  ...more,
});

/** What the options without defaults name. */
const journeys = [
  journey("american", [{ id: "birth", pages: [page], required: ["DateOfBirth"] }], { regions: ["us"] }),
  journey("extras-first", [
    { id: "extras", pages: [page], required: [], optional: ["SSN"] },
    { id: "birth", pages: [page], required: ["DateOfBirth"] },
  ]),
  journey("middle-name", [
    {
      id: "name",
      pages: [page],
      required: ["FullName"],
      leaves: [{ element: "FullName", paths: ["firstName", "middleNames"] }],
    },
  ]),
];

const main = { clientId: "calibrated", clientSecret: "secret" };
const withoutRead = { clientId: "blind", clientSecret: "secret" };
const withoutV2 = { clientId: "old", clientSecret: "secret" };
const clients = [
  main,
  { ...withoutRead, permissions: ["journey:start" as const, "journey:submit" as const] },
  { ...withoutV2, v2: false },
];

const everything: CalibrateOptions = {
  journeys: { elsewhere: "american@latest", extras: "extras-first@latest", leaves: "middle-name@latest" },
  user: { username: "ada", password: "enchantress" },
  withoutRead,
  withoutV2,
  otherRegion: `${baseUrl}/us`,
  burst: true,
};

const none = () => Promise.reject(new Error("Nothing is to be waited for."));

/** Calibrates a simulator that runs a profile: by control, or as a caller who waits. */
async function calibrateUnder(
  profile: ProfileChoice,
  by: "control" | "patience",
  options: CalibrateOptions = everything,
) {
  const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
  const simulator = createSimulator({ profile, journeys, clients, clock });
  const { sleep } = simulator.world(main.clientId).clock;
  const control = createSimulatorControl({ baseUrl, fetch: simulator.fetch }).world(main.clientId);
  const target = { baseUrl, fetch: simulator.fetch, ...main };
  return by === "control"
    ? calibrate({ ...target, control }, { ...options, sleep: none })
    : calibrate(target, { ...options, patience: 120_000, sleep });
}

/** What nobody can see of a profile by calls. */
function hiddenOf(profile: Profile, by: "control" | "patience"): readonly GapId[] {
  const ends = profile["interaction-after-end"] === "conflict";
  return [
    ...gapIds.filter((id) => gapOf(id).observable === false),
    ...(["v1-data-variants", "element-names"] as const),
    ...(by === "control" ? [] : (["v1-sync-failed-instance", "retention"] as const)),
    ...(profile["device-start"] === "absent" ? (["connect-token-place"] as const) : []),
    ...(ends ? (["end-interaction-outcome"] as const) : []),
    ...(profile["refer-ends-journey"] === "yes" ? (["referred-result"] as const) : []),
    ...(profile["interaction-fetch-layout"] === "flat" ? (["interaction-resource-version"] as const) : []),
    ...(profile["grant-by-client"] === "password" ? (["token-scope"] as const) : []),
  ];
}

/** A profile of any readings; one that lacks what it requires is given it. */
const profiles: fc.Arbitrary<Profile> = fc
  .record(Object.fromEntries(gapIds.map((id) => [id, fc.constantFrom(...Object.keys(gapOf(id).options))])))
  .map((readings) => {
    const required = gapIds.flatMap((id) => Object.entries(gapOf(id).requires?.[readings[id] ?? ""] ?? {}));
    const added = required.flatMap(([id, [first]]) => {
      const isMet = required.some(([other, accepted]) => other === id && accepted.includes(readings[id] ?? ""));
      return isMet ? [] : [[id, first]];
    });
    return resolveProfile({ readings: { ...readings, ...Object.fromEntries(added) } } as ProfileChoice); // of known readings
  });

test.each([
  [byControl, "control"],
  [byPatience, "patience"],
] as const)(
  "gives back every observable reading of %i random profiles, by %s (spec 2 to 9)",
  { timeout },
  async (numRuns, by) => {
    const property = fc.asyncProperty(profiles, async (profile) => {
      const { findings } = await calibrateUnder({ readings: profile }, by);
      const hidden = hiddenOf(profile, by);
      const wrong = findings
        .filter(({ gap, possible, verdict }) => verdict !== "shown" || possible[0] !== profile[gap])
        .filter(({ gap }) => !hidden.includes(gap))
        .map(({ gap, verdict, possible, why }) => `${gap}: ${profile[gap]} is ${verdict} (${why ?? possible})`);
      if (wrong.length > 0) throw new Error(wrong.join("\n"));
      for (const { gap, possible } of findings) expect(possible, gap).toContain(profile[gap]);
    });
    await fc.assert(property, { numRuns, includeErrorInReport: true, endOnFailure: true });
  },
);

test("says so where a server answers as no reading of the register has it (spec 7)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const lie = async (request: Request) =>
    request.url.endsWith("/nowhere") ? new Response(null, { status: 418 }) : fetch(request);
  const { findings } = await calibrate({ baseUrl, ...main, fetch: lie }, { patience: 0 });
  const found = findings.find(({ gap }) => gap === "unknown-path");
  expect(found).toMatchObject({ verdict: "other", possible: [], ruledOut: ["not-found", "unauthorized"] });
  expect(found?.evidence).toEqual(["a call to a path that is not there: 418"]);
  expect(Object.hasOwn(toProfileFile(findings).readings, "unknown-path")).toBe(false);
});

test("a token alone shows all but the token endpoint, and where modules take no time what they show is left open (spec 5)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const token = await createCaller({ baseUrl, ...main, fetch }).bearer();
  const { findings } = await calibrate({ baseUrl, token, fetch }, { patience: 0 });
  const unseen = findings.filter(({ verdict }) => verdict === "unseen").map(({ gap }) => gap);
  expect(unseen).toEqual(expect.arrayContaining(["grant-by-client", "token-scope", "interaction-while-running"]));
  expect(unseen).not.toContain("submit-status");
});

test("a server that gives no token cannot be calibrated (spec 5)", async () => {
  const fetch = async () => new Response(null, { status: 503 });
  await expect(calibrate({ baseUrl, ...main, fetch })).rejects.toThrow("answered 503 without an access_token");
});

test("a journey that does not start leaves open what it was to show, and says so (spec 2.1)", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const options = { patience: 0, journeys: { identity: "not-there@latest" } };
  const { findings } = await calibrate({ baseUrl, ...main, fetch }, options);
  const found = findings.find(({ gap }) => gap === "submit-status");
  expect(found).toMatchObject({ verdict: "unseen", why: "The start of not-there@latest was answered 404." });
});
