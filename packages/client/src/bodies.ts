import type { endpoints } from "@journey-kit/schemas/endpoints";
import type { RouteName } from "@journey-kit/schemas/paths";

type Endpoints = typeof endpoints;

/** Name of an endpoint that the client has a method for: every row of both generations. Spec 4.2, 4.3. */
export type MethodName = Extract<RouteName, `v1.${string}` | `v2.${string}`>;

// What a schema takes and gives is read off its type alone: nothing here names the validator, or loads it.

/** Body that an endpoint takes. Spec 4. */
export type RequestOf<Name extends MethodName> = Endpoints[Name]["request"]["_zod"]["input"];

/** Body that an endpoint answers with, in any reading. Spec 4. */
export type ResponseOf<Name extends MethodName> = Endpoints[Name]["response"]["_zod"]["output"];
