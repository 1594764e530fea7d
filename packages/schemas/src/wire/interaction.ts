import * as z from "zod";
import { doc } from "../meta.ts";
import { InstanceId, JourneyStatus, word } from "./identifiers.ts";
import { JourneyResult } from "./state.ts";

const need = doc(z.enum(["required", "optional"]), { public: true });

const fetchedCard = z.looseObject({
  id: word,
  config: doc(z.unknown(), { description: "The configuration of the card. Omitted if it has none." }).optional(),
});

const exampleHead = { instanceId: "4f9c2b7e1d3a4c58", journey: { status: "InProgress" as const }, outstanding: [] };

const examplePages = [
  { id: "person_details", label: "Personal details", cards: [{ id: "NameCard" }, { id: "DateOfBirthCard" }] },
];
const interactionId = "document-and-selfie:interaction:person@latest";
const exampleElements = ["FullName", "DateOfBirth"];

const flatExample = {
  ...exampleHead,
  interactionId,
  outstanding: exampleElements,
  collects: exampleElements,
  spec: { FullName: "required" as const, DateOfBirth: "required" as const },
  layout: { pages: examplePages },
};

const nestedExample = {
  ...exampleHead,
  interactionId,
  outstanding: exampleElements,
  interaction: {
    grId: interactionId,
    resource: {
      id: "person",
      name: "person",
      version: "latest",
      type: "interaction" as const,
      data: { pages: examplePages },
    },
    collects: exampleElements.map((ref) => ({ ref, spec: "required" as const })),
    consumes: [],
  },
};

/** Body of `POST /v2/captain/journey/interaction/fetch`. Spec 4.2; gap `interaction-fetch-body`. */
export const InteractionFetchRequest = doc(z.looseObject({ instanceId: InstanceId }), {
  id: "InteractionFetchRequest",
  spec: "4.2",
  gap: "interaction-fetch-body",
  description: "Requests the current interaction of an instance.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type InteractionFetchRequest = z.infer<typeof InteractionFetchRequest>;

/** A page of an interaction and its cards. Spec 2.5. */
export const Page = doc(z.looseObject({ id: word, label: word, cards: z.array(fetchedCard) }), {
  id: "Page",
  spec: "2.5",
  description: "A page of an interaction, with the cards in display order.",
  examples: examplePages,
});
export type Page = z.infer<typeof Page>;

const commonMembers = {
  instanceId: InstanceId,
  journey: z.looseObject({ status: JourneyStatus }),
  // Gap `outstanding-granularity` decides between elements and fields.
  outstanding: doc(z.array(word), { description: "The domain elements or fields that the client must still submit." }),
};

const processing = doc(z.literal(true), { public: true });

// Gap `interaction-while-running`: without `empty-interaction`, only `ProcessingInteraction` has this member.
const notProcessing = { processing: z.never().optional() };
const processingForms = {
  "interaction-while-running": { processing: notProcessing, "not-found": notProcessing, conflict: notProcessing },
} as const;

/**
 * The current interaction as a flat object. Spec 2.5; gap `interaction-fetch-layout`.
 *
 * The end interaction has the same form, collects nothing and may have a `result` (gap `end-interaction-outcome`).
 */
export const FlatInteraction = doc(
  z.looseObject({
    ...commonMembers,
    interactionId: word,
    collects: doc(z.array(word), { description: "Names of the domain elements that this interaction collects." }),
    spec: doc(z.object({}).catchall(need), {
      description: "For each domain element, whether it is required or optional.",
    }),
    layout: z.looseObject({ pages: z.array(Page) }),
    result: JourneyResult.optional(),
    processing: processing.optional(),
  }),
  {
    id: "FlatInteraction",
    spec: "2.5",
    gap: "interaction-fetch-layout",
    description: "The current interaction as a flat object, with its domain elements and its pages.",
    examples: [flatExample],
    forms: processingForms,
  },
);
export type FlatInteraction = z.infer<typeof FlatInteraction>;

/**
 * The current interaction as a nested object, in the form of a published resource. Spec 2.5; gaps `interaction-fetch-layout`,
 * `end-interaction-outcome`.
 */
export const NestedInteraction = doc(
  z.looseObject({
    ...commonMembers,
    interactionId: word,
    interaction: z.looseObject({
      grId: word,
      resource: z.looseObject({
        id: word,
        name: word,
        version: word,
        type: doc(z.literal("interaction"), { public: true }),
        data: z.looseObject({ pages: z.array(Page) }),
      }),
      collects: z.array(z.looseObject({ ref: word, spec: need })),
      consumes: z.array(z.unknown()),
    }),
    result: JourneyResult.optional(),
    processing: processing.optional(),
  }),
  {
    id: "NestedInteraction",
    spec: "2.5",
    gap: "interaction-fetch-layout",
    description:
      "The current interaction as a nested object. `interaction.resource` contains the version and the pages.",
    examples: [nestedExample],
    forms: processingForms,
  },
);
export type NestedInteraction = z.infer<typeof NestedInteraction>;

/** The response to an interaction fetch while modules are running and no interaction is current. Spec 4.2; gap `interaction-while-running`. */
export const ProcessingInteraction = doc(z.looseObject({ ...commonMembers, processing }), {
  id: "ProcessingInteraction",
  spec: "4.2",
  gap: "interaction-while-running",
  description: "The response to an interaction fetch while modules are running and no interaction is current.",
  examples: [{ ...exampleHead, processing: true }],
});
export type ProcessingInteraction = z.infer<typeof ProcessingInteraction>;

/** A layout, or a notice that modules are running if the reading of gap `interaction-while-running` has one. */
const orProcessing = (layout: typeof FlatInteraction | typeof NestedInteraction) =>
  doc(z.union([layout, ProcessingInteraction]), {
    forms: {
      "interaction-while-running": { "empty-interaction": layout, "not-found": layout, conflict: layout },
    },
  });

/**
 * Response to `interaction/fetch` under any reading. Spec 2.5, 4.2; gaps `interaction-fetch-layout`,
 * `interaction-after-end`.
 */
export const InteractionFetchResponse = doc(z.union([FlatInteraction, NestedInteraction, ProcessingInteraction]), {
  id: "InteractionFetchResponse",
  spec: "2.5",
  gap: "interaction-fetch-layout",
  description: "The current interaction, or a notice that modules are running.",
  examples: [flatExample, nestedExample, { ...exampleHead, processing: true }],
  forms: {
    "interaction-fetch-layout": {
      flat: orProcessing(FlatInteraction),
      nested: orProcessing(NestedInteraction),
    },
  },
});
export type InteractionFetchResponse = z.infer<typeof InteractionFetchResponse>;
