const age = { module: "Age Verification", variant: "age-verification-v2" } as const;

/** Creates a v2 journey with one segment. */
const journey = (id: string, interactions: readonly object[], modules: readonly object[] = [age]) => ({
  id,
  name: id,
  apiVersion: "v2",
  segments: [{ id: "only", interactions, modules }],
});

/** Creates an interaction without pages. */
const asks = (id: string, required: readonly string[], more: object = {}) => ({ id, pages: [], required, ...more });

/** A v2 journey that uses the v1 variant of Data Verification. */
export const oldVariant = journey(
  "old-variant",
  [asks("name", ["FullName"])],
  [{ module: "Data Verification", variant: "data-verification-v1" }],
);

/** A journey that collects an element from outside the specification. */
export const phone = journey("phone", [asks("phone", ["MobilePhone"])]);

/** A journey in which two interactions collect the same element. */
export const twice = journey("twice", [asks("birth", ["DateOfBirth"]), asks("person", ["FullName", "DateOfBirth"])]);
