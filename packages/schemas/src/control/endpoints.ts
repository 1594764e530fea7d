import type * as z from "zod";
import { type ControlRoute, type ControlRouteName, controlRoutes } from "../tables/control-routes.ts";
import { JourneyVersion } from "../wire/journey.ts";
import { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
import { FaultHits, FaultPlan } from "./fault.ts";
import { Explanation, ExplanationQuery, InstanceList, PageCompletion, Resolution, Review } from "./instance.ts";
import { Coverage, CoverageQuery, Exchange, Har, RequestList, RequestQuery, SimulatorEvent } from "./journal.ts";
import { JourneyList, JourneyQuery, PublishedJourney, Publishing } from "./journey.ts";
import { ScenarioBody } from "./scenario.ts";
import { FileSchema, GapRegister, Health, Metrics, OpenApi, OpenApiQuery, Readiness } from "./simulator.ts";
import { Situation } from "./situation.ts";
import {
  Arming,
  Checkpoint,
  CheckpointList,
  ClientPermissions,
  Fork,
  Nothing,
  ProfileChange,
  ProfileState,
  Rate,
  ScenarioList,
  WorldList,
  WorldSummary,
} from "./world.ts";

/** A control API endpoint and its schemas. An endpoint without `request` expects no body. */
export interface ControlEndpoint extends ControlRoute {
  /** Schema of the query parameters. If omitted, the endpoint ignores the query. */
  readonly query?: z.ZodObject;
  readonly request?: z.ZodType;
  readonly response: z.ZodType;
}

/** Every control API endpoint with its request and response schemas. */
export const controlEndpoints = {
  readHealth: { ...controlRoutes.readHealth, response: Health },
  readReadiness: { ...controlRoutes.readReadiness, response: Readiness },
  readMetrics: { ...controlRoutes.readMetrics, response: Metrics },
  listGaps: { ...controlRoutes.listGaps, response: GapRegister },
  listJourneys: { ...controlRoutes.listJourneys, response: JourneyList },
  publishJourney: { ...controlRoutes.publishJourney, request: Publishing, response: PublishedJourney },
  readJourney: { ...controlRoutes.readJourney, query: JourneyQuery, response: JourneyVersion },
  readOpenApi: { ...controlRoutes.readOpenApi, query: OpenApiQuery, response: OpenApi },
  readSchema: { ...controlRoutes.readSchema, response: FileSchema },
  streamEvents: { ...controlRoutes.streamEvents, response: SimulatorEvent },
  listWorlds: { ...controlRoutes.listWorlds, response: WorldList },
  readWorld: { ...controlRoutes.readWorld, response: WorldSummary },
  resetWorld: { ...controlRoutes.resetWorld, response: WorldSummary },
  readClock: { ...controlRoutes.readClock, response: ClockState },
  changeClock: { ...controlRoutes.changeClock, request: ClockChange, response: ClockState },
  advanceClock: { ...controlRoutes.advanceClock, request: ClockAdvance, response: ClockState },
  readProfile: { ...controlRoutes.readProfile, response: ProfileState },
  changeProfile: { ...controlRoutes.changeProfile, request: ProfileChange, response: ProfileState },
  listScenarios: { ...controlRoutes.listScenarios, response: ScenarioList },
  putScenario: { ...controlRoutes.putScenario, request: ScenarioBody, response: ScenarioList },
  arm: { ...controlRoutes.arm, request: Arming, response: ScenarioList },
  readFaults: { ...controlRoutes.readFaults, response: FaultPlan },
  putFaults: { ...controlRoutes.putFaults, request: FaultPlan, response: FaultPlan },
  readFaultHits: { ...controlRoutes.readFaultHits, response: FaultHits },
  readRate: { ...controlRoutes.readRate, response: Rate },
  changeRate: { ...controlRoutes.changeRate, request: Rate, response: Rate },
  readPermissions: { ...controlRoutes.readPermissions, response: ClientPermissions },
  changePermissions: { ...controlRoutes.changePermissions, request: ClientPermissions, response: ClientPermissions },
  listCheckpoints: { ...controlRoutes.listCheckpoints, response: CheckpointList },
  saveCheckpoint: { ...controlRoutes.saveCheckpoint, request: Nothing, response: Checkpoint },
  restoreCheckpoint: { ...controlRoutes.restoreCheckpoint, request: Nothing, response: WorldSummary },
  forkCheckpoint: { ...controlRoutes.forkCheckpoint, request: Fork, response: WorldSummary },
  removeCheckpoint: { ...controlRoutes.removeCheckpoint, response: CheckpointList },
  exportSituation: { ...controlRoutes.exportSituation, response: Situation },
  importSituation: { ...controlRoutes.importSituation, request: Situation, response: WorldSummary },
  listInstances: { ...controlRoutes.listInstances, response: InstanceList },
  explainInstance: { ...controlRoutes.explainInstance, query: ExplanationQuery, response: Explanation },
  advanceInstance: { ...controlRoutes.advanceInstance, request: InstanceAdvance, response: Explanation },
  reviewInstance: { ...controlRoutes.reviewInstance, request: Review, response: Explanation },
  pauseInstance: { ...controlRoutes.pauseInstance, request: Nothing, response: Explanation },
  resumeInstance: { ...controlRoutes.resumeInstance, request: Nothing, response: Explanation },
  failInstance: { ...controlRoutes.failInstance, request: Nothing, response: Explanation },
  completePages: { ...controlRoutes.completePages, request: PageCompletion, response: Explanation },
  listRequests: { ...controlRoutes.listRequests, query: RequestQuery, response: RequestList },
  streamRequests: { ...controlRoutes.streamRequests, query: RequestQuery, response: Exchange },
  archiveRequests: { ...controlRoutes.archiveRequests, query: RequestQuery, response: Har },
  readCoverage: { ...controlRoutes.readCoverage, query: CoverageQuery, response: Coverage },
  resolveModule: { ...controlRoutes.resolveModule, request: Resolution, response: Explanation },
} as const satisfies Record<ControlRouteName, ControlEndpoint>;
