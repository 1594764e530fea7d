import type * as schemas from "@journey-kit/schemas";
import type { Exact, Filled } from "./exact.ts";
import type { Advice, InstanceRequest, LinkConfig, MetaData, StartedInstance, TaskListing } from "./shared.ts";
import type { SubjectInput } from "./subject.ts";

/** Body of v2 `journey/start`. Spec 2.7. */
export interface StartJourneyRequest extends Exact<schemas.V2StartRequest> {
  readonly context: StartJourneyContext;
}

/** The configuration and the prefill of a v2 start. `subject` may be empty. Spec 2.7; gap `start-subject-omitted`. */
export interface StartJourneyContext {
  readonly config: StartJourneyConfig;
  readonly subject: SubjectInput;
}

/** The configuration of a v2 start. There is no `async`, because v2 always runs modules in the background. Spec 2.7. */
export interface StartJourneyConfig extends Exact<schemas.V2StartRequest["context"]["config"]> {
  readonly linkConfig?: LinkConfig | undefined;
}

/** Response to v2 `journey/start`. Spec 4.2; gap `start-response`. */
export interface StartJourneyResponse extends StartedInstance {}

/** Body of v2 `journey/state/fetch`. Spec 4.2. */
export interface FetchStateRequest extends InstanceRequest {}

/** Response to v2 `journey/state/fetch`, under any reading. Spec 4.2; gaps `state-result-place`, `state-steps-place`. */
export interface FetchStateResponse extends Exact<schemas.V2StateResponse> {
  readonly context: StateContext;
  readonly steps?: readonly Step[] | undefined;
  readonly result?: JourneyResult | undefined;
  readonly metaData?: MetaData | undefined;
}

/** The progress, the subject and the result of an instance. Spec 4.2. */
export interface StateContext extends Exact<schemas.V2StateResponse["context"]> {
  readonly process: StateProcess;
  readonly subject?: SubjectInput | undefined;
  readonly result?: JourneyResult | undefined;
}

/** The journey of an instance, its finished modules and its result. Spec 4.2. */
export interface StateProcess extends Exact<schemas.V2StateResponse["context"]["process"]> {
  readonly journey: JourneyInfo;
  readonly steps?: readonly Step[] | undefined;
  readonly result?: JourneyResult | undefined;
}

/** The journey that an instance runs, when it started and how it ended. Spec 4.2; gaps `state-journey-id`, `journey-end`. */
export interface JourneyInfo extends Exact<schemas.JourneyInfo> {}

/** The overall outcome, as an object or as a string. Spec 4.2; gaps `state-result-shape`, `outcome-spelling`. */
export type JourneyResult = string | JourneyResultObject;

/** The overall outcome as an object. Spec 4.2; gap `state-result-shape`. */
export interface JourneyResultObject extends Exact<Exclude<schemas.JourneyResult, string>> {
  readonly advice: Advice;
}

/** A finished module, or the evaluation. Spec 4.2; gaps `step-shape`, `failed-module-step`. */
export type Step = Filled<FullStep | FailedStep | MinimalStep>;

/** A finished module, or the evaluation, with its result and timing. Spec 4.2; gaps `step-shape`, `decision-step`. */
export interface FullStep extends Exact<schemas.FullStep> {
  readonly advice?: Advice | undefined;
}

/** A module that could not complete, with its errors. Spec 4.2; gap `failed-module-step`. */
export interface FailedStep extends Exact<schemas.FailedStep> {
  readonly advice: Advice;
}

/** A finished module with only its name and advice. Spec 4.2; gap `step-shape`. */
export interface MinimalStep extends Exact<schemas.MinimalStep> {
  readonly advice: Advice;
}

/** Body of v2 `journey/interaction/fetch`. Spec 4.2; gap `interaction-fetch-body`. */
export interface FetchInteractionRequest extends InstanceRequest {}

/**
 * Response to v2 `journey/interaction/fetch`, under any reading. `interactionId` is `undefined` only if `processing` is
 * true. Spec 2.5, 4.2; gaps `interaction-fetch-layout`, `interaction-while-running`.
 */
export type FetchInteractionResponse = Filled<FlatInteraction | NestedInteraction | ProcessingInteraction>;

/** The current interaction as a flat object. Spec 2.5; gap `interaction-fetch-layout`. */
export interface FlatInteraction extends Exact<schemas.FlatInteraction> {
  readonly layout: { readonly pages: readonly Page[] };
  readonly result?: JourneyResult | undefined;
}

/** The current interaction in the layout of its published resource. Spec 2.5; gap `interaction-fetch-layout`. */
export interface NestedInteraction extends Exact<schemas.NestedInteraction> {
  readonly result?: JourneyResult | undefined;
}

/** The response while modules are running and no interaction is current. Spec 4.2; gap `interaction-while-running`. */
export interface ProcessingInteraction extends Exact<schemas.ProcessingInteraction> {}

/** A page of an interaction and its cards, in display order. Spec 2.5. */
export interface Page extends Exact<schemas.Page> {}

/** Body of v2 `journey/interaction/submit`. Spec 2.9; gap `participants-omitted`. */
export interface SubmitInteractionRequest extends Exact<schemas.InteractionSubmitRequest> {
  readonly participants: readonly Participant[];
  readonly context?: SubmitInteractionContext | undefined;
}

/** The data of the submitted domain elements. Spec 2.9. */
export interface SubmitInteractionContext extends Exact<NonNullable<schemas.InteractionSubmitRequest["context"]>> {
  readonly subject?: SubjectInput | undefined;
}

/** A submitted domain element. Its data is in `context.subject`. Spec 2.9; gap `instructions-meaning`. */
export interface Participant extends Exact<schemas.Participant> {}

/** Response to v2 `journey/interaction/submit`: the data was accepted, but not processed yet. Spec 3.2, 4.2. */
export interface SubmitInteractionResponse extends Exact<schemas.InteractionSubmitResponse> {}

/** Body of v2 `journey/task/list/schema`. Spec 4.2. */
export interface ListTaskSchemasRequest extends InstanceRequest {}

/** Response to v2 `journey/task/list/schema`. Spec 4.2; gap `v2-task-list`. */
export interface ListTaskSchemasResponse extends TaskListing {}

/** Body of v2 `device/start`. Spec 4.2; gap `device-start`. */
export interface StartDeviceRequest extends Exact<schemas.DeviceStartRequest> {}

/** Response to v2 `device/start`: a single-use connect token. Spec 4.2; gap `device-start`. */
export interface StartDeviceResponse extends Exact<schemas.DeviceStartResponse> {}

/** Body of v2 `device/connect`, an extension to the specification. Gap `device-start`. */
export interface ConnectDeviceRequest extends Exact<schemas.DeviceConnectRequest> {}

/** Response to v2 `device/connect`: an end-user token for one instance. Gap `device-start`. */
export interface ConnectDeviceResponse extends Exact<schemas.DeviceConnectResponse> {}
