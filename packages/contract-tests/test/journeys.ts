import { JourneyDefinition } from "@journey-kit/schemas";
import { builtInJourneys } from "@journey-kit/simulator";

const page = { id: "page", label: "Page", cards: [{ id: "Card" }] };
const wide = { id: "wide", required: ["FullName", "DateOfBirth", "CurrentAddress"], optional: ["SSN", "Selfie"] };
const voluntary = { id: "voluntary", required: [], optional: ["PrimaryDocument"] };
const modules = (apiVersion: "v1" | "v2") => [
  { module: "Data Verification", variant: `data-verification-${apiVersion}`, latency: 700 },
  { module: "Age Verification", variant: `age-verification-${apiVersion}`, latency: 300 },
  { module: "AML Screening", variant: "aml-global", latency: 500 },
];

const screening = {
  name: "AML Screening",
  variants: ["aml-global"],
  outcomes: [
    { name: "No Hit", classification: "positive" },
    { name: "Possible Hit", classification: "neutral" },
    { name: "Hit", classification: "negative" },
  ],
};

/**
 * Journeys that differ from the built-in ones: many elements in one interaction, no required elements, no modules or a
 * custom module.
 */
export const oddJourneys = [
  {
    id: "odd",
    name: "Odd",
    apiVersion: "v2",
    modules: [screening],
    segments: [
      { id: "silent", interactions: [{ ...voluntary, pages: [page] }], modules: [] },
      { id: "loud", interactions: [{ ...wide, pages: [page] }], modules: modules("v2") },
      { id: "last", modules: [{ module: "Liveness", variant: "liveness-v2", latency: 0 }] },
    ],
  },
  {
    id: "odd-v1",
    name: "Odd",
    apiVersion: "v1",
    modules: [screening],
    segments: [
      {
        id: "silent",
        tasks: [{ ...voluntary, variantId: "voluntary", feeds: "Data Verification" }],
        modules: [],
      },
      {
        id: "loud",
        tasks: [{ ...wide, variantId: "wide", feeds: "Data Verification" }],
        modules: modules("v1"),
      },
    ],
  },
] as const;

/** Every journey that the model tests use. */
export const definitions = [...builtInJourneys, ...oddJourneys].map((journey) => JourneyDefinition.parse(journey));
