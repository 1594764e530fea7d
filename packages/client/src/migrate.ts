export { type EndpointChange, type EndpointName, endpointChanges } from "./migrate/endpoint.ts";
export type { Migrated, Note } from "./migrate/note.ts";
export type { ElementPlace } from "./migrate/place.ts";
export { type StartTarget, toV2Start } from "./migrate/start.ts";
export { type SubmitTarget, toInteractionSubmit } from "./migrate/submit.ts";
export type { Decision, Outcome, OutcomeSpelling } from "./wait/result.ts";
export { type InstanceResult, type ResultStep, toInstanceResult } from "./wait/result.ts";
