import {
  type Collect,
  type ElementAnswers,
  type InstanceResult,
  type JourneyClient,
  runJourney,
  type SubjectInput,
} from "../src/index.ts";
import { placeElement } from "../src/run/place.ts";
import * as v1 from "../src/v1.ts";
import { pixel } from "./journey.ts";

/** The end user's data: a value for each domain element. */
const toPerson = (lastName: string): ElementAnswers => ({
  FullName: { firstName: "Ada", lastNames: [lastName] },
  DateOfBirth: "1990-12-10",
  CurrentAddress: { lines: ["12 St James's Square"], locality: "London", country: "GB" },
  SSN: { idNumber: "123-45-6789" },
  PrimaryDocument: { side1Image: pixel },
  Selfie: { selfieImage: pixel },
});

/** Creates prefill from some elements of the person. */
export const toSubject = (lastName: string, names: readonly string[]): SubjectInput =>
  names.reduce<SubjectInput>((subject, name) => placeElement(subject, name, toPerson(lastName)[name]), {});

/** The built-in journeys; each has a v1 twin. */
export const builtIn = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"];

/** Options of one run. */
export interface RunOptions {
  readonly lastName?: string;
  /** Elements for which `collect` returns nothing. */
  readonly without?: readonly string[];
  readonly prefill?: SubjectInput;
}

/** Runs a v1 or v2 journey with as little code as possible. */
export async function run(client: JourneyClient, journey: string, options: RunOptions = {}): Promise<InstanceResult> {
  const { lastName = "Lovelace", without = [], prefill: subject } = options;
  const person = toPerson(lastName);
  const collect: Collect = (element) => (without.includes(element) ? undefined : person[element]);
  const origin = { resourceId: `${journey}@latest`, ...(subject && { subject }) };
  return journey.endsWith("-v1")
    ? v1.runJourney(client, { ...origin, collect, timeoutMs: 600_000 })
    : runJourney(client, { ...origin, collect, timeoutMs: 600_000 });
}
