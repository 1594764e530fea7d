import type { endpoints } from "@journey-kit/schemas/endpoints";
import type { ExtensionName, RouteName } from "@journey-kit/schemas/paths";

type Endpoints = typeof endpoints;

/** Name of an endpoint that has a client method: every row of both generations. Spec 4.2, 4.3. */
export type MethodName = Exclude<Extract<RouteName, `v1.${string}` | `v2.${string}`>, ExtensionName>;

// Input and output come from the schema's type alone: this file neither names nor loads the validator.

/** Request body of an endpoint. Spec 4. */
export type RequestOf<Name extends MethodName> = Endpoints[Name]["request"]["_zod"]["input"];

/** Response body of an endpoint, in any reading. Spec 4. */
export type ResponseOf<Name extends MethodName> = Endpoints[Name]["response"]["_zod"]["output"];
