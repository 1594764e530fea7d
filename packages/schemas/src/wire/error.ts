import * as z from "zod";
import { leaves, wire } from "./meta.ts";

const word = z.string().register(leaves, { public: true });

/** One entry of an error body. `code` is a number written as a string. Spec 7; gap `error-location-values`. */
export const ErrorEntry = z
  .looseObject({
    code: z
      .string()
      .regex(/^[0-9]+$/)
      .register(leaves, { public: true }),
    name: word,
    problem: z.string().register(leaves, { description: "What went wrong." }),
    action: word,
    location: z
      .enum(["Body", "Authorization", "Path", "Service", "Header", "Query String", "Request", "Flow"])
      .register(leaves, { public: true })
      .optional(),
  })
  .register(wire, {
    id: "ErrorEntry",
    spec: "7",
    gap: "error-location-values",
    description: "One thing that went wrong, and what to do about it.",
  });
export type ErrorEntry = z.infer<typeof ErrorEntry>;

/** Body of every failed response. Spec 7. */
export const ErrorBody = z.looseObject({ errors: z.array(ErrorEntry).min(1) }).register(wire, {
  id: "ErrorBody",
  spec: "7",
  description: "Everything that went wrong with a request.",
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The older error body. Spec 9; gap `v1-error-body`. */
export const V1ErrorBody = z
  .looseObject({
    status: z.int().min(400).max(599).register(leaves, { public: true, description: "The HTTP status." }),
    message: z.string(),
    error: word,
  })
  .register(wire, {
    id: "V1ErrorBody",
    spec: "9",
    gap: "v1-error-body",
    description: "What went wrong with a v1 request, in the older form.",
  });
export type V1ErrorBody = z.infer<typeof V1ErrorBody>;
