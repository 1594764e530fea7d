export { ApiError } from "./api-error.ts";
export { AuthError } from "./auth-error.ts";
export type { MethodName, RequestOf, ResponseOf } from "./bodies.ts";
export type { Answer, Call, CallOptions, Timeout } from "./call.ts";
export {
  type AddressOptions,
  type ClientOptions,
  type CredentialOptions,
  createJourneyClient,
  type JourneyClient,
  type RegionOptions,
  type ServiceOptions,
  type TokenFunctionOptions,
} from "./client.ts";
export type { ClientClock, Sleep } from "./clock.ts";
export type { Collect, CollectSpec, ElementAnswer } from "./collect.ts";
export {
  type Completion,
  type CompletionOptions,
  type CompletionWait,
  type Generation,
  type SavedCompletion,
  type StateOf,
  type StateSighting,
  waitForCompletion,
} from "./completion.ts";
export type { ClientCredentials, Credentials, PasswordCredentials } from "./credentials.ts";
export type { DriveOptions, Origin, RunOptions, Started } from "./drive-options.ts";
export type { ErrorEntry } from "./error-entry.ts";
export type { Exchange, OnExchange } from "./exchange.ts";
export type { Method, V1, V2 } from "./generations.ts";
export type { Collected, InteractionSighting, InteractionSummary } from "./interaction.ts";
export { type JourneyOptions, runJourney } from "./journey.ts";
export type { Decision, Outcome, OutcomeSpelling } from "./outcome.ts";
export type { Subject } from "./place.ts";
export type { Fetch } from "./post.ts";
export type { Answered, Progress, Sighting, Unanswered } from "./progress.ts";
export {
  type EndUserOptions,
  type InteractionOptions,
  type InteractionWait,
  type Readiness,
  type SavedReadiness,
  waitForInteraction,
} from "./readiness.ts";
export { type InstanceResult, type ResultStep, type State, toInstanceResult } from "./result.ts";
export { type Resumable, type Resumed, type ResumeOptions, resume } from "./resume.ts";
export type { Validate } from "./send.ts";
export type { Sent } from "./sent.ts";
export type { Standing, Status } from "./status.ts";
export { TimeoutError } from "./timeout-error.ts";
export type { TokenFunction, TokenHint } from "./token.ts";
export { UnknownOutcomeError } from "./unknown-outcome-error.ts";
export type { KnownReadings } from "./verdict.ts";
export type { Wait } from "./wait.ts";
export type { LiveOptions, SavedWait, Stop, WaitOptions } from "./wait-options.ts";
