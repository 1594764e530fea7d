import type { JourneyDefinition } from "@journey-kit/schemas";

const page = { id: "birth", label: "Date of birth", cards: [{ id: "DateOfBirthCard" }] };
const birth = { id: "birth", required: ["DateOfBirth"], optional: [] };

const ageVerification = { module: "Age Verification", variant: "age-verification-v2" };

const dated = (id: string, version: string, regions: JourneyDefinition["regions"]): JourneyDefinition => ({
  id,
  name: `Kit: ${id}`,
  generation: "v2",
  version,
  regions,
  segments: [
    {
      id: "birth",
      interactions: [{ ...birth, pages: [page] }],
      modules: [ageVerification],
    },
  ],
});

/** A journey with a custom module. */
const screened = (id: string, generation: "v1" | "v2"): JourneyDefinition => ({
  id,
  name: "Kit: a module of its own",
  generation,
  version: "1",
  regions: ["eu", "us", "au"],
  modules: [
    {
      name: "AML Screening",
      variants: ["aml-global"],
      latency: 1_000,
      outcomes: [{ name: "No Hit", classification: "positive", advice: { hits: 0 } }],
    },
  ],
  segments: [
    {
      id: "birth",
      ...(generation === "v1"
        ? { tasks: [{ ...birth, variantId: "birth-task", feeds: "AML Screening", allowsSave: true }] }
        : { interactions: [{ ...birth, pages: [page] }] }),
      modules: [{ module: "AML Screening", variant: "aml-global" }],
    },
  ],
});

/**
 * Journeys that some cases need in addition to the built-in ones. If a target does not publish them, those cases are
 * skipped. Spec 1, 2.1.
 */
export const caseJourneys: readonly JourneyDefinition[] = [
  screened("kit-screened", "v2"),
  screened("kit-screened-v1", "v1"),
  dated("kit-versions", "1", ["eu", "us", "au"]),
  dated("kit-versions", "2", ["eu", "us", "au"]),
  dated("kit-europe", "1", ["eu"]),
  {
    ...dated("kit-outcomes", "1", ["eu", "us", "au"]),
    outcomes: { accept: "Welcome" },
    end: { pages: [{ id: "bye", label: "Goodbye", cards: [{ id: "ThanksCard" }] }] },
  },
  {
    ...dated("kit-extras", "1", ["eu", "us", "au"]),
    segments: [
      {
        id: "birth",
        interactions: [
          {
            id: "extras",
            required: [],
            optional: ["SSN"],
            pages: [{ id: "extras", label: "Extras", cards: [{ id: "IdentifierCardSSN" }] }],
          },
          { ...birth, pages: [page] },
        ],
        modules: [ageVerification],
      },
    ],
  },
  {
    ...dated("kit-leaves", "1", ["eu", "us", "au"]),
    segments: [
      {
        id: "name",
        interactions: [
          {
            id: "name",
            required: ["FullName"],
            optional: [],
            leaves: [{ element: "FullName", paths: ["firstName", "middleNames"] }],
            pages: [{ id: "name", label: "Name", cards: [{ id: "FullNameCard" }] }],
          },
        ],
        modules: [ageVerification],
      },
    ],
  },
  {
    id: "kit-variants-v1",
    name: "Kit: two variants of one module",
    generation: "v1",
    version: "1",
    regions: ["eu", "us", "au"],
    segments: [
      {
        id: "birth",
        tasks: [{ ...birth, variantId: "birth-task", feeds: "Data Verification", allowsSave: true }],
        modules: [
          { module: "Data Verification", variant: "data-verification-v1" },
          { module: "Data Verification", variant: "data-verification-us-v1" },
        ],
      },
    ],
  },
];
