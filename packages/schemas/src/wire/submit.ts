import * as z from "zod";
import { doc } from "../meta.ts";
import { identifier, SubmitInstanceId } from "./identifiers.ts";
import { Subject } from "./subject/subject.ts";

// A member that must be absent. A refinement would be missing from the emitted schema.
const misplaced = doc(z.never(), { description: "Belongs in `context.subject`." }).optional();

/** A submitted domain element. Spec 2.9; gap `instructions-meaning`. */
export const Participant = doc(
  z.looseObject({
    domainElementId: doc(identifier, { description: "Name of the domain element, for example `FullName`." }),
    instructions: doc(z.array(z.string()), { description: "Has no effect." }).optional(),
    documents: misplaced,
    biometrics: misplaced,
  }),
  {
    id: "Participant",
    spec: "2.9",
    gap: "instructions-meaning",
    description: "A submitted domain element. `context.subject` contains its data.",
    examples: [{ domainElementId: "FullName" }],
  },
);
export type Participant = z.infer<typeof Participant>;

/**
 * Body of `POST /v2/captain/journey/interaction/submit`. Spec 2.9; gap `participants-omitted`.
 *
 * `participants` lists the submitted domain elements, and `context.subject` contains their data. Unknown members are
 * ignored, but documents and biometrics outside `context.subject` are refused, even inside an unknown member, which this
 * schema does not check (spec 4.2; gap `extra-members`).
 */
export const InteractionSubmitRequest = doc(
  z.looseObject({
    instanceId: SubmitInstanceId,
    interactionId: identifier,
    documents: misplaced,
    biometrics: misplaced,
    participants: z.array(Participant).min(1),
    context: z.looseObject({ documents: misplaced, biometrics: misplaced, subject: Subject.optional() }).optional(),
  }),
  {
    id: "InteractionSubmitRequest",
    spec: "2.9",
    gap: "participants-omitted",
    description: "Submits domain elements to the current interaction.",
    examples: [
      {
        instanceId: "4f9c2b7e1d3a4c58",
        interactionId: "document-and-selfie:interaction:person@latest",
        participants: [{ domainElementId: "FullName" }, { domainElementId: "DateOfBirth" }],
        context: { subject: { identity: { firstName: "Ada", lastNames: ["Lovelace"], dateOfBirth: "1985-12-10" } } },
      },
    ],
    forms: { "participants-omitted": { "keeps-nothing": { participants: z.array(Participant).optional() } } },
  },
);
export type InteractionSubmitRequest = z.infer<typeof InteractionSubmitRequest>;

/** Response to an accepted submit. Modules may still be running. Spec 3.2, 4.2. */
export const InteractionSubmitResponse = doc(z.looseObject({ status: doc(z.literal("success"), { public: true }) }), {
  id: "InteractionSubmitResponse",
  spec: "4.2",
  description: "The submit was accepted. Modules may still be running.",
  examples: [{ status: "success" }],
});
export type InteractionSubmitResponse = z.infer<typeof InteractionSubmitResponse>;
