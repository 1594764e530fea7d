import * as z from "zod";
import { InstanceId, ResourceId } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";
import { Subject } from "./subject/subject.ts";

/** How long the link of a hosted journey lives. Spec 2.7, 8; gap `link-config-bounds`. */
export const LinkConfig = z
  .looseObject({
    ttlMinutes: z.int().register(leaves, { public: true, description: "Minutes until the link expires." }).optional(),
    resumeExpiryMinutes: z
      .int()
      .register(leaves, { public: true, description: "Minutes during which a journey may be resumed." })
      .optional(),
  })
  .register(wire, {
    id: "LinkConfig",
    spec: "2.7",
    gap: "link-config-bounds",
    description: "How long the link of a hosted journey lives.",
  });
export type LinkConfig = z.infer<typeof LinkConfig>;

/** Members of the configuration that both generations know, apart from `delivery`. */
const configMembers = {
  branding: z.unknown().register(leaves, { description: "Anything; it has no effect." }).optional(),
  assisted: z.boolean().register(leaves, { public: true }).optional(),
  linkConfig: LinkConfig.optional(),
};
const async = z
  .boolean()
  .register(leaves, { public: true, description: "Answer at once, or only after all modules have finished." })
  .optional();

const delivery = z
  .enum(["api", "page"])
  .register(leaves, { public: true, description: "`api`: the caller builds the pages. `page`: they are hosted." });
// An envelope takes any text: what another value means is gap `delivery-values`.
const anyDelivery = z.string().register(leaves, { public: true });
// An envelope leaves the subject unread: one bad leaf must not refuse an element that may be stripped.
const anySubject = z.looseObject({}).optional();
const anyResourceId = z.string().min(1).register(leaves, { public: true });

/** Body of `POST /v2/captain/journey/start`, with all that a caller may say. Spec 2.7; gap `start-subject-omitted`. */
export const V2StartRequest = z
  .looseObject({
    resourceId: ResourceId,
    context: z.looseObject({
      config: z.looseObject({ delivery, ...configMembers }),
      subject: Subject.optional(),
    }),
  })
  .register(wire, {
    id: "V2StartRequest",
    spec: "2.7",
    gap: "start-subject-omitted",
    description: "Starts a v2 instance. `context.subject` is prefill; an empty object starts without any.",
  });
export type V2StartRequest = z.infer<typeof V2StartRequest>;

/** What the edge checks of a v2 start; the subject is read element by element later. Spec 2.7; gap `invalid-prefill`. */
export const V2StartEnvelope = z
  .looseObject({
    resourceId: anyResourceId,
    context: z.looseObject({
      config: z.looseObject({ delivery: anyDelivery, ...configMembers }),
      subject: anySubject,
    }),
  })
  .register(wire, {
    id: "V2StartEnvelope",
    spec: "2.7",
    gap: "invalid-prefill",
    description: "The part of a v2 start that is checked before any domain element is read.",
  });
export type V2StartEnvelope = z.infer<typeof V2StartEnvelope>;

/** Body of `POST /captain/api/journey/start`, with all that a caller may say. Spec 2.7, 4.3; gap `v1-delivery`. */
export const V1StartRequest = z
  .looseObject({
    resourceId: ResourceId,
    context: z
      .looseObject({
        config: z.looseObject({ async, delivery: delivery.optional(), ...configMembers }).optional(),
        subject: Subject.optional(),
      })
      .optional(),
  })
  .register(wire, {
    id: "V1StartRequest",
    spec: "4.3",
    gap: "v1-delivery",
    description: "Starts a v1 instance: synchronous with prefill, unless `context.config.async` is true.",
  });
export type V1StartRequest = z.infer<typeof V1StartRequest>;

/** What the edge checks of a v1 start. `delivery` may be anything where gap `v1-delivery` ignores it. Spec 2.7, 4.3. */
export const V1StartEnvelope = z
  .looseObject({
    resourceId: anyResourceId,
    context: z
      .looseObject({
        config: z.looseObject({ async, ...configMembers }).optional(),
        subject: anySubject,
      })
      .optional(),
  })
  .register(wire, {
    id: "V1StartEnvelope",
    spec: "4.3",
    gap: "v1-delivery",
    description: "The part of a v1 start that is checked before any domain element is read.",
  });
export type V1StartEnvelope = z.infer<typeof V1StartEnvelope>;

/**
 * Answer to a start of either generation. `instanceUrl` comes with `page` delivery. Spec 4.2, 4.3.
 *
 * `status` and `message` come under one reading of gap `start-response`; the form of the address is gap
 * `instance-url-form`.
 */
export const StartResponse = z
  .looseObject({
    instanceId: InstanceId,
    instanceUrl: z.string().register(leaves, { description: "Where the hosted pages are." }).optional(),
    status: z.literal("started").register(leaves, { public: true }).optional(),
    message: z.string().register(leaves, { public: true }).optional(),
  })
  .register(wire, {
    id: "StartResponse",
    spec: "4.2",
    gap: "start-response",
    description: "Names the new instance, and its pages where they are hosted.",
  });
export type StartResponse = z.infer<typeof StartResponse>;
