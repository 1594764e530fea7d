export { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./control/clock.ts";
export { Coverage, CoverageQuery, CoverageRow, coverageParts } from "./control/coverage.ts";
export { type ControlEndpoint, controlEndpoints } from "./control/endpoints.ts";
export { Exchange, ExchangeList, ExchangeQuery } from "./control/exchange.ts";
export { FaultAction, FaultCondition, FaultLedger, FaultPlan, FaultStrike } from "./control/fault.ts";
export { Har } from "./control/har.ts";
export { Explanation, InstanceList, InstanceSummary, Resolution, Review, TimelineEvent } from "./control/instance.ts";
export { Condition, Consequence, Scenario } from "./control/scenario.ts";
export {
  Arming,
  Checkpoint,
  ClientPermissions,
  Fork,
  Nothing,
  ProfileChange,
  ProfileState,
  Rate,
  ScenarioList,
  WorldList,
  WorldSummary,
} from "./control/world.ts";
