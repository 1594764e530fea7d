import * as z from "zod";
import { doc } from "../meta.ts";
import { environments, regions } from "../tables/regions.ts";
import { JourneyDefinition, selfieJourney } from "../wire/journey.ts";

const region = z.enum(regions);

/** Publishes a version of a journey. Spec 2.1; gap `environment-choice`. */
export const Publishing = doc(
  z.strictObject({
    journey: JourneyDefinition,
    environments: doc(z.array(z.enum(environments)).min(1), {
      description: "Environments in which to publish the journey. The default is the environments in the definition.",
    }).optional(),
    regions: doc(z.array(region).min(1), {
      description: "Regions in which to publish the journey. The default is the regions in the definition.",
    }).optional(),
  }),
  {
    id: "Publishing",
    spec: "2.1",
    gap: "environment-choice",
    description:
      "Publishes a journey. A journey without a version gets the next version number. The content of a published version never changes.",
    examples: [{ environments: ["preview"], regions: ["eu"], journey: selfieJourney }],
  },
);
export type Publishing = z.infer<typeof Publishing>;

const publishedPlace = z.strictObject({ resourceId: z.string(), regions: z.array(region) });

const exampleVersion = {
  id: "selfie",
  name: "Selfie",
  apiVersion: "v2" as const,
  version: "2",
  environments: { preview: { resourceId: "selfie-preview", regions: ["eu" as const] } },
};

/** A version of a journey, and where it is published. Spec 1, 2.1. */
export const PublishedJourney = doc(
  z.strictObject({
    id: z.string(),
    name: z.string(),
    apiVersion: z.enum(["v1", "v2"]),
    version: z.string(),
    environments: doc(z.strictObject({ preview: publishedPlace.optional(), production: publishedPlace.optional() }), {
      description: "The environments in which the version is published, each with its resource id and its regions.",
    }),
  }),
  {
    id: "PublishedJourney",
    spec: "2.1",
    description: "A version of a journey, and where it is published.",
    examples: [exampleVersion],
  },
);
export type PublishedJourney = z.infer<typeof PublishedJourney>;

/** Query parameters that select a version of a journey. */
export const JourneyQuery = doc(
  z.strictObject({
    version: doc(z.string().min(1), {
      description: "The version to return. The default is the latest version.",
    }).optional(),
  }),
  {
    id: "JourneyQuery",
    spec: "2.1",
    description: "Selects a version of a journey.",
    examples: [{ version: "2" }],
  },
);
export type JourneyQuery = z.infer<typeof JourneyQuery>;

/** Every published version of every journey, in the order in which the versions were first published. */
export const JourneyList = doc(z.strictObject({ journeys: z.array(PublishedJourney) }), {
  id: "JourneyList",
  spec: "2.1",
  description: "Every published version of every journey, in the order in which the versions were first published.",
  examples: [{ journeys: [exampleVersion] }],
});
export type JourneyList = z.infer<typeof JourneyList>;
