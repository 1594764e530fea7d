import fc from "fast-check";
import type { SubjectInput } from "../src/index.ts";
import { pixel } from "./journey.ts";

const text = fc.constantFrom("", "Ada", "primary", "Primary", "ssn", "work", "constructor");
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const list = <T>(arbitrary: fc.Arbitrary<T>) => maybe(fc.array(arbitrary, { maxLength: 3 }));
const image = fc.constantFrom("", pixel);

/** Drops undefined members, as JSON does. */
const sparse = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  arbitrary.map((value) => JSON.parse(JSON.stringify(value)));

const identity = fc.record({
  firstName: maybe(text),
  lastNames: list(text),
  dateOfBirth: maybe(fc.constant("1815-12-10")),
  gender: maybe(text),
  currentAddress: maybe(fc.record({ postalCode: maybe(text) })),
  idNumbers: list(fc.record({ type: maybe(text), idNumber: maybe(text) })),
  emails: list(fc.record({ type: maybe(text), email: maybe(text) })),
  placeOfBirth: maybe(fc.record({ country: text })),
});

/** Generates subjects of every shape that affects migration, including empty and unusual subjects. Spec 2.8. */
export const anySubject: fc.Arbitrary<SubjectInput> = sparse(
  fc.record({
    uid: maybe(text),
    identity: maybe(identity),
    documents: list(fc.record({ type: maybe(text), side1Image: maybe(image), number: maybe(text) })),
    biometrics: list(fc.record({ type: maybe(text), selfieImage: maybe(image), face1Image: maybe(image) })),
    consent: list(fc.record({ id: text })),
    accounts: list(fc.record({ iban: text })),
  }),
);
