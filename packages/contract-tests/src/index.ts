export type { ConnectedClient, Driver, Errand, Report, Service, Verdict } from "./driver/driver.ts";
export { type OpenWorld, openWorld, type SimulatorAddress, type WorldOptions } from "./driver/world.ts";
export { checkModel, type ModelOptions, type Tally } from "./model/check-model.ts";
export { type Journey, type ModelModule, type Segment, toJourney, type Work } from "./model/journey.ts";
export { checkStrangers } from "./stranger.ts";
export { type Answer, type Caller, createCaller, type Target, TargetError } from "./target.ts";
