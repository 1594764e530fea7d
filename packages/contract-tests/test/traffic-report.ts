import type { Hint } from "../src/traffic/doctor.ts";
import type { Divergence, Learned, LearnedGap } from "../src/traffic/learned.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

export const foundGap: LearnedGap = {
  gap: "token-lifetime",
  status: "found",
  possible: ["300s"],
  ruledOut: ["3600s", "60s"],
  evidence: ["#1: token.requestToken returned 200"],
  why: undefined,
  firstAt: at(0),
  lastAt: at(5),
  isTouched: true,
};

export const severalGap: LearnedGap = {
  ...foundGap,
  gap: "grant-by-client",
  status: "several",
  possible: ["either", "client-credentials"],
  ruledOut: ["password"],
  why: "The responses fit more than one reading.",
};

export const unknownGap: LearnedGap = {
  ...severalGap,
  gap: "rate-limit",
  status: "unknown",
  possible: ["limited", "none"],
  ruledOut: [],
  evidence: [],
  firstAt: undefined,
  lastAt: undefined,
};

export const untouchedGap: LearnedGap = {
  ...unknownGap,
  gap: "wrong-method",
  possible: ["not-found", "method-not-allowed"],
  why: "No exchange depended on it.",
  isTouched: false,
};

export const divergence: Divergence = {
  kind: "member",
  endpoint: "v2.fetchState",
  place: "context.process.journey.name",
  expected: "There is no such member.",
  received: 'It is "<b>x</b>".',
  basis: ["error-body-form", "submit-status=ok"],
  exchanges: [4, 9],
  firstAt: at(4),
  lastAt: at(9),
};

export const hint: Hint = {
  requirement: "one-token",
  strength: "must",
  problem: "It requested 4 tokens.",
  fix: "Keep the token until it expires.",
  spec: "5",
  sequence: 2,
  exchanges: 4,
  firstAt: at(0),
  lastAt: at(3),
};

export const learned: Learned = {
  gaps: [foundGap, severalGap, unknownGap, untouchedGap],
  divergences: [divergence],
  unjudged: [
    { sequence: 7, why: "Its instance started before the recording." },
    { sequence: 8, why: "Its instance started before the recording." },
  ],
  exchanges: 12,
  instances: 1,
};
