// What is personal data, and sample values that replace it. Loads no Zod.
export { ageAt, parseDate } from "./date.ts";
export { type TestPerson, testPeople, testPersons } from "./people.ts";
export { createSampleValues, type Draw } from "./sample-values.ts";
export { idForm, isWord, tokenForm } from "./word.ts";
