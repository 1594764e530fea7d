export { type EndpointChange, endpointChanges, type NamedPath } from "./migrate/endpoint.ts";
export type { Migrated, Note } from "./migrate/note.ts";
export { type StartTarget, toV2Start } from "./migrate/start.ts";
export type { ElementPlace } from "./migrate/subject.ts";
export { type SubmitTarget, toInteractionSubmit } from "./migrate/submit.ts";
export {
  type Decision,
  type InstanceResult,
  type Outcome,
  type OutcomeSpelling,
  type ResultStep,
  toInstanceResult,
} from "./wait/result.ts";
