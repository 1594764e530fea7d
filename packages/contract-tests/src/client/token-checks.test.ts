import { presets } from "@journey-kit/schemas/tables";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createCondition,
  createEvidence,
  createExchanges,
  createSent,
  reported,
  type Step,
  timedOut,
  tokenForm,
} from "../../test/evidence.ts";
import type { Evidence, Verdict } from "./evidence.ts";
import {
  checkBearer,
  checkRefresh,
  checkRefusedToken,
  checkRenewals,
  checkTokenCount,
  checkTokenForm,
} from "./token-checks.ts";

type Status = Verdict["status"];

const token: Step = { endpoint: "token.requestToken" };
const short: Step = { ...token, action: { type: "tokenLifetime", expiresIn: 10 } };
const refused: Step = { status: 401 };
const revoked: Step = { action: { type: "revokeToken" } };
const expired: Step = { status: 401, refusal: { kind: "EXPIRED_TOKEN", problems: [], action: "" } };

const after = (...steps: readonly Step[]): Evidence => createEvidence({ exchanges: createExchanges(...steps) });

const timed = createCondition({ isTimed: true });

/** A client with its own timers, whose world has the system clock. */
const inRealTime = (...steps: readonly Step[]): Evidence => ({ ...after(...steps), time: "real", condition: timed });

test.each<[string, Evidence, Status]>([
  ["needs one token", after(token, {}), "untested"],
  ["refreshes its token", after(token, {}, token), "pass"],
  ["sends an expired token", after(token, expired, token), "fail"],
  ["sends an expired token, and gives up", after(token, expired), "fail"],
  ["cannot see the world's clock", { ...after(token, expired, token), time: "real" }, "untested"],
  ["receives a revoked token", after(token, revoked, token, expired), "untested"],
  [
    "receives a token that expires early",
    after({ ...token, action: { type: "clockSkew", ms: 1 } }, expired, token),
    "untested",
  ],
  ["sends a token 60 ms late", inRealTime(short, { ...expired, seconds: 10.06 }, short), "pass"],
  ["sends a token 61 ms late", inRealTime(short, { ...expired, seconds: 10.061 }, short), "fail"],
  ["sends two late tokens", inRealTime(short, { ...expired, seconds: 10 }, short, { ...expired, seconds: 20 }), "fail"],
  ["sends a late token that is the latest", inRealTime(token, short, { ...expired, seconds: 11 }), "fail"],
  ["refreshes in real time", inRealTime(short, { seconds: 9 }, { ...short, seconds: 9 }), "pass"],
  ["receives no token for its second request", after(token, { ...token, status: 503 }), "untested"],
])("for a client that $0, the requirement refreshes-in-time is $2 (spec 5)", (_, evidence, status) => {
  expect(checkRefresh(evidence).status).toBe(status);
});

test("measures the lateness from the latest token, by the profile's lifetime (gap token-lifetime)", () => {
  const evidence = inRealTime(token, { ...expired, seconds: 61 }, token);
  const at = (lifetime: "60s" | "3600s") =>
    checkRefresh({ ...evidence, profile: { ...presets.specified, "token-lifetime": lifetime } }).status;
  expect([at("60s"), at("3600s")]).toEqual(["fail", "pass"]);
});

test("gives a hint to a client that waits with the world's clock but does not read it (spec 5)", () => {
  const evidence = after(token, expired);
  expect(checkRefresh(evidence)).toMatchObject({ problem: "It sent an expired token.", exchange: 2 });
  expect(checkRefresh({ ...evidence, readsClock: false })).toMatchObject({
    problem: expect.stringContaining("never calls settings.now"),
  });
});

/** Evidence of tokens that each serve so many polls, one after the other, every `seconds`. */
function withUses(uses: readonly number[], step: Step = token, seconds = 0, change: Partial<Evidence> = {}): Evidence {
  const steps = uses.flatMap((count) => [step, ...Array.from({ length: count }, (): Step => ({}))]);
  const exchanges = createExchanges(...steps.map((one, i) => ({ ...one, seconds: i * seconds })));
  const sent = exchanges.map(({ endpoint = "v2.fetchState" }) => createSent({ endpoint }));
  return createEvidence({ exchanges, sent, ...change });
}

const minute: Partial<Evidence> = { profile: { ...presets.specified, "token-lifetime": "60s" } };

test.each<[string, Evidence, Status]>([
  ["shares one token", withUses([12]), "pass"],
  ["requests a token for each call", withUses([1, 1, 1]), "fail"],
  ["requests two tokens at once", withUses([0, 3]), "fail"],
  ["requests no token", createEvidence(), "untested"],
  ["replaces a token after half an hour", withUses([1, 0], token, 900), "pass"],
  ["replaces a token before that", withUses([1, 0], token, 899), "fail"],
  [
    "replaces a token by its own timers, whatever the world's clock shows",
    withUses([1, 0], token, 1_000, { time: "real" }),
    "fail",
  ],
  [
    "replaces a token in a world with the system clock",
    { ...withUses([1, 0], token, 900), time: "real", condition: timed },
    "pass",
  ],
  ["receives a 401", { ...withUses([1, 1]), exchanges: createExchanges(token, refused, token) }, "untested"],
  ["receives a 403", { ...withUses([1, 1]), exchanges: createExchanges(token, { status: 403 }, token) }, "untested"],
  [
    "receives no token at first",
    { ...withUses([0, 1]), exchanges: createExchanges({ ...token, status: 503 }, token) },
    "untested",
  ],
  [
    "loses the response with its token",
    { ...withUses([0, 1]), exchanges: createExchanges({ ...token, action: { type: "dropResponse" } }, token) },
    "untested",
  ],
  [
    "receives a token that expires early",
    withUses([1, 1], { ...token, action: { type: "clockSkew", ms: 1 } }),
    "untested",
  ],
  ["uses a token of a minute for all requests", withUses([12], token, 0, minute), "pass"],
  ["counts a token of a minute as expired", withUses([1, 1, 1], token, 0, minute), "fail"],
  ["replaces a token of a minute after half of it", withUses([2, 2], token, 10, minute), "pass"],
  ["has a margin that is longer than a short lifetime", withUses([1, 1, 1, 1, 1, 1], short, 3), "pass"],
  ["uses every short token several times", withUses([4, 4, 4, 4, 4], short, 2), "pass"],
  ["reuses its first short token, and no later one", withUses([4, 1, 1, 1, 1], short, 2), "fail"],
  ["reuses its first short token, and later ones twice", withUses([9, 2, 2, 2, 9], short, 2), "fail"],
  ["reuses its first short token, and a later one", withUses([4, 1, 3, 1, 1], short, 2), "pass"],
  ["reuses its first short token, and no later one, but has few", withUses([4, 1, 1, 1], short, 2), "pass"],
  ["uses its first short token for a few requests", withUses([3, 1, 1, 1, 1], short, 2), "pass"],
])("for a client that $0, the requirement one-token is $2 (spec 5)", (_, evidence, status) => {
  expect(checkTokenCount(evidence).status).toBe(status);
});

test("each connection may have a token of its own (spec 5)", () => {
  const sent = [0, 1, 0, 1].map((connection, i) =>
    createSent({ connection, ...(i < 2 && { endpoint: "token.requestToken" as const }) }),
  );
  const exchanges = createExchanges(token, token, {}, {});
  expect(checkTokenCount(createEvidence({ exchanges, sent })).status).toBe("pass");
  const shared = sent.map((one) => ({ ...one, connection: 0 }));
  expect(checkTokenCount(createEvidence({ exchanges, sent: shared })).status).toBe("fail");
});

test("says how many tokens are enough (spec 5)", () => {
  expect(checkTokenCount(withUses([1, 1, 1]))).toMatchObject({
    problem: "It requested 3 tokens for one journey; one is enough.",
    exchange: 3,
  });
  const condition = createCondition();
  const runs = [...condition.runs, ...condition.runs];
  expect(checkTokenCount({ ...withUses([1, 1, 1], token, 500), runs })).toMatchObject({
    problem: "It requested 3 tokens for 2 journeys; 2 are enough.",
  });
  expect(checkTokenCount(withUses([4, 1, 1, 1, 1], short, 2))).toMatchObject({
    problem: "Its first token served 4 requests, and each later one at most two.",
  });
});

test("short tokens that each serve the same number of requests always pass (spec 5)", () => {
  const count = fc.integer({ min: 0, max: 9 });
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 12 }), (uses, length) => {
      const status = checkTokenCount(withUses(new Array(length).fill(uses), short, 1)).status;
      return status === "pass";
    }),
  );
});

test.each<[string, Evidence, Status]>([
  ["requests a new token", after(revoked, token), "pass"],
  ["requests a new token for each 401", after(revoked, token, {}, revoked, token), "pass"],
  ["requests no new token", after(token, revoked), "fail"],
  ["gives up after a second refusal in a row", after(revoked, token, revoked), "pass"],
  [
    "gives up after two refusals, with requests to other endpoints between them",
    after(revoked, token, { endpoint: "v2.fetchInteraction" }, revoked),
    "pass",
  ],
  ["requests no new token for the second 401", after(revoked, token, {}, revoked), "fail"],
  ["repeats a refused token", { ...after(revoked, token), sent: [createSent({ repeatsRefusedToken: true })] }, "fail"],
  ["is refused for another reason", after(refused), "untested"],
  ["requests a revoked token", after({ ...token, ...revoked }), "untested"],
  ["can never succeed", { ...after(revoked), condition: createCondition({ isHopeless: true }) }, "untested"],
  [
    "can never succeed, and repeats a refused token",
    {
      ...after(revoked),
      condition: createCondition({ isHopeless: true }),
      sent: [createSent({ repeatsRefusedToken: true })],
    },
    "fail",
  ],
])("for a client that $0, the requirement replaces-refused-token is $2 (spec 5)", (_, evidence, status) => {
  expect(checkRefusedToken(evidence).status).toBe(status);
});

test.each([
  [reported("unknown"), 'reported "unknown"'],
  [timedOut, "timed out: it did not finish within 1 s"],
])("says how the client ended after a 401 (spec 5)", (ending, words) => {
  expect(checkRefusedToken({ ...after(token, revoked), endings: [ending] })).toMatchObject({
    problem: `It requested no new token after a 401; it ${words}.`,
    exchange: 2,
  });
});

test("with several journeys, another one may have replaced the refused token (spec 5)", () => {
  const endings = [reported("unknown"), reported("accept")];
  expect(checkRefusedToken({ ...after(token, revoked), endings }).status).toBe("untested");
});

const hopeless = createCondition({ isHopeless: true });
const renewals = (count: number): readonly Step[] => Array.from({ length: count }, () => [token, refused]).flat();

test.each<[string, Evidence, Status]>([
  ["is never refused", after(token, {}), "untested"],
  ["is refused once", after(token, refused), "untested"],
  ["is refused once, and can never succeed", { ...after(token, refused), condition: hopeless }, "pass"],
  ["replaces its token once", after(...renewals(2)), "pass"],
  ["replaces its token twenty times", after(...renewals(20)), "pass"],
  ["replaces its token without end", after(...renewals(21)), "fail"],
  [
    "requests a token without end, and is refused it",
    after(...new Array(30).fill({ ...token, status: 401 })),
    "untested",
  ],
])("for a client that $0, the requirement stops-renewing is $2 (spec 5)", (_, evidence, status) => {
  expect(checkRenewals(evidence).status).toBe(status);
});

test("counts the refused requests and the tokens (spec 5)", () => {
  expect(checkRenewals(after(...renewals(25)))).toMatchObject({
    problem: "The service refused 25 requests; the client requested 25 tokens.",
    exchange: 49,
  });
});

test.each<[string, readonly Parameters<typeof createSent>[0][], Status]>([
  [
    "sends issued tokens",
    [{ endpoint: "token.requestToken" }, {}, { endpoint: "v2.connectDevice", bearer: "none" }],
    "pass",
  ],
  ["sends no token", [{}, { bearer: "none" }], "fail"],
  ["sends a token of its own", [{ bearer: "other" }], "fail"],
  ["requests only a token", [{ endpoint: "token.requestToken" }], "untested"],
])("for a client that $0, the requirement authenticates is $2 (spec 5)", (_, sent, status) => {
  expect(checkBearer(createEvidence({ sent: sent.map(createSent) })).status).toBe(status);
});

const client = { ...tokenForm, hasScope: false };

test.each<[string, Partial<typeof tokenForm>, Partial<Step>, Status]>([
  ["a scope", {}, {}, "pass"],
  ["no scope", client, {}, "fail"],
  ["no secret", { hasCredentials: false }, {}, "fail"],
  ["a user", { grant: "password", hasScope: false, hasUser: true }, {}, "pass"],
  ["no user", { grant: "password" }, {}, "fail"],
  ["another grant", { grant: "authorization_code", hasUser: true }, {}, "fail"],
  ["JSON", {}, { type: "application/json" }, "fail"],
  ["a charset", {}, { type: "application/x-www-form-urlencoded;charset=UTF-8" }, "pass"],
])(
  "for a client that requests a token with $0, the requirement requests-token-by-form is $3 (spec 4.1)",
  (_, form, step, status) => {
    const sent = [createSent({ endpoint: "token.requestToken", form: { ...tokenForm, ...form } })];
    expect(checkTokenForm({ ...after({ ...token, ...step }), sent }).status).toBe(status);
  },
);

test("a token needs a scope only if the readings say so (gap token-scope)", () => {
  const sent = [createSent({ endpoint: "token.requestToken", form: client })];
  const profile = { ...presets.specified, "token-scope": "any" } as const;
  expect(checkTokenForm({ ...after(token), sent, profile }).status).toBe("pass");
  expect(checkTokenForm(after(token)).status).toBe("untested");
});
