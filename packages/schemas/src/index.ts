export { toLeafSchema } from "./emit/subject-leaf.ts";
export type { Form, Meta } from "./meta.ts";
export { schemaFor } from "./schema-for.ts";
export { type Author, isPublic, type Shape, safeParse, shapeOf } from "./shape.ts";
export { childrenOf, type Parts, partsOf, unwrap } from "./walk.ts";
export { DeviceConnectRequest, DeviceConnectResponse, DeviceStartRequest, DeviceStartResponse } from "./wire/device.ts";
export { ErrorBody, ErrorEntry, V1ErrorBody } from "./wire/error.ts";
export {
  HealthResponse,
  JourneyTerminateRequest,
  JourneyTerminateResponse,
  StateDeleteRequest,
  StateDeleteResponse,
  V2TaskSchemaResponse,
} from "./wire/extension.ts";
export { InstanceId, JourneyStatus, ResourceId, SubmitInstanceId, Timestamp } from "./wire/identifiers.ts";
export {
  FlatInteraction,
  InteractionFetchRequest,
  InteractionFetchResponse,
  NestedInteraction,
  Page,
  ProcessingInteraction,
} from "./wire/interaction.ts";
export {
  type ElementDefinition,
  type InteractionDefinition,
  JourneyDefinition,
  JourneyVersion,
  type ModuleUse,
  type SegmentDefinition,
  type TaskDefinition,
} from "./wire/journey.ts";
export {
  LinkConfig,
  StartResponse,
  V1StartRequest,
  V2StartRequest,
} from "./wire/start.ts";
export {
  Advice,
  FailedStep,
  Flow,
  FlowEntry,
  FullStep,
  JourneyInfo,
  JourneyResult,
  MetaData,
  MinimalStep,
  StateFetchRequest,
  Step,
  V1StateFetchRequest,
  V1StateResponse,
  V2StateResponse,
} from "./wire/state.ts";
export { Address, Location, PreviousAddress } from "./wire/subject/address.ts";
export { Document, DocumentAddress } from "./wire/subject/document.ts";
export {
  DocumentClassification,
  DocumentDevice,
  DocumentExtraction,
  DocumentValidation,
  ExtractedField,
  ValidationCheck,
} from "./wire/subject/document-reading.ts";
export { Entity, EntityPerson, EntityRegistration } from "./wire/subject/entity.ts";
export { Email, Identity, IdNumber, Name, Phone, Social } from "./wire/subject/identity.ts";
export { Account, Biometric, Consent, Session, Subject } from "./wire/subject/subject.ts";
export {
  InteractionSubmitRequest,
  InteractionSubmitResponse,
  Participant,
} from "./wire/submit.ts";
export {
  Task,
  TaskListRequest,
  TaskListResponse,
  TaskListSchemaResponse,
  TaskSchema,
  TaskSchemaRequest,
  TaskUpdateRequest,
  TaskUpdateResponse,
  TaskWithSchema,
} from "./wire/task.ts";
export {
  ClientCredentialsTokenRequest,
  PasswordTokenRequest,
  TokenError,
  TokenRequest,
  TokenResponse,
} from "./wire/token.ts";
