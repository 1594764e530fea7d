import type { Scenario } from "./scenario.ts";

const lastName = (equals: string) => ({ path: "identity.lastNames", equals });

/**
 * The shipped test people: a last name decides what the last module of a segment's data finds. Every other person is
 * accepted.
 */
export const testPeople: Scenario = {
  name: "test-people",
  rules: [
    { when: { subject: lastName("Testreject") }, then: { outcome: "reject" } },
    { when: { subject: lastName("Testrefer") }, then: { outcome: "refer" } },
    { when: { subject: lastName("Testfail") }, then: { ends: "fail" } },
    { when: { subject: lastName("Testnever") }, then: { ends: "never" } },
  ],
};
