export { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
export { type ControlEndpoint, controlEndpoints } from "./endpoints.ts";
export { FaultAction, FaultCondition, FaultHit, FaultHits, FaultPlan } from "./fault.ts";
export { addPreset, type FaultPreset, faultPresets } from "./fault-presets.ts";
export {
  Decider,
  Explanation,
  ExplanationQuery,
  InstanceList,
  InstanceSummary,
  LatencySource,
  LoggedCommand,
  PageCompletion,
  Resolution,
  Review,
  TimelineEvent,
  Wait,
} from "./instance.ts";
export type { QueryInput, World, WorldInstance } from "./interface.ts";
export {
  Coverage,
  CoverageQuery,
  CoverageRow,
  coverageParts,
  Exchange,
  Har,
  RequestList,
  RequestQuery,
  SimulatorEvent,
} from "./journal.ts";
export { JourneyList, JourneyQuery, PublishedJourney, Publishing } from "./journey.ts";
export { Condition, Consequence, OutcomeChoice, Retry, Scenario, ScenarioBody } from "./scenario.ts";
export {
  FileSchema,
  GapRegister,
  Health,
  Metrics,
  OpenApi,
  OpenApiQuery,
  Readiness,
  ToolMessage,
} from "./simulator.ts";
export { SnapshotQuery, WorldSnapshot } from "./snapshot.ts";
export {
  Arming,
  Checkpoint,
  CheckpointList,
  ClientPermissions,
  Fork,
  Nothing,
  ProfileChange,
  ProfileFile,
  ProfileState,
  Rate,
  ScenarioList,
  WorldList,
  WorldSummary,
} from "./world.ts";
