import * as z from "zod";
import { moduleNames } from "../tables/modules.ts";
import { regions } from "../tables/regions.ts";
import { leaves, wire } from "./meta.ts";

// Made anew for each member, because a description belongs to one schema object.
const name = () => z.string().min(1);
const names = () => z.array(name());
const plainId = () => z.string().regex(/^[^@\s]+$/);

const pages = z
  .array(z.strictObject({ id: name(), label: name(), cards: z.array(z.strictObject({ id: name() })) }))
  .register(leaves, { description: "Pages and cards, in the order in which they are shown." });

const environment = z
  .strictObject({ resourceId: plainId().register(leaves, { description: "Resource id without its version." }) })
  .optional();

const outcome = z.enum(["accept", "reject", "refer"]);

const collectedMembers = {
  required: names().register(leaves, { description: "Domain elements that must be provided." }).default([]),
  optional: names().register(leaves, { description: "Domain elements that may be provided." }).default([]),
};

const interaction = z.strictObject({
  id: name(),
  pages,
  ...collectedMembers,
  leaves: z
    .array(z.strictObject({ element: name(), paths: names() }))
    .register(leaves, { description: "Leaves that an element must have here, where its usual ones do not fit." })
    .optional(),
});

const task = z.strictObject({
  id: name(),
  variantId: name().register(leaves, { description: "Variant of the task." }),
  feeds: z.enum(moduleNames).register(leaves, { description: "The module that the task's data is for." }),
  ...collectedMembers,
  allowsSave: z.boolean().register(leaves, { description: "Whether a part of the data may be kept." }).optional(),
});

const moduleUse = z.strictObject({
  module: z.enum(moduleNames),
  variant: name().register(leaves, { description: "Id of one of the module's variants." }),
  latency: z.int().min(0).register(leaves, { description: "Milliseconds that the module takes." }).optional(),
  attempts: z.int().min(1).register(leaves, { description: "How often the module may run." }).optional(),
});

const segment = z
  .strictObject({
    id: name(),
    interactions: z.array(interaction).register(leaves, { description: "What a v2 journey collects." }).optional(),
    tasks: z.array(task).register(leaves, { description: "What a v1 journey collects." }).optional(),
    modules: z.array(moduleUse).register(leaves, { description: "Modules that run in parallel." }),
  })
  .register(leaves, {
    description: "Collects data, then runs its modules; the journey goes on when all have finished.",
  });

const element = z.strictObject({
  name: name(),
  path: name().register(leaves, {
    description: "Place in the subject, for example `identity.gender` or `documents[type=secondary]`.",
  }),
});

/**
 * A published journey as data, for files that people write. Spec 1, 2.1; gap `environment-choice`.
 *
 * Members that are not listed are refused, so that a slip of the pen shows in the editor. What holds between members
 * (an element nobody declares, a variant of the other generation) is checked when a journey is published.
 */
export const JourneyDefinition = z
  .strictObject({
    $schema: z.string().register(leaves, { description: "Address of this schema, for editors." }).optional(),
    id: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]*$/)
      .register(leaves, { description: "Small letters, digits and hyphens." }),
    name: name().register(leaves, { description: "What the journey is called." }),
    generation: z.enum(["v1", "v2"]).register(leaves, { description: "v1 works with tasks, v2 with interactions." }),
    version: plainId().register(leaves, { description: "Part of the resource id after the `@`." }).default("1"),
    environments: z
      .strictObject({ preview: environment, production: environment })
      .register(leaves, { description: "Resource ids; `<id>-preview` and `<id>` where left out." })
      .optional(),
    regions: z
      .array(z.enum(regions))
      .register(leaves, { description: "Where the journey is published." })
      .default([...regions]),
    elements: z.array(element).register(leaves, { description: "Domain elements of this journey's own." }).optional(),
    segments: z.array(segment).min(1),
    evaluation: z
      .strictObject({ positive: outcome.optional(), neutral: outcome.optional(), negative: outcome.optional() })
      .register(leaves, { description: "What the worst result of a segment comes to." })
      .optional(),
    outcomes: z
      .strictObject({ accept: name().optional(), reject: name().optional(), refer: name().optional() })
      .register(leaves, { description: "The journey's own spelling of its outcomes." })
      .optional(),
    end: z.strictObject({ pages }).register(leaves, { description: "The end interaction." }).optional(),
  })
  .register(wire, {
    id: "JourneyDefinition",
    spec: "1",
    gap: "environment-choice",
    description: "A published journey: what it collects, which modules run, how they are evaluated.",
  });
export type JourneyDefinition = z.infer<typeof JourneyDefinition>;

/** One stretch of a journey: what it collects and the modules that then run in parallel. Spec 1. */
export type SegmentDefinition = JourneyDefinition["segments"][number];

/** An interaction of a v2 journey. Spec 2.5. */
export type InteractionDefinition = z.infer<typeof interaction>;

/** A task of a v1 journey. Spec 2.3. */
export type TaskDefinition = z.infer<typeof task>;

/** A module as one segment uses it. Spec 1. */
export type ModuleUse = z.infer<typeof moduleUse>;

/** A domain element that a journey declares for itself. Spec 2.6. */
export type ElementDefinition = z.infer<typeof element>;
