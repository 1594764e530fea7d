import type { InteractionDefinition, JourneyVersion, ModuleUse, TaskDefinition } from "@journey-kit/schemas";
import type { ElementName } from "@journey-kit/schemas/calls";
import type { ModuleName, Profile } from "@journey-kit/schemas/tables";
import { cards, regions } from "@journey-kit/schemas/tables";
import { type Catalog, createCatalog } from "./catalog.ts";

type ApiVersion = "v1" | "v2";

/** A segment of a journey, described for both API versions. */
interface SegmentPlan {
  readonly id: string;
  readonly label: string;
  readonly work: readonly {
    readonly id: string;
    readonly feeds: ModuleName;
    readonly required: readonly ElementName[];
    readonly optional?: readonly ElementName[];
    /** The default is one page with a card for each element. */
    readonly pages?: InteractionDefinition["pages"];
  }[];
  readonly modules: readonly ModuleName[];
}

const person: SegmentPlan = {
  id: "person",
  label: "Personal details",
  work: [{ id: "person", feeds: "Data Verification", required: ["FullName", "DateOfBirth"] }],
  modules: ["Data Verification"],
};

const document: SegmentPlan = {
  id: "document",
  label: "Document",
  work: [{ id: "document", feeds: "Document Authentication", required: ["PrimaryDocument"] }],
  modules: ["Document Classification", "Document Extraction", "Document Authentication"],
};

const selfie: SegmentPlan = {
  id: "selfie",
  label: "Selfie",
  work: [{ id: "selfie", feeds: "Facematch", required: ["Selfie"] }],
  modules: ["Liveness", "Facematch"],
};

const addressWork = {
  id: "address",
  feeds: "Data Verification",
  required: ["CurrentAddress"],
  optional: ["SSN"],
} as const;

/** One interaction with several pages, on which required and optional elements alternate. */
const onboarding: SegmentPlan = {
  id: "onboarding",
  label: "Onboarding",
  work: [
    {
      id: "onboarding",
      feeds: "Data Verification",
      required: ["FullName", "DateOfBirth", "PrimaryDocument"],
      optional: ["SSN", "CurrentAddress"],
      pages: [
        {
          id: "personal_details",
          label: "Personal details",
          cards: [{ id: cards.FullName }, { id: cards.SSN }, { id: cards.DateOfBirth }],
        },
        { id: "address_details", label: "Address", cards: [{ id: cards.CurrentAddress }] },
        {
          id: "document_capture",
          label: "Document",
          cards: [{ id: cards.PrimaryDocument, config: { sides: ["side1Image", "side2Image"] } }],
        },
      ],
    },
  ],
  modules: ["Data Verification", "Document Classification", "Document Extraction", "Document Authentication"],
};

const journeys: readonly { readonly id: string; readonly name: string; readonly segments: readonly SegmentPlan[] }[] = [
  {
    id: "age-check",
    name: "Age check",
    segments: [
      {
        id: "birth",
        label: "Date of birth",
        work: [{ id: "birth", feeds: "Age Verification", required: ["DateOfBirth"] }],
        modules: ["Age Verification"],
      },
    ],
  },
  {
    id: "identity-check",
    name: "Identity check",
    segments: [{ ...person, work: [...person.work, addressWork] }],
  },
  { id: "document-and-selfie", name: "Document and selfie", segments: [person, document, selfie] },
  {
    id: "full-kyc",
    name: "Full KYC",
    segments: [
      { ...person, work: [...person.work, addressWork], modules: ["Data Verification", "Age Verification"] },
      document,
      selfie,
    ],
  },
  { id: "onboarding", name: "Onboarding", segments: [onboarding] },
];

/** Modules that may run again if gap `module-retry` allows it. */
const repeatable: readonly ModuleName[] = ["Liveness", "Facematch"];

const createModuleUse = (module: ModuleName, apiVersion: ApiVersion): ModuleUse => ({
  module,
  variant: `${module.toLowerCase().replaceAll(" ", "-")}-${apiVersion}`,
  ...(repeatable.includes(module) && { attempts: 3 }),
});

const createInteraction = (
  label: string,
  { id, required, optional = [], pages }: SegmentPlan["work"][number],
): InteractionDefinition => ({
  id,
  pages: pages ?? [
    { id: `${id}_details`, label, cards: [...required, ...optional].map((name) => ({ id: cards[name] })) },
  ],
  required: [...required],
  optional: [...optional],
});

const createTask = ({ id, feeds, required, optional = [] }: SegmentPlan["work"][number]): TaskDefinition => ({
  id,
  variantId: `${id}-task`,
  feeds,
  required: [...required],
  optional: [...optional],
  allowsSave: true,
});

const createJourney = ({ id, name, segments }: (typeof journeys)[number], apiVersion: ApiVersion): JourneyVersion => ({
  id: apiVersion === "v2" ? id : `${id}-v1`,
  name,
  apiVersion,
  version: "1",
  regions: [...regions],
  segments: segments.map(({ id: segment, label, work, modules }) => ({
    id: segment,
    ...(apiVersion === "v2"
      ? { interactions: work.map((one) => createInteraction(label, one)) }
      : { tasks: work.map(createTask) }),
    modules: modules.map((module) => createModuleUse(module, apiVersion)),
  })),
});

/** The built-in journeys, each for both API versions. Spec 1. */
export const builtInJourneys: readonly JourneyVersion[] = (["v2", "v1"] as const).flatMap((apiVersion) =>
  journeys.map((journey) => createJourney(journey, apiVersion)),
);

/** Creates a catalog of the built-in journeys. */
export const createBuiltInCatalog = (profile: Profile): Catalog => createCatalog(profile, builtInJourneys);
