import type { Consequence, Scenario } from "../control/scenario.ts";
import { moduleNames, moduleOf } from "../tables/modules.ts";

/** A test person: a last name that decides module outcomes. */
export interface TestPerson {
  readonly lastName: string;
  /** The affected module. If omitted, every module is affected. */
  readonly module?: string;
  /** The affected run of the module. If omitted, every run is affected. */
  readonly attempt?: number;
  readonly then: Consequence;
}

const anyModule: readonly TestPerson[] = [
  { lastName: "Testreject", then: { outcome: "reject" } },
  { lastName: "Testrefer", then: { outcome: "refer" } },
  { lastName: "Testfail", then: { ends: "fail" } },
  { lastName: "Testnever", then: { ends: "never" } },
];

/**
 * Joins words to a last name: `Document Authentication` and `Medium Risk` become
 * `Testdocumentauthenticationmediumrisk`.
 */
const joinLastName = (...words: readonly string[]): string => {
  const joined = words
    .join("")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
  return `Test${joined}`;
};

/** The built-in test people. Some affect every module; the others give one module a specific outcome. */
export const testPersons: readonly TestPerson[] = [
  ...anyModule,
  ...moduleNames.flatMap((module) =>
    moduleOf(module).outcomes.map(({ name }) => ({
      lastName: joinLastName(module, name),
      module,
      then: { outcome: name },
    })),
  ),
  {
    lastName: joinLastName("Liveness", "fails once"),
    module: "Liveness",
    attempt: 1,
    then: { outcome: "Fail", retry: "recollect" },
  },
  ...moduleNames.map((module) => ({
    lastName: joinLastName(module, "breaks"),
    module,
    then: { ends: "fail" as const },
  })),
];

/** The scenario of the built-in test people. Other last names have no effect. */
export const testPeople: Scenario = {
  name: "test-people",
  description: "The last name decides the module outcomes.",
  rules: testPersons.map(({ lastName, module, attempt, then }) => ({
    when: {
      ...(module !== undefined && { module }),
      ...(attempt !== undefined && { attempt }),
      subject: [{ path: "identity.lastNames", equals: lastName }],
    },
    then,
  })),
};
