import {
  InteractionSubmitRequest,
  Participant,
  TaskUpdateRequest,
  V1StartRequest,
  V2StartRequest,
} from "@journey-kit/schemas";
import * as z from "zod";

// The part of a request that is validated before the domain elements. An envelope accepts what a reading may strip,
// ignore or refuse with another error.

const nonEmpty = z.string().min(1);
const anySubject = z.looseObject({}).optional();
const linkConfig = z
  .looseObject({ ttlMinutes: z.int().optional(), resumeExpiryMinutes: z.int().optional() })
  .optional();

/** Spec 2.7; gaps `delivery-values`, `invalid-prefill`. */
export const V2StartEnvelope = V2StartRequest.extend({
  resourceId: nonEmpty,
  context: z.looseObject({
    config: V2StartRequest.shape.context.shape.config.extend({ delivery: z.string(), linkConfig }),
    subject: anySubject,
  }),
});

const v1StartConfig = V1StartRequest.shape.context.unwrap().shape.config.unwrap();

/** Spec 2.7, 4.3; gap `v1-delivery`. */
export const V1StartEnvelope = V1StartRequest.extend({
  resourceId: nonEmpty,
  context: z
    .looseObject({
      config: v1StartConfig.extend({ delivery: z.unknown().optional(), linkConfig }).optional(),
      subject: anySubject,
    })
    .optional(),
});

/** Spec 2.9; gap `participants-omitted`. */
export const InteractionSubmitEnvelope = InteractionSubmitRequest.extend({
  participants: z.array(Participant).optional(),
  context: InteractionSubmitRequest.shape.context.unwrap().extend({ subject: anySubject }).optional(),
});

/** Spec 2.10; gap `v1-intent-values`. */
export const TaskUpdateEnvelope = TaskUpdateRequest.extend({
  intent: nonEmpty,
  context: z.looseObject({ subject: anySubject }),
});
