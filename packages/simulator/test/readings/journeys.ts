const age = { module: "Age Verification", variant: "age-verification-v2" } as const;

/** Creates a v2 journey with one segment. */
const journey = (id: string, interactions: readonly object[], modules: readonly object[] = [age]) => ({
  id,
  name: id,
  generation: "v2",
  segments: [{ id: "only", interactions, modules }],
});

/** Creates an interaction without pages. */
const asks = (id: string, required: readonly string[], more: object = {}) => ({ id, pages: [], required, ...more });

/** A journey with two interactions. Only the second has a required element. */
export const extrasFirst = journey("extras-first", [
  asks("extras", [], { optional: ["SSN"] }),
  asks("birth", ["DateOfBirth"]),
]);

/** A journey that lists the leaves of a name. The list has a middle name, but no last name. */
export const middleName = journey("middle-name", [
  asks("name", ["FullName"], { leaves: [{ element: "FullName", paths: ["firstName", "middleNames"] }] }),
]);

/** A journey that collects only a primary document. */
export const paper = journey(
  "paper",
  [asks("paper", ["PrimaryDocument"])],
  [{ module: "Document Classification", variant: "document-classification-v2" }],
);

/** A journey that collects a name and a selfie. Its module may run three times. */
export const mirror = journey(
  "mirror",
  [asks("name", ["FullName"]), asks("selfie", ["Selfie"])],
  [{ module: "Liveness", variant: "liveness-v2", attempts: 3 }],
);

/** A v2 journey that uses the v1 variant of Data Verification. */
export const oldVariant = journey(
  "old-variant",
  [asks("name", ["FullName"])],
  [{ module: "Data Verification", variant: "data-verification-v1" }],
);

/** A journey that collects an element from outside the specification. */
export const phone = journey("phone", [asks("phone", ["MobilePhone"])]);

/** A journey that is available in only one region. */
export const american = { ...journey("american", [asks("birth", ["DateOfBirth"])]), regions: ["us"] };

/** A journey with a custom word for accept and a custom end interaction. */
export const namesItsOwn = {
  ...journey("names-its-own", [asks("birth", ["DateOfBirth"])]),
  outcomes: { accept: "Welcome" },
  end: { pages: [{ id: "bye", label: "Goodbye", cards: [{ id: "ThanksCard" }] }] },
};
