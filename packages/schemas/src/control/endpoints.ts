import type * as z from "zod";
import { JourneyVersion } from "../wire/journey.ts";
import { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
import { FaultHits, FaultPlan } from "./fault.ts";
import { Explanation, ExplanationQuery, InstanceList, PageCompletion, Resolution, Review } from "./instance.ts";
import { Coverage, CoverageQuery, Exchange, Har, RequestList, RequestQuery, SimulatorEvent } from "./journal.ts";
import { JourneyList, JourneyQuery, PublishedJourney, Publishing } from "./journey.ts";
import { type ControlRoute, type ControlRouteName, controlRouteNames, controlRoutes } from "./routes.ts";
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

/** A topic of the control API. */
export type ControlTag = "clock" | "fault" | "instance" | "journal" | "scenario" | "simulator" | "world";

/** The schemas of an endpoint, and what only its documentation needs. */
interface ControlContent {
  /** Schema of the query parameters. If omitted, the endpoint ignores the query. */
  readonly query?: z.ZodObject;
  /** Schema of the body. If omitted, the endpoint expects no body. */
  readonly request?: z.ZodType;
  /** Schema of the response, or of the data of each event of a stream. */
  readonly response: z.ZodType;
  /** An example of each text format of the response, by media type. */
  readonly formats?: Readonly<Record<string, string>>;
  /** When the endpoint is refused with a status for a reason that other endpoints do not have. */
  readonly refusals?: { readonly 404?: string; readonly 503?: string };
}

/** A control API endpoint. */
export interface ControlEndpoint extends ControlRoute, ControlContent {
  readonly tag: ControlTag;
  readonly summary: string;
}

/** Creates the function that describes the endpoints of a topic. */
const about =
  (tag: ControlTag) =>
  <const Content extends ControlContent>(summary: string, content: Content) => ({ tag, summary, ...content });

const clock = about("clock");
const fault = about("fault");
const instance = about("instance");
const journal = about("journal");
const scenario = about("scenario");
const simulator = about("simulator");
const world = about("world");

const contents = {
  readHealth: simulator("Reports that the simulator process is running.", { response: Health }),
  readReadiness: simulator("Reports whether the simulator can serve requests.", {
    response: Readiness,
    refusals: { 503: "The simulator is loading or shutting down, or its database is unavailable." },
  }),
  readMetrics: simulator("Returns metrics for Prometheus, if the simulator was started with `--metrics`.", {
    response: Metrics,
    refusals: { 404: "The simulator was started without metrics." },
  }),
  listGaps: simulator("Lists the gaps with their readings.", { response: GapRegister }),
  listJourneys: simulator("Lists the published journeys.", { response: JourneyList }),
  publishJourney: simulator("Publishes a version of a journey.", { request: Publishing, response: PublishedJourney }),
  readJourney: simulator("Reads the definition of a journey version.", {
    query: JourneyQuery,
    response: JourneyVersion,
  }),
  readOpenApi: simulator("Returns the OpenAPI document `v1.json`, `v2.json`, `token.json` or `control.json`.", {
    query: OpenApiQuery,
    response: OpenApi,
  }),
  readSchema: simulator(
    "Returns the JSON Schema `Scenario.json`, `FaultPlan.json`, `JourneyDefinition.json` or `ProfileFile.json`.",
    { response: FileSchema },
  ),
  streamEvents: simulator("Streams the requests and changes in all worlds as server-sent events.", {
    response: SimulatorEvent,
    formats: { "text/event-stream": 'event: change\ndata: {"world":"acme"}\n\n' },
  }),
  listWorlds: world(
    "Lists the worlds that have been used, and the worlds of all clients in the simulator's list of clients.",
    { response: WorldList },
  ),
  readWorld: world("Reads the state of a world.", { response: WorldSummary }),
  resetWorld: world("Resets a world: removes its instances and revokes its tokens.", { response: WorldSummary }),
  readClock: clock("Reads the clock of a world.", { response: ClockState }),
  changeClock: clock("Changes the mode of a world's clock.", { request: ClockChange, response: ClockState }),
  advanceClock: clock("Moves a world's clock forward.", { request: ClockAdvance, response: ClockState }),
  readProfile: world("Lists the readings of a world.", { response: ProfileState }),
  changeProfile: world("Sets the readings of a world.", { request: ProfileChange, response: ProfileState }),
  listScenarios: scenario("Lists the scenarios of a world.", { response: ScenarioList }),
  putScenario: scenario("Saves a scenario under its name.", { request: ScenarioBody, response: ScenarioList }),
  arm: scenario("Assigns a scenario to the next instances that start.", { request: Arming, response: ScenarioList }),
  readFaults: fault("Reads the fault plan of a world.", { response: FaultPlan }),
  putFaults: fault("Replaces the fault plan of a world and clears the list of applied faults.", {
    request: FaultPlan,
    response: FaultPlan,
  }),
  readFaultHits: fault("Lists the faults that were applied to requests in a world.", { response: FaultHits }),
  readRate: world("Reads the rate limit of a world.", { response: Rate }),
  changeRate: world("Sets the rate limit of a world.", { request: Rate, response: Rate }),
  readPermissions: world("Lists the permissions of a world's API client.", { response: ClientPermissions }),
  changePermissions: world("Sets the permissions of a world's API client.", {
    request: ClientPermissions,
    response: ClientPermissions,
  }),
  listCheckpoints: world("Lists the checkpoints of a world, oldest first.", { response: CheckpointList }),
  saveCheckpoint: world("Saves the state of a world as a checkpoint.", { request: Nothing, response: Checkpoint }),
  restoreCheckpoint: world("Restores a world to a checkpoint.", { request: Nothing, response: WorldSummary }),
  forkCheckpoint: world("Copies a checkpoint to another world.", { request: Fork, response: WorldSummary }),
  removeCheckpoint: world("Deletes a checkpoint of a world.", { response: CheckpointList }),
  exportSituation: world("Exports a world as a file.", { response: Situation }),
  importSituation: world("Replaces a world with the world in an exported file.", {
    request: Situation,
    response: WorldSummary,
  }),
  listInstances: instance("Lists the instances of a world.", { response: InstanceList }),
  explainInstance: instance("Explains the state of an instance: what has happened, and what it is waiting for.", {
    query: ExplanationQuery,
    response: Explanation,
  }),
  advanceInstance: instance("Moves the time of one instance forward.", {
    request: InstanceAdvance,
    response: Explanation,
  }),
  reviewInstance: instance("Accepts or rejects a referred instance.", { request: Review, response: Explanation }),
  pauseInstance: instance("Pauses an instance.", { request: Nothing, response: Explanation }),
  resumeInstance: instance("Resumes a paused instance.", { request: Nothing, response: Explanation }),
  failInstance: instance("Makes an instance fail.", { request: Nothing, response: Explanation }),
  completePages: instance("Fills in the remaining hosted pages of an instance with sample data.", {
    request: PageCompletion,
    response: Explanation,
  }),
  listRequests: journal("Lists the latest requests in a world.", { query: RequestQuery, response: RequestList }),
  streamRequests: journal("Streams the requests in a world as server-sent events.", {
    query: RequestQuery,
    response: Exchange,
    formats: { "text/event-stream": 'id: 1\nevent: exchange\ndata: {"sequence":1}\n\n' },
  }),
  archiveRequests: journal("Exports the latest requests in a world as a HAR file.", {
    query: RequestQuery,
    response: Har,
  }),
  readCoverage: journal(
    "Reports which endpoints, rules, errors and other items the requests in a world have covered.",
    {
      query: CoverageQuery,
      response: Coverage,
      formats: {
        "text/plain": "Coverage of acme: 62 %\n",
        "application/xml": '<testsuites><testsuite name="endpoints" tests="1"/></testsuites>',
      },
    },
  ),
  resolveModule: instance("Sets the outcome of a running module.", { request: Resolution, response: Explanation }),
} satisfies Record<ControlRouteName, Omit<ControlEndpoint, keyof ControlRoute>>;

type ControlEndpoints = {
  readonly [Name in ControlRouteName]: (typeof controlRoutes)[Name] & (typeof contents)[Name];
};

/** Every control API endpoint with its schemas. */
export const controlEndpoints = Object.fromEntries(
  controlRouteNames.map((name) => [name, { ...controlRoutes[name], ...contents[name] }]),
) as ControlEndpoints; // `Object.fromEntries` loses the names
