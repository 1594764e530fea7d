export type { Answer, Call, CallLimits, CallOptions, HeadersOption } from "./call/call.ts";
export type { ClientClock, Sleep } from "./call/clock.ts";
export type { Exchange, OnExchange } from "./call/exchange.ts";
export type { MethodName, RequestOf, ResponseOf, V1, V2 } from "./call/methods.ts";
export { type Guard, productionGuard } from "./call/request.ts";
export type { Fetch } from "./call/response.ts";
export type { Validate } from "./call/send.ts";
export type { ClientCredentials, Credentials, PasswordCredentials, TokenFunction, TokenHint } from "./call/token.ts";
export {
  type ClientOptions,
  type CredentialOptions,
  createJourneyClient,
  type JourneyClient,
  type ServiceOptions,
  type TokenFunctionOptions,
} from "./client.ts";
export {
  ApiError,
  AuthError,
  ConnectionError,
  type ErrorEntry,
  JourneyError,
  type Sent,
  TimeoutError,
  UnknownOutcomeError,
} from "./errors.ts";
export type { KnownReadings } from "./recover/evidence.ts";
export type { Collect, CollectSpec } from "./run/collect.ts";
export type { Origin, RunOptions, Started } from "./run/options.ts";
export { type JourneyOptions, runJourney } from "./run/v2.ts";
export type {
  ElementAnswer,
  ElementAnswers,
  ElementValues,
  FullNameInput,
  PlacedData,
} from "./types/elements.ts";
export type {
  Advice,
  JourneyStatus,
  LinkConfig,
  MetaData,
  TaskSchema,
  TaskWithSchema,
} from "./types/shared.ts";
export type {
  AccountInput,
  AddressInput,
  BiometricInput,
  ConsentInput,
  DocumentAddressInput,
  DocumentInput,
  EmailInput,
  EntityInput,
  EntityPersonInput,
  EntityRegistrationInput,
  IdentityInput,
  IdNumberInput,
  LocationInput,
  NameInput,
  PhoneInput,
  PreviousAddressInput,
  SessionInput,
  SocialInput,
  SubjectInput,
} from "./types/subject.ts";
export type {
  FlowEntry,
  Task,
  V1FetchStateRequest,
  V1FetchStateResponse,
  V1FetchTaskSchemaRequest,
  V1FetchTaskSchemaResponse,
  V1ListTaskSchemasRequest,
  V1ListTaskSchemasResponse,
  V1ListTasksRequest,
  V1ListTasksResponse,
  V1Process,
  V1StartJourneyConfig,
  V1StartJourneyContext,
  V1StartJourneyRequest,
  V1StartJourneyResponse,
  V1StateContext,
  V1StateData,
  V1UpdateTaskContext,
  V1UpdateTaskRequest,
  V1UpdateTaskResponse,
} from "./types/v1.ts";
export type {
  ConnectDeviceRequest,
  ConnectDeviceResponse,
  FailedStep,
  FetchInteractionRequest,
  FetchInteractionResponse,
  FetchStateRequest,
  FetchStateResponse,
  FlatInteraction,
  FullStep,
  JourneyInfo,
  JourneyResult,
  JourneyResultObject,
  ListTaskSchemasRequest,
  ListTaskSchemasResponse,
  MinimalStep,
  NestedInteraction,
  Page,
  Participant,
  ProcessingInteraction,
  StartDeviceRequest,
  StartDeviceResponse,
  StartJourneyConfig,
  StartJourneyContext,
  StartJourneyRequest,
  StartJourneyResponse,
  StateContext,
  StateProcess,
  Step,
  SubmitInteractionContext,
  SubmitInteractionRequest,
  SubmitInteractionResponse,
} from "./types/v2.ts";
export { type Completion, type StatePoll, waitForCompletion } from "./wait/completion.ts";
export {
  type Collected,
  type InteractionOptions,
  type InteractionPoll,
  type InteractionSummary,
  type NextInteraction,
  waitForInteraction,
} from "./wait/interaction.ts";
export type { Answered, PollResult, Progress, Stop, Unanswered, WaitOptions } from "./wait/poll.ts";
export {
  type Decision,
  type InstanceResult,
  type Outcome,
  type OutcomeSpelling,
  type Phase,
  type ResultStep,
  type State,
  type Status,
  toInstanceResult,
} from "./wait/result.ts";
