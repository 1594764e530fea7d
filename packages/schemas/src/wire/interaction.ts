import * as z from "zod";
import { InstanceId, JourneyStatus } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";
import { JourneyResult } from "./state.ts";

const word = z.string().register(leaves, { public: true });
const need = z.enum(["required", "optional"]).register(leaves, { public: true });

/** Body of `POST /v2/captain/journey/interaction/fetch`. Spec 4.2; gap `interaction-fetch-body`. */
export const InteractionFetchRequest = z.looseObject({ instanceId: InstanceId }).register(wire, {
  id: "InteractionFetchRequest",
  spec: "4.2",
  gap: "interaction-fetch-body",
  description: "Asks what the current interaction collects.",
});
export type InteractionFetchRequest = z.infer<typeof InteractionFetchRequest>;

/** A page of an interaction and its cards, in the order in which they are shown. Spec 2.5. */
export const Page = z
  .looseObject({ id: word, label: word, cards: z.array(z.looseObject({ id: word })) })
  .register(wire, { id: "Page", spec: "2.5", description: "A page of an interaction and its cards." });
export type Page = z.infer<typeof Page>;

/** Members of a fetch response under every reading. `outstanding` names elements or fields: gap `outstanding-granularity`. */
const commonMembers = {
  instanceId: InstanceId,
  journey: z.looseObject({ status: JourneyStatus }),
  outstanding: z.array(word),
};

/**
 * The current interaction with all its parts side by side. Spec 2.5; gap `interaction-fetch-layout`.
 *
 * The end interaction has this form too: it collects nothing and may carry `result` (gap `end-interaction-outcome`).
 */
export const FlatInteraction = z
  .looseObject({
    ...commonMembers,
    interactionId: word,
    collects: z.array(word),
    spec: z.object({}).catchall(need),
    layout: z.looseObject({ pages: z.array(Page) }),
    result: JourneyResult.optional(),
  })
  .register(wire, {
    id: "FlatInteraction",
    spec: "2.5",
    gap: "interaction-fetch-layout",
    description: "The current interaction with all its parts side by side.",
  });
export type FlatInteraction = z.infer<typeof FlatInteraction>;

/** The current interaction as a published resource. Spec 2.5; gaps `interaction-fetch-layout`, `end-interaction-outcome`. */
export const NestedInteraction = z
  .looseObject({
    ...commonMembers,
    interactionId: word,
    interaction: z.looseObject({
      grId: word,
      resource: z.looseObject({
        id: word,
        name: word,
        version: word,
        type: z.literal("interaction").register(leaves, { public: true }),
        data: z.looseObject({ pages: z.array(Page) }),
      }),
      collects: z.array(z.looseObject({ ref: word, spec: need })),
      consumes: z.array(z.unknown()),
    }),
    result: JourneyResult.optional(),
  })
  .register(wire, {
    id: "NestedInteraction",
    spec: "2.5",
    gap: "interaction-fetch-layout",
    description: "The current interaction as a published resource.",
  });
export type NestedInteraction = z.infer<typeof NestedInteraction>;

/** No interaction is current, because modules run. Spec 4.2; gap `interaction-while-running`. */
export const ProcessingInteraction = z
  .looseObject({ ...commonMembers, processing: z.literal(true).register(leaves, { public: true }) })
  .register(wire, {
    id: "ProcessingInteraction",
    spec: "4.2",
    gap: "interaction-while-running",
    description: "No interaction is current, because modules run.",
  });
export type ProcessingInteraction = z.infer<typeof ProcessingInteraction>;

/** Answer to `interaction/fetch`, in any reading. Spec 2.5, 4.2; gaps `interaction-fetch-layout`, `interaction-after-end`. */
export const InteractionFetchResponse = z
  .union([FlatInteraction, NestedInteraction, ProcessingInteraction])
  .register(wire, {
    id: "InteractionFetchResponse",
    spec: "2.5",
    gap: "interaction-fetch-layout",
    description: "What the current interaction collects, or that modules run.",
  });
export type InteractionFetchResponse = z.infer<typeof InteractionFetchResponse>;
