export {
  type ElementDefinition,
  type InteractionDefinition,
  JourneyDefinition,
  type ModuleUse,
  type SegmentDefinition,
  type TaskDefinition,
} from "./definition.ts";
export { DeviceConnectRequest, DeviceConnectResponse, DeviceStartRequest, DeviceStartResponse } from "./device.ts";
export { ErrorBody, ErrorEntry, V1ErrorBody } from "./error.ts";
export { InstanceId, JourneyStatus, ResourceId, SubmitInstanceId, Timestamp } from "./identifiers.ts";
export {
  FlatInteraction,
  InteractionFetchRequest,
  InteractionFetchResponse,
  NestedInteraction,
  Page,
  ProcessingInteraction,
} from "./interaction.ts";
export {
  LinkConfig,
  StartResponse,
  V1StartEnvelope,
  V1StartRequest,
  V2StartEnvelope,
  V2StartRequest,
} from "./start.ts";
export { Advice, JourneyResult, MetaData, StateFetchRequest } from "./state.ts";
export { Account } from "./subject/account.ts";
export { Address, Location, PreviousAddress } from "./subject/address.ts";
export { Biometric } from "./subject/biometric.ts";
export { Consent } from "./subject/consent.ts";
export { Email, Phone, Social } from "./subject/contact.ts";
export { Document, DocumentAddress } from "./subject/document.ts";
export {
  DocumentClassification,
  DocumentDevice,
  DocumentExtraction,
  DocumentValidation,
  ExtractedField,
  ValidationCheck,
} from "./subject/document-reading.ts";
export { Entity, EntityPerson, EntityRegistration } from "./subject/entity.ts";
export { Identity, IdNumber } from "./subject/identity.ts";
export { Name } from "./subject/name.ts";
export { Session } from "./subject/session.ts";
export { Subject } from "./subject/subject.ts";
export {
  InteractionSubmitEnvelope,
  InteractionSubmitRequest,
  InteractionSubmitResponse,
  Participant,
} from "./submit.ts";
export {
  Task,
  TaskListRequest,
  TaskListResponse,
  TaskListSchemaResponse,
  TaskSchema,
  TaskSchemaRequest,
  TaskUpdateEnvelope,
  TaskUpdateRequest,
  TaskUpdateResponse,
  TaskWithSchema,
} from "./task.ts";
export {
  ClientCredentialsTokenRequest,
  PasswordTokenRequest,
  TokenError,
  TokenRequest,
  TokenResponse,
} from "./token.ts";
export { Flow, FlowEntry, V1StateResponse } from "./v1-state.ts";
export { FullStep, JourneyInfo, MinimalStep, Step, V2StateResponse } from "./v2-state.ts";
export { type LeafMeta, leaves, type WireMeta, wire } from "./wire.ts";
