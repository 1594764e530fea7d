import * as z from "zod";
import { doc } from "../meta.ts";
import { InstanceId, ResourceId, word } from "./identifiers.ts";
import { Subject } from "./subject/subject.ts";

const minutes = { public: true, description: "Minutes until the link to the hosted pages expires." } as const;
const resumeMinutes = {
  public: true,
  description: "Minutes during which the user can resume the journey on the hosted pages. Has no effect on API calls.",
} as const;
const anyMinutes = {
  ttlMinutes: doc(z.int(), minutes).optional(),
  resumeExpiryMinutes: doc(z.int(), resumeMinutes).optional(),
};

/** When the link of a hosted journey expires. Spec 2.7, 8; gap `link-config-bounds`. */
export const LinkConfig = doc(
  z.looseObject({
    ttlMinutes: doc(z.int().min(1), minutes).optional(),
    resumeExpiryMinutes: doc(z.int().min(1), resumeMinutes).optional(),
  }),
  {
    id: "LinkConfig",
    spec: "2.7",
    gap: "link-config-bounds",
    description: "How long the link to the hosted pages is valid.",
    examples: [{ ttlMinutes: 60, resumeExpiryMinutes: 30 }],
    forms: { "link-config-bounds": { any: anyMinutes } },
  },
);
export type LinkConfig = z.infer<typeof LinkConfig>;

/** Configuration members that both API versions share. */
const configMembers = {
  branding: doc(z.unknown(), { description: "Has no effect." }).optional(),
  assisted: doc(z.boolean(), { public: true, description: "Has no effect." }).optional(),
  linkConfig: LinkConfig.optional(),
};
const async = doc(z.boolean(), {
  public: true,
  description:
    "If true, the start returns immediately. If false or omitted, the start returns when all modules have finished.",
}).optional();

const delivery = doc(z.enum(["api", "page"]), {
  public: true,
  description: "With `api`, you collect the data in your own pages. With `page`, the service hosts the pages.",
  forms: { "delivery-values": { "as-api": word } },
});

/** Body of `POST /v2/captain/journey/start`. Spec 2.7; gap `start-subject-omitted`. */
export const V2StartRequest = doc(
  z.looseObject({
    resourceId: ResourceId,
    context: doc(z.looseObject({ config: z.looseObject({ delivery, ...configMembers }), subject: Subject }), {
      forms: { "start-subject-omitted": { accepted: { subject: Subject.optional() } } },
    }),
  }),
  {
    id: "V2StartRequest",
    spec: "2.7",
    gap: "start-subject-omitted",
    description: "Starts a v2 instance. `context.subject` is the prefill and can be empty.",
    examples: [
      { resourceId: "document-and-selfie@latest", context: { config: { delivery: "api" }, subject: { uid: "c-42" } } },
    ],
  },
);
export type V2StartRequest = z.infer<typeof V2StartRequest>;

const anyDelivery = { delivery: z.unknown().optional() };
const v1Config = doc(z.looseObject({ async, delivery: delivery.optional(), ...configMembers }), {
  forms: { "v1-delivery": { ignored: anyDelivery }, "delivery-values": { "as-api": anyDelivery } },
});

/** Body of `POST /captain/api/journey/start`. Spec 2.7, 4.3; gap `v1-delivery`. */
export const V1StartRequest = doc(
  z.looseObject({
    resourceId: ResourceId,
    context: z.looseObject({ config: v1Config.optional(), subject: Subject.optional() }).optional(),
  }),
  {
    id: "V1StartRequest",
    spec: "4.3",
    gap: "v1-delivery",
    description: "Starts a v1 instance. The start is synchronous unless `context.config.async` is true.",
    examples: [
      { resourceId: "document-and-selfie-v1@latest", context: { config: { async: true }, subject: { uid: "c-42" } } },
    ],
    forms: {
      "start-subject-omitted": {
        refused: { context: z.looseObject({ config: v1Config.optional(), subject: Subject }) },
      },
    },
  },
);
export type V1StartRequest = z.infer<typeof V1StartRequest>;

const started = doc(z.literal("started"), { public: true });

/**
 * Response to a v1 or v2 start. `page` delivery adds `instanceUrl`. Spec 4.2, 4.3.
 *
 * One reading of gap `start-response` adds `status` and `message`. Gap `instance-url-form` decides the form of the
 * address.
 */
export const StartResponse = doc(
  z.looseObject({
    instanceId: InstanceId,
    instanceUrl: doc(z.string(), { description: "Address of the hosted pages." }).optional(),
    status: started.optional(),
    message: word.optional(),
  }),
  {
    id: "StartResponse",
    spec: "4.2",
    gap: "start-response",
    description: "The new instance. With `page` delivery, the response includes the address of the hosted pages.",
    examples: [
      { instanceId: "4f9c2b7e1d3a4c58" },
      { instanceId: "4f9c2b7e1d3a4c58", status: "started", message: "Journey 4f9c2b7e1d3a4c58 started successfully" },
    ],
    forms: {
      "start-response": {
        nothing: { status: z.never().optional(), message: z.never().optional() },
        message: { status: started, message: word },
      },
    },
  },
);
export type StartResponse = z.infer<typeof StartResponse>;
