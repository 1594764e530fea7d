import type { JourneyDefinition } from "@journey-kit/schemas";

const page = { id: "birth", label: "Date of birth", cards: [{ id: "DateOfBirthCard" }] };
const birth = { id: "birth", required: ["DateOfBirth"], optional: [] };

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
      modules: [{ module: "Age Verification", variant: "age-verification-v2" }],
    },
  ],
});

/**
 * Journeys that some cases need beside those that ship with the simulator; where a target does not publish them, those
 * cases are skipped. Spec 1, 2.1.
 */
export const caseJourneys: readonly JourneyDefinition[] = [
  dated("kit-versions", "1", ["eu", "us", "au"]),
  dated("kit-versions", "2", ["eu", "us", "au"]),
  dated("kit-europe", "1", ["eu"]),
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
