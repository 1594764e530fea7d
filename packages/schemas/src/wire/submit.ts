import * as z from "zod";
import { SubmitInstanceId } from "./identifiers.ts";
import { leaves, wire } from "./meta.ts";
import { Subject } from "./subject/subject.ts";

/** A domain element that is handed in. Spec 2.9; gap `instructions-meaning`. */
export const Participant = z
  .looseObject({
    domainElementId: z.string().min(1).register(leaves, { public: true }),
    instructions: z.array(z.string()).optional(),
  })
  .register(wire, {
    id: "Participant",
    spec: "2.9",
    gap: "instructions-meaning",
    description: "Names a domain element that is handed in; its data is in `context.subject`.",
  });
export type Participant = z.infer<typeof Participant>;

// Refused by structure rather than by a refinement, so that the emitted file refuses it too.
const misplaced = z.never().register(leaves, { description: "Belongs in `context.subject`." }).optional();

/** Everything outside `participants` and the subject. */
const members = {
  instanceId: SubmitInstanceId,
  interactionId: z.string().min(1).register(leaves, { public: true }),
  documents: misplaced,
  biometrics: misplaced,
};

/**
 * Body of `POST /v2/captain/journey/interaction/submit`. Spec 2.9; gap `participants-omitted`.
 *
 * `participants` says which domain elements are handed in; `context.subject` carries their data. Unknown members are
 * ignored, but documents and biometrics outside `context.subject` fail (spec 4.2; gap `extra-members`).
 */
export const InteractionSubmitRequest = z
  .looseObject({
    ...members,
    participants: z.array(Participant).min(1),
    context: z.looseObject({ documents: misplaced, biometrics: misplaced, subject: Subject.optional() }).optional(),
  })
  .register(wire, {
    id: "InteractionSubmitRequest",
    spec: "2.9",
    gap: "participants-omitted",
    description: "Hands domain elements to the current interaction.",
  });
export type InteractionSubmitRequest = z.infer<typeof InteractionSubmitRequest>;

/** What the edge checks of a submit; each element's data is read later. Spec 2.9; gap `participants-omitted`. */
export const InteractionSubmitEnvelope = z
  .looseObject({
    ...members,
    participants: z.array(Participant).optional(),
    context: z
      .looseObject({ documents: misplaced, biometrics: misplaced, subject: z.looseObject({}).optional() })
      .optional(),
  })
  .register(wire, {
    id: "InteractionSubmitEnvelope",
    spec: "2.9",
    gap: "participants-omitted",
    description: "The part of a submit that is checked before any domain element is read.",
  });
export type InteractionSubmitEnvelope = z.infer<typeof InteractionSubmitEnvelope>;

/** Answer to a submit: it was accepted, which does not say that anything has been processed. Spec 3.2, 4.2. */
export const InteractionSubmitResponse = z
  .looseObject({ status: z.literal("success").register(leaves, { public: true }) })
  .register(wire, {
    id: "InteractionSubmitResponse",
    spec: "4.2",
    description: "The submission was accepted; processing may still run.",
  });
export type InteractionSubmitResponse = z.infer<typeof InteractionSubmitResponse>;
