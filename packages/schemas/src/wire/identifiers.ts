import * as z from "zod";
import { doc } from "../meta.ts";

/** Text that is not personal data, such as a name chosen by the service or a journey. */
export const word = doc(z.string(), { public: true });

/** A `word` that is not empty. */
export const identifier = doc(z.string().min(1), { public: true });

/** The `$schema` member of a file, which only editors read. */
export const schemaAddress = doc(z.string(), {
  public: true,
  description: "Address of this file's JSON Schema, for editors.",
});

/**
 * The id of a published journey with its version: `<id>@<version>`, or `<id>@latest`. Spec 2.1; gap `version-omitted`.
 */
export const ResourceId = doc(z.string().regex(/^[^@\s]+@[^@\s]+$/), {
  id: "ResourceId",
  spec: "2.1",
  gap: "version-omitted",
  public: true,
  description: "A published journey and its version, as `<id>@<version>`. `@latest` selects the newest version.",
  examples: ["document-and-selfie@latest", "document-and-selfie@3"],
  forms: { "version-omitted": { latest: z.string().regex(/^[^@\s]+(@[^@\s]+)?$/) } },
});
export type ResourceId = z.infer<typeof ResourceId>;

/** The id of an instance, which is one run of a journey. Spec 2.2, 8. */
export const InstanceId = doc(z.string().min(1).max(64), {
  id: "InstanceId",
  spec: "2.2",
  public: true,
  description: "The id of an instance, which is one run of a journey.",
  examples: ["4f9c2b7e1d3a4c58"],
});
export type InstanceId = z.infer<typeof InstanceId>;

/** The stricter form of an instance id in a v2 submit. Spec 2.9, 8. */
export const SubmitInstanceId = doc(
  z
    .string()
    .min(16)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  {
    id: "SubmitInstanceId",
    spec: "2.9",
    public: true,
    description: "The id of an instance in a v2 submit: 16 to 64 letters, digits, `_` or `-`.",
    examples: ["4f9c2b7e1d3a4c58"],
  },
);
export type SubmitInstanceId = z.infer<typeof SubmitInstanceId>;

/** Status of an instance. `Failed` and `Error` have the same meaning. Spec 2.2, 3.1; gap `failure-status`. */
export const JourneyStatus = doc(z.enum(["Completed", "InProgress", "Failed", "Paused", "Error"]), {
  id: "JourneyStatus",
  spec: "2.2",
  gap: "failure-status",
  public: true,
  description:
    "The status of an instance. Gap `failure-status` decides whether a failed instance has `Failed` or `Error`.",
  examples: ["InProgress"],
  forms: {
    "failure-status": {
      failed: z.enum(["Completed", "InProgress", "Failed", "Paused"]),
      error: z.enum(["Completed", "InProgress", "Error", "Paused"]),
    },
  },
});
export type JourneyStatus = z.infer<typeof JourneyStatus>;

/** An ISO 8601 date and time with a UTC offset. Spec 2.2. */
export const Timestamp = doc(z.iso.datetime({ offset: true }), {
  id: "Timestamp",
  spec: "2.2",
  public: true,
  description: "An ISO 8601 date and time with a UTC offset.",
  examples: ["2026-01-31T09:30:00.000Z", "2026-01-31T10:30:00+01:00"],
});
export type Timestamp = z.infer<typeof Timestamp>;
