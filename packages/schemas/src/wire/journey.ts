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
  config: doc(z.unknown(), {
    description: "Configuration of the card. A fetch of the interaction returns it unchanged.",
  }).optional(),
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
  paths: doc(names, { description: "Paths of the required fields in the subject." }),
});

const collectedMembers = {
  required: doc(names, { description: "Names of the domain elements that the client must provide." }).default([]),
  optional: doc(names, { description: "Names of the domain elements that the client may provide." }).default([]),
};

const interaction = z.strictObject({
  id: doc(name, { description: "Id of the interaction." }),
  pages,
  ...collectedMembers,
  leaves: doc(z.array(leaves), {
    description: "Changes which fields must be present for a domain element to count as provided.",
  }).optional(),
});

const task = z.strictObject({
  id: doc(name, { description: "Id of the task." }),
  variantId: doc(name, { description: "Id of the task's variant." }),
  feeds: doc(name, { description: "Name of the module that uses the data in the task." }),
  ...collectedMembers,
  allowsSave: doc(z.boolean(), {
    description:
      "Whether a client can save the task before its data is complete, if gap `v1-intent-values` allows it. The default is true.",
  }).optional(),
});

const moduleUse = z.strictObject({
  module: doc(name, {
    description: "Name of a module of the specification, or of a module that this journey declares.",
    examples: [...moduleNames],
  }),
  variant: doc(name, { description: "Id of the module's variant." }),
  latency: doc(z.int().min(0), { description: "Duration of a run in milliseconds." }).optional(),
  attempts: doc(z.int().min(1).max(100), {
    description:
      "How many times the module can run in an instance, if gap `module-retry` allows more than one run. The default is 1.",
  }).optional(),
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
    description:
      "Leads to accept (`positive`), refer (`neutral`) or reject (`negative`), unless the `evaluation` of the journey says otherwise.",
  }),
  advice: doc(advice, { description: "Members of the module's advice if the module has this outcome." }).optional(),
});

const moduleDeclaration = doc(
  z.strictObject({
    name: doc(name, { description: "Name of the module." }),
    variants: doc(names, {
      description: "Ids of the module's variants in the API version of this journey.",
    }).optional(),
    latency: doc(z.int().min(0), { description: "Duration of a run in milliseconds." }).optional(),
    outcomes: doc(z.array(moduleOutcome).min(1), {
      description:
        "The outcomes that are possible for the module. The default outcome of a custom module is the first one.",
    }).optional(),
    advice: doc(advice, { description: "Members of the module's advice under every outcome." }).optional(),
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

/** The journey in the examples of several schemas. */
export const selfieJourney = {
  id: "selfie",
  name: "Selfie",
  apiVersion: "v2" as const,
  regions: ["eu" as const],
  segments: [
    {
      id: "selfie",
      interactions: [{ id: "selfie", pages: [], required: ["Selfie"], optional: [] }],
      modules: [{ module: "Liveness", variant: "liveness-v2" }],
    },
  ],
};

/**
 * The definition of a published journey, written by hand as JSON. Spec 1, 2.1; gap `environment-choice`.
 *
 * Unknown members are refused, so an editor flags typos. Checks across members, such as for undeclared elements or
 * variants of the wrong API version, run when a journey is published.
 */
export const JourneyDefinition = doc(
  z.strictObject({
    $schema: schemaAddress.optional(),
    id: doc(z.string().regex(/^[a-z0-9][a-z0-9-]*$/), {
      description: "Id of the journey: lower-case letters, digits and hyphens.",
    }),
    name: doc(name, { description: "Name of the journey." }),
    apiVersion: doc(z.enum(["v1", "v2"]), {
      description: "A v1 journey collects data in tasks. A v2 journey collects data in interactions.",
    }),
    version: doc(plainId, {
      description:
        "Version of the journey: the part of a resource id after `@`. Cannot be `latest`. The default is the next whole number.",
    }).optional(),
    environments: doc(
      z.strictObject({
        preview: doc(environment, { description: "The resource in the preview environment." }).optional(),
        production: doc(environment, { description: "The resource in the production environment." }).optional(),
      }),
      {
        description:
          "The environments in which the journey is published, each with its resource id. The default is both, with `<id>-preview` in preview and `<id>` in production.",
      },
    ).optional(),
    regions: doc(z.array(z.enum(regions)), {
      description: "The regions in which the journey is published. The default is all regions.",
    }).default([...regions]),
    elements: doc(z.array(element), { description: "Custom domain elements." }).optional(),
    modules: doc(z.array(moduleDeclaration), {
      description: "Custom modules, and changes to the modules of the specification.",
    }).optional(),
    segments: doc(z.array(segment).min(1), { description: "The segments, in the order in which they run." }),
    evaluation: doc(
      z.strictObject({
        positive: doc(outcome, {
          description: "Outcome if every module outcome is positive. The default is `accept`.",
        }).optional(),
        neutral: doc(outcome, {
          description: "Outcome if the worst module outcome is neutral. The default is `refer`.",
        }).optional(),
        negative: doc(outcome, {
          description: "Outcome if a module outcome is negative. The default is `reject`.",
        }).optional(),
      }),
      {
        description:
          "Maps module outcomes to the outcome of the journey. If the module outcomes in a segment have different classifications, the worst one decides.",
      },
    ).optional(),
    outcomes: doc(
      z.strictObject({
        accept: doc(name, { description: "Name of the outcome `accept` in responses." }).optional(),
        reject: doc(name, { description: "Name of the outcome `reject` in responses." }).optional(),
        refer: doc(name, { description: "Name of the outcome `refer` in responses." }).optional(),
      }),
      {
        description: "Names of the outcomes in responses.",
      },
    ).optional(),
    end: doc(z.strictObject({ pages }), {
      description: "The end interaction, which becomes current when the journey has ended.",
    }).optional(),
  }),
  {
    id: "JourneyDefinition",
    spec: "1",
    gap: "environment-choice",
    description:
      "A published journey: the data that it collects, the modules that it runs, and how module outcomes lead to its outcome.",
    examples: [selfieJourney],
  },
);
export type JourneyDefinition = z.infer<typeof JourneyDefinition>;

/** A published version of a journey. Its content never changes. Spec 2.1. */
export const JourneyVersion = doc(JourneyDefinition.extend({ version: plainId }), {
  id: "JourneyVersion",
  spec: "2.1",
  description: "A published version of a journey. Its content never changes.",
  examples: [{ ...selfieJourney, version: "2" }],
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
