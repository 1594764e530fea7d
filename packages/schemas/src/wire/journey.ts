import * as z from "zod";
import { doc } from "../meta.ts";
import { moduleNames } from "../tables/modules.ts";
import { regions } from "../tables/regions.ts";
import { schemaAddress } from "./identifiers.ts";

const name = z.string().min(1);
const names = z.array(name);
const plainId = z.string().regex(/^[^@\s]+$/);

const card = z.strictObject({
  id: doc(name, { description: "Id of the card." }),
  config: doc(z.unknown(), { description: "A fetch returns this value with the card." }).optional(),
});
const page = z.strictObject({
  id: doc(name, { description: "Id of the page." }),
  label: doc(name, { description: "Heading of the page." }),
  cards: doc(z.array(card), { description: "Cards, in display order." }),
});
const pages = doc(z.array(page), { description: "Pages and cards, in display order." });

const environment = z.strictObject({ resourceId: doc(plainId, { description: "Resource id without the version." }) });

const outcome = z.enum(["accept", "reject", "refer"]);

const leaves = z.strictObject({
  element: doc(name, { description: "Name of a domain element." }),
  paths: doc(names, { description: "Paths of the fields in the subject." }),
});

const collectedMembers = {
  required: doc(names, { description: "Domain elements that must be provided." }).default([]),
  optional: doc(names, { description: "Domain elements that may be provided." }).default([]),
};

const interaction = z.strictObject({
  id: doc(name, { description: "Id of the interaction." }),
  pages,
  ...collectedMembers,
  leaves: doc(z.array(leaves), {
    description: "Overrides which fields an element needs to count as provided.",
  }).optional(),
});

const task = z.strictObject({
  id: doc(name, { description: "Id of the task." }),
  variantId: doc(name, { description: "Variant of the task." }),
  feeds: doc(name, { description: "The module that uses the data of the task." }),
  ...collectedMembers,
  allowsSave: doc(z.boolean(), { description: "Whether the task can be saved before it is complete." }).optional(),
});

const moduleUse = z.strictObject({
  module: doc(name, {
    description: "Name of a module of the specification, or of a module that this journey declares.",
    examples: [...moduleNames],
  }),
  variant: doc(name, { description: "Id of a variant of the module." }),
  latency: doc(z.int().min(0), { description: "Duration of a run in milliseconds." }).optional(),
  attempts: doc(z.int().min(1).max(100), { description: "Maximum number of runs of the module." }).optional(),
});

const segment = doc(
  z.strictObject({
    id: doc(name, { description: "Id of the segment." }),
    interactions: doc(z.array(interaction), { description: "The interactions of a v2 journey." }).optional(),
    tasks: doc(z.array(task), { description: "The tasks of a v1 journey." }).optional(),
    modules: doc(z.array(moduleUse), { description: "Modules that run in parallel." }),
  }),
  { description: "Collects data, then runs modules. The journey continues when all modules have finished." },
);

const advice = z.object({}).catchall(z.unknown());

const moduleOutcome = z.strictObject({
  name: doc(name, { description: "Name of the outcome." }),
  classification: doc(z.enum(["positive", "neutral", "negative"]), {
    description: "Leads to accept, refer or reject, unless the journey maps the classification to another outcome.",
  }),
  advice: doc(advice, { description: "Advice members that this outcome sets." }).optional(),
});

const moduleDeclaration = doc(
  z.strictObject({
    name: doc(name, { description: "Name of the module." }),
    variants: doc(names, {
      description: "Ids of the module's variants, for the generation of this journey.",
    }).optional(),
    latency: doc(z.int().min(0), { description: "Duration of a run in milliseconds." }).optional(),
    outcomes: doc(z.array(moduleOutcome).min(1), {
      description: "The module's possible outcomes. In a custom module, the first is the default.",
    }).optional(),
    advice: doc(advice, { description: "Advice members that every outcome sets." }).optional(),
    examines: doc(names, { description: "The domain elements that the module uses." }).optional(),
  }),
  {
    description:
      "A custom module, or changes to the module of the specification with the same name: the declared variants and outcomes are added, and every other member replaces that of the specification.",
  },
);

const element = z.strictObject({
  name: doc(name, { description: "Name of the element." }),
  path: doc(name, {
    description: "Path in the subject, for example `identity.gender` or `documents[type=secondary]`.",
  }),
});

/**
 * The definition of a published journey, written by hand as JSON. Spec 1, 2.1; gap `environment-choice`.
 *
 * Unknown members are refused, so an editor flags typos. Checks across members, such as for undeclared elements or
 * variants of the wrong generation, run when a journey is published.
 */
export const JourneyDefinition = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    id: doc(z.string().regex(/^[a-z0-9][a-z0-9-]*$/), {
      description: "Id of the journey: lower-case letters, digits and hyphens.",
    }),
    name: doc(name, { description: "Name of the journey." }),
    generation: doc(z.enum(["v1", "v2"]), {
      description: "A v1 journey collects data in tasks. A v2 journey collects data in interactions.",
    }),
    version: doc(plainId, {
      description: "The part of the resource id after `@`, except `latest`. The default is the next whole number.",
    }).optional(),
    environments: doc(
      z.strictObject({
        preview: doc(environment, { description: "The resource in the preview environment." }).optional(),
        production: doc(environment, { description: "The resource in the production environment." }).optional(),
      }),
      {
        description: "Resource ids. The defaults are `<id>-preview` and `<id>`.",
      },
    ).optional(),
    regions: doc(z.array(z.enum(regions)), { description: "The regions in which the journey is published." }).default([
      ...regions,
    ]),
    elements: doc(z.array(element), { description: "Domain elements that this journey declares." }).optional(),
    modules: doc(z.array(moduleDeclaration), {
      description: "Custom modules, and changes to the modules of the specification.",
    }).optional(),
    segments: doc(z.array(segment).min(1), { description: "The segments, in the order in which they run." }),
    evaluation: doc(
      z.strictObject({
        positive: doc(outcome, { description: "The default is `accept`." }).optional(),
        neutral: doc(outcome, { description: "The default is `refer`." }).optional(),
        negative: doc(outcome, { description: "The default is `reject`." }).optional(),
      }),
      { description: "The outcome for each classification. The worst classification in a segment decides." },
    ).optional(),
    outcomes: doc(
      z.strictObject({
        accept: doc(name, { description: "Name of the outcome `accept`." }).optional(),
        reject: doc(name, { description: "Name of the outcome `reject`." }).optional(),
        refer: doc(name, { description: "Name of the outcome `refer`." }).optional(),
      }),
      {
        description: "The name of each outcome in responses.",
      },
    ).optional(),
    end: doc(z.strictObject({ pages }), { description: "The end interaction." }).optional(),
  }),
  {
    id: "JourneyDefinition",
    spec: "1",
    gap: "environment-choice",
    description: "A published journey: the data it collects, the modules it runs and how it evaluates their results.",
    examples: [
      {
        id: "selfie",
        name: "Selfie",
        generation: "v2",
        regions: ["eu"],
        segments: [
          {
            id: "selfie",
            interactions: [{ id: "selfie", pages: [], required: ["Selfie"], optional: [] }],
            modules: [{ module: "Liveness", variant: "liveness-v2" }],
          },
        ],
      },
    ],
  },
);
export type JourneyDefinition = z.infer<typeof JourneyDefinition>;

/** A published version of a journey. Its content never changes. Spec 2.1. */
export const JourneyVersion = doc(JourneyDefinition.extend({ version: plainId }), {
  id: "JourneyVersion",
  spec: "2.1",
  description: "A published version of a journey. Its content never changes.",
  examples: [
    {
      id: "selfie",
      name: "Selfie",
      generation: "v2",
      version: "2",
      regions: ["eu"],
      segments: [
        {
          id: "selfie",
          interactions: [{ id: "selfie", pages: [], required: ["Selfie"], optional: [] }],
          modules: [{ module: "Liveness", variant: "liveness-v2" }],
        },
      ],
    },
  ],
});
export type JourneyVersion = z.infer<typeof JourneyVersion>;

/** A segment of a journey. It collects data, then runs modules in parallel. Spec 1. */
export type SegmentDefinition = JourneyDefinition["segments"][number];

/** An interaction of a v2 journey. Spec 2.5. */
export type InteractionDefinition = z.infer<typeof interaction>;

/** A task of a v1 journey. Spec 2.3. */
export type TaskDefinition = z.infer<typeof task>;

/** A module in a segment, with its variant. Spec 1. */
export type ModuleUse = z.infer<typeof moduleUse>;

/** A domain element that a journey declares. Spec 2.6. */
export type ElementDefinition = z.infer<typeof element>;
