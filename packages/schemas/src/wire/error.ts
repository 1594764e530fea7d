import * as z from "zod";
import { doc } from "../meta.ts";
import { word } from "./identifiers.ts";

const fourLocations = ["Body", "Authorization", "Path", "Service"] as const;
const locations = [...fourLocations, "Header", "Query String", "Request", "Flow"] as const;
const location = {
  public: true,
  description: "Where the error arose: a part of the request, or the service itself.",
} as const;

const exampleEntry = {
  code: "4002",
  name: "MISSING_FIELD",
  problem: "resourceId: required.",
  action: "Add the field.",
  location: "Body" as const,
};

/** One entry of an error body. `code` is a number written as a string. Spec 7; gap `error-location-values`. */
export const ErrorEntry = doc(
  z.looseObject({
    code: doc(z.string().regex(/^[0-9]+$/), { public: true, description: "Number of the error, written as a string." }),
    name: doc(word, { description: "Name of the error, for example `MISSING_FIELD`." }),
    problem: doc(z.string(), { description: "What went wrong." }),
    action: doc(word, { description: "How to fix the problem." }),
    location: doc(z.enum(locations), location).optional(),
  }),
  {
    id: "ErrorEntry",
    spec: "7",
    gap: "error-location-values",
    description: "An error and how to fix it.",
    examples: [exampleEntry],
    forms: { "error-location-values": { four: { location: doc(z.enum(fourLocations), location) } } },
  },
);
export type ErrorEntry = z.infer<typeof ErrorEntry>;

/** Body of every failed response. Spec 7. */
export const ErrorBody = doc(z.looseObject({ errors: z.array(ErrorEntry).min(1) }), {
  id: "ErrorBody",
  spec: "7",
  description: "The reasons why a request failed.",
  examples: [{ errors: [exampleEntry] }],
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The error body of v1, if v1 does not use the same form as v2. Spec 9; gap `v1-error-body`. */
export const V1ErrorBody = doc(
  z.looseObject({
    status: doc(z.int().min(400).max(599), { public: true, description: "The HTTP status." }),
    message: doc(z.string(), { description: "What went wrong." }),
    error: doc(word, { description: "Name of the error or of the HTTP status." }),
  }),
  {
    id: "V1ErrorBody",
    spec: "9",
    gap: "v1-error-body",
    description: "The error body of v1, if v1 does not use the same form as v2.",
    examples: [{ status: 404, message: "No such instance.", error: "Not Found" }],
  },
);
export type V1ErrorBody = z.infer<typeof V1ErrorBody>;
