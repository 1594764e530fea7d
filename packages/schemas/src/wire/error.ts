import * as z from "zod";
import { doc } from "../meta.ts";
import { word } from "./identifiers.ts";

const locations = ["Body", "Authorization", "Path", "Service", "Header", "Query String", "Request", "Flow"] as const;

/** One entry of an error body. `code` is a number written as a string. Spec 7; gap `error-location-values`. */
export const ErrorEntry = doc(
  z.looseObject({
    code: doc(z.string().regex(/^[0-9]+$/), { public: true, description: "A number, written as a string." }),
    name: word,
    problem: doc(z.string(), { description: "What went wrong." }),
    action: doc(word, { description: "How to fix it." }),
    location: doc(z.enum(locations), {
      public: true,
      description: "The part of the request that caused the error.",
    }).optional(),
  }),
  {
    id: "ErrorEntry",
    spec: "7",
    gap: "error-location-values",
    description: "An error and how to fix it.",
    examples: [{ code: "40001", name: "MISSING_FIELD", problem: "resourceId is missing.", action: "Add the field." }],
  },
);
export type ErrorEntry = z.infer<typeof ErrorEntry>;

/** Body of every failed response. Spec 7. */
export const ErrorBody = doc(z.looseObject({ errors: z.array(ErrorEntry).min(1) }), {
  id: "ErrorBody",
  spec: "7",
  description: "The reasons why a request failed.",
  examples: [{ errors: [{ code: "404", name: "UNKNOWN_INSTANCE", problem: "Not found.", action: "Check the id." }] }],
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The older error body of v1. Spec 9; gap `v1-error-body`. */
export const V1ErrorBody = doc(
  z.looseObject({
    status: doc(z.int().min(400).max(599), { public: true, description: "The HTTP status." }),
    message: z.string(),
    error: word,
  }),
  {
    id: "V1ErrorBody",
    spec: "9",
    gap: "v1-error-body",
    description: "The older error body of v1.",
    examples: [{ status: 404, message: "No such instance.", error: "Not Found" }],
  },
);
export type V1ErrorBody = z.infer<typeof V1ErrorBody>;
