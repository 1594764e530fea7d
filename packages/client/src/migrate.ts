export { type EndpointChange, type EndpointName, endpointChanges } from "./migrate/endpoint.ts";
export type { Outcome, OutcomeSpelling } from "./outcome.ts";
export { type InstanceResult, type ResultStep, toInstanceResult } from "./result.ts";
