import type { FaultPlan } from "./fault.ts";

type FaultRule = FaultPlan["rules"][number];

/** A rule that testers often need. */
export interface FaultPreset {
  readonly label: string;
  readonly about: string;
  readonly rule: FaultRule & { readonly id: string };
}

/** Rules that the playground adds with one click, and `journey fault use` by their ids. */
export const faultPresets: readonly FaultPreset[] = [
  {
    label: "Lose the response to the next submit",
    about: "The submit runs, but the client gets no response. Once for each instance.",
    rule: {
      id: "lose-submit-response",
      when: { endpoint: "v2.submitInteraction", nth: 1 },
      then: { type: "dropResponse" },
    },
  },
  {
    label: "503 with Retry-After on the next start",
    about: "The next start fails and may be repeated after 5 s.",
    rule: {
      id: "start-unavailable",
      when: { endpoint: "v2.startJourney", nth: 1 },
      then: { type: "status", status: 503, retryAfter: 5 },
    },
  },
  {
    label: "Expire the token",
    about: "The next state request of each instance is refused because its token has expired.",
    rule: { id: "expire-token", when: { endpoint: "v2.fetchState", nth: 1 }, then: { type: "expireToken" } },
  },
  {
    label: "Slow responses",
    about: "Every response takes 3 s longer.",
    rule: { id: "slow", when: {}, then: { type: "delay", ms: 3_000 } },
  },
  {
    label: "Lose 10 % of the responses",
    about: "Each response is lost with a probability of 10 %.",
    rule: { id: "lose-some", when: { probability: 0.1 }, then: { type: "dropResponse" } },
  },
  {
    label: "Truncate a state response",
    about: "The first state response of each instance ends after 20 characters.",
    rule: {
      id: "truncate-state",
      when: { endpoint: "v2.fetchState", nth: 1 },
      then: { type: "truncate", characters: 20 },
    },
  },
];

/** Puts a preset first in a plan, so that it applies before the other rules. It replaces a rule with the same id. */
export const addPreset = (plan: FaultPlan, { rule }: FaultPreset): FaultPlan => ({
  ...plan,
  rules: [rule, ...plan.rules.filter(({ id }) => id !== rule.id)],
});
