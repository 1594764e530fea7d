import * as z from "zod";
import { doc } from "../meta.ts";
import { InstanceId, word } from "./identifiers.ts";
import { TaskSchema } from "./task.ts";

/** Response to `journey/health`, an extension. Spec 4; gap `extension-endpoints`. */
export const HealthResponse = doc(z.looseObject({ message: word }), {
  id: "HealthResponse",
  spec: "4",
  gap: "extension-endpoints",
  description: "Reports that the service is available.",
  examples: [{ message: "OK" }],
});
export type HealthResponse = z.infer<typeof HealthResponse>;

/** Body of `journey/state/delete`, an extension. Spec 4; gap `extension-endpoints`. */
export const StateDeleteRequest = doc(z.looseObject({ instanceId: InstanceId }), {
  id: "StateDeleteRequest",
  spec: "4",
  gap: "extension-endpoints",
  description: "Deletes an instance.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type StateDeleteRequest = z.infer<typeof StateDeleteRequest>;

/** Response to `journey/state/delete`. Spec 4; gap `extension-endpoints`. */
export const StateDeleteResponse = doc(
  z.looseObject({ instanceId: InstanceId, status: doc(z.literal("deleted"), { public: true }), message: word }),
  {
    id: "StateDeleteResponse",
    spec: "4",
    gap: "extension-endpoints",
    description: "The instance that was deleted.",
    examples: [{ instanceId: "4f9c2b7e1d3a4c58", status: "deleted", message: "The instance was deleted." }],
  },
);
export type StateDeleteResponse = z.infer<typeof StateDeleteResponse>;

/** Body of `journey/terminate`, an extension. Spec 4; gap `extension-endpoints`. */
export const JourneyTerminateRequest = doc(
  z.looseObject({
    instanceId: InstanceId,
    reason: doc(z.string(), { description: "Why the caller ends the instance. Has no effect." }).optional(),
  }),
  {
    id: "JourneyTerminateRequest",
    spec: "4",
    gap: "extension-endpoints",
    description: "Ends an instance without an outcome.",
    examples: [{ instanceId: "4f9c2b7e1d3a4c58", reason: "The user left." }],
  },
);
export type JourneyTerminateRequest = z.infer<typeof JourneyTerminateRequest>;

/** Response to `journey/terminate`. Spec 4; gap `extension-endpoints`. */
export const JourneyTerminateResponse = doc(z.looseObject({ instanceId: InstanceId }), {
  id: "JourneyTerminateResponse",
  spec: "4",
  gap: "extension-endpoints",
  description: "The instance that was ended.",
  examples: [{ instanceId: "4f9c2b7e1d3a4c58" }],
});
export type JourneyTerminateResponse = z.infer<typeof JourneyTerminateResponse>;

/** Response to the v2 `task/schema`, an extension. No task is open without an interaction. Gap `extension-endpoints`. */
export const V2TaskSchemaResponse = doc(
  z.union([TaskSchema, z.looseObject({ processing: doc(z.literal(true), { public: true }) })]),
  {
    id: "V2TaskSchemaResponse",
    spec: "4",
    gap: "extension-endpoints",
    description: "The JSON Schema of the current interaction, or `processing` if no interaction is current.",
    examples: [{ processing: true }],
  },
);
export type V2TaskSchemaResponse = z.infer<typeof V2TaskSchemaResponse>;
