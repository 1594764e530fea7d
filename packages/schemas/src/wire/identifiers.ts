import * as z from "zod";
import { leaves, wire } from "./meta.ts";

/** Names a published journey and a version of it: `<id>@<version>`, or `<id>@latest`. Spec 2.1; gap `version-omitted`. */
export const ResourceId = z
  .string()
  .regex(/^[^@\s]+@[^@\s]+$/)
  .register(leaves, { public: true })
  .register(wire, {
    id: "ResourceId",
    spec: "2.1",
    gap: "version-omitted",
    description: "A published journey and its version: `<id>@<version>`. `@latest` selects the newest one.",
  });
export type ResourceId = z.infer<typeof ResourceId>;

/** Names one run of a journey. Spec 2.2, 8. */
export const InstanceId = z
  .string()
  .min(1)
  .max(64)
  .register(leaves, { public: true })
  .register(wire, { id: "InstanceId", spec: "2.2", description: "One run of a journey; 1 to 64 characters." });
export type InstanceId = z.infer<typeof InstanceId>;

/** The narrower form of an instance id that a v2 submit takes. Spec 2.9, 8. */
export const SubmitInstanceId = z
  .string()
  .min(16)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
  .register(leaves, { public: true })
  .register(wire, {
    id: "SubmitInstanceId",
    spec: "2.9",
    description: "An instance id as a v2 submit takes it: 16 to 64 letters, digits, `_` or `-`.",
  });
export type SubmitInstanceId = z.infer<typeof SubmitInstanceId>;

/** Where an instance stands; both words for failure are in use. Spec 2.2, 3.1; gap `failure-status`. */
export const JourneyStatus = z
  .enum(["Completed", "InProgress", "Failed", "Paused", "Error"])
  .register(leaves, { public: true })
  .register(wire, {
    id: "JourneyStatus",
    spec: "2.2",
    gap: "failure-status",
    description: "Where an instance stands. `Failed` and `Error` both name a failure.",
  });
export type JourneyStatus = z.infer<typeof JourneyStatus>;

/** An instant with its offset, for example `2026-01-31T09:30:00.000Z`. Spec 2.2. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .register(leaves, { public: true })
  .register(wire, { id: "Timestamp", spec: "2.2", description: "An ISO 8601 instant with its offset." });
export type Timestamp = z.infer<typeof Timestamp>;
