import type { Consequence, Scenario } from "@journey-kit/schemas/control";
import { type ModuleName, moduleNames, moduleOf } from "@journey-kit/schemas/modules";

/** A person who ships: the last name that makes the modules find what `then` says. */
export interface TestPerson {
  readonly lastName: string;
  /** The one module that is concerned; all of them where it is left out. */
  readonly module?: ModuleName;
  readonly then: Consequence;
}

const anyModule: readonly TestPerson[] = [
  { lastName: "Testreject", then: { outcome: "reject" } },
  { lastName: "Testrefer", then: { outcome: "refer" } },
  { lastName: "Testfail", then: { ends: "fail" } },
  { lastName: "Testnever", then: { ends: "never" } },
];

/** `Document Authentication` and `Medium Risk` give `Testdocumentauthenticationmediumrisk`. */
const toLastName = (...words: readonly string[]): string => {
  const joined = words
    .join("")
    .replaceAll(/[^A-Za-z]/g, "")
    .toLowerCase();
  return `Test${joined}`;
};

/** The shipped test people: one for each outcome, and one for each outcome of each module. */
export const testPersons: readonly TestPerson[] = [
  ...anyModule,
  ...moduleNames.flatMap((module) =>
    moduleOf(module).outcomes.map(({ name }) => ({
      lastName: toLastName(module, name),
      module,
      then: { outcome: name },
    })),
  ),
  ...moduleNames.map((module) => ({ lastName: toLastName(module, "breaks"), module, then: { ends: "fail" as const } })),
];

/** The scenario of the shipped test people; every other person is accepted. */
export const testPeople: Scenario = {
  name: "test-people",
  description: "A last name decides what the modules find.",
  rules: testPersons.map(({ lastName, module, then }) => ({
    when: { ...(module !== undefined && { module }), subject: [{ path: "identity.lastNames", equals: lastName }] },
    then,
  })),
};
