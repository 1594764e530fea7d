import type * as z from "zod";
import {
  type ControlRoute,
  type ControlRouteName,
  controlRouteNames,
  controlRoutes,
} from "../tables/control-routes.ts";
import { JourneyVersion } from "../wire/journey.ts";
import { ClockAdvance, ClockChange, ClockState, InstanceAdvance } from "./clock.ts";
import { FaultHits, FaultPlan } from "./fault.ts";
import { Explanation, ExplanationQuery, InstanceList, PageCompletion, Resolution, Review } from "./instance.ts";
import type { WorldCall } from "./interface.ts";
import { Coverage, CoverageQuery, Exchange, Har, RequestList, RequestQuery, SimulatorEvent } from "./journal.ts";
import { JourneyList, JourneyQuery, PublishedJourney, Publishing } from "./journey.ts";
import { ScenarioBody } from "./scenario.ts";
import {
  FileSchema,
  GapRegister,
  Health,
  Metrics,
  OpenApi,
  OpenApiQuery,
  Readiness,
  ToolMessage,
} from "./simulator.ts";
import { SnapshotQuery, WorldSnapshot } from "./snapshot.ts";
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

/** What only some endpoints have. */
interface ControlColumns {
  /** Schema of the query parameters. If omitted, the endpoint ignores the query. */
  readonly query?: z.ZodObject;
  /** Schema of the body. If omitted, the endpoint expects no body. */
  readonly request?: z.ZodType;
  /** An example of each text format of the response, by media type. */
  readonly formats?: Readonly<Record<string, string>>;
  /** When the endpoint is refused with a status for a reason that other endpoints do not have. */
  readonly refusals?: { readonly 404?: string; readonly 503?: string };
  /** When an agent uses the endpoint, in one or two sentences. Makes it a tool of `journey mcp`. */
  readonly tool?: string;
}

/** A control API endpoint. */
export interface ControlEndpoint extends ControlRoute, ControlColumns {
  readonly call?: WorldCall;
  readonly tag: ControlTag;
  readonly summary: string;
  /** Schema of the response, or of the data of each event of a stream. */
  readonly response: z.ZodType;
}

/** Creates the function that describes the endpoints of a topic. */
const about =
  (tag: ControlTag) =>
  <Response extends z.ZodType, Columns extends ControlColumns = Record<never, never>>(
    summary: string,
    response: Response,
    columns: Columns = {} as Columns, // an endpoint without columns infers none
  ) => ({ tag, summary, response, ...columns });

const clock = about("clock");
const fault = about("fault");
const instance = about("instance");
const journal = about("journal");
const scenario = about("scenario");
const simulator = about("simulator");
const world = about("world");

const contents = {
  readHealth: simulator("Reports that the simulator process is running.", Health),
  readReadiness: simulator("Reports whether the simulator can serve requests.", Readiness, {
    refusals: { 503: "The simulator is shutting down, or its database is unavailable." },
  }),
  readMetrics: simulator("Returns metrics for Prometheus, if the simulator was started with `--metrics`.", Metrics, {
    refusals: { 404: "The simulator was started without metrics." },
  }),
  callTool: simulator("Calls a tool of `journey mcp` over the Model Context Protocol.", ToolMessage, {
    request: ToolMessage,
    refusals: { 404: "The simulator was not started by `journey serve`." },
  }),
  listGaps: simulator("Lists the gaps with their readings.", GapRegister),
  listJourneys: simulator("Lists the published journeys.", JourneyList, {
    tool: "Use it to find the resource ids that a client can start.",
  }),
  publishJourney: simulator("Publishes a version of a journey.", PublishedJourney, { request: Publishing }),
  readJourney: simulator("Reads the definition of a journey version.", JourneyVersion, { query: JourneyQuery }),
  readOpenApi: simulator(
    "Returns the OpenAPI document `v1.json`, `v2.json`, `token.json` or `control.json`.",
    OpenApi,
    { query: OpenApiQuery },
  ),
  readSchema: simulator(
    "Returns the JSON Schema `Scenario.json`, `FaultPlan.json`, `JourneyDefinition.json` or `ProfileFile.json`.",
    FileSchema,
  ),
  streamEvents: simulator("Streams the requests and changes in all worlds as server-sent events.", SimulatorEvent, {
    formats: { "text/event-stream": 'event: change\ndata: {"world":"acme"}\n\n' },
  }),
  listWorlds: world(
    "Lists the worlds that have been used, and the worlds of all clients in the simulator's list of clients.",
    WorldList,
    {
      tool: "Use it to find the client ids that have sent requests. Every other tool acts in the world of one client id.",
    },
  ),
  readWorld: world("Reads the state of a world.", WorldSummary),
  resetWorld: world("Resets a world: removes its instances and revokes its tokens.", WorldSummary),
  readClock: clock("Reads the clock of a world.", ClockState),
  changeClock: clock("Changes the mode of a world's clock.", ClockState, {
    request: ClockChange,
    tool: "Use it to freeze the time of a world, so that nothing happens until you move it, or to let an `auto` clock skip the time that modules take.",
  }),
  advanceClock: clock("Moves a world's clock forward.", ClockState, {
    request: ClockAdvance,
    tool: "Use it to let tokens, links and instances expire, or to let running modules finish.",
  }),
  readProfile: world("Lists the readings of a world.", ProfileState),
  changeProfile: world("Sets the readings of a world.", ProfileState, {
    request: ProfileChange,
    tool: "Use it if the client expects other answers to the open questions of the specification, such as another status of a submit. Most published clients expect the profile `observed`.",
  }),
  listScenarios: scenario("Lists the scenarios of a world.", ScenarioList, {
    tool: "Use it before `arm`, to find the name of a scripted outcome.",
  }),
  putScenario: scenario("Saves a scenario under its name.", ScenarioList, {
    request: ScenarioBody,
    tool: "Use it to script outcomes that no listed scenario has, such as a module that fails on its first attempt. Then arm the scenario.",
  }),
  arm: scenario("Assigns a scenario to the next instances that start.", ScenarioList, {
    request: Arming,
    tool: "Use it to decide the outcome of the next journey that a client starts, without a change of its data.",
  }),
  readFaults: fault("Reads the fault plan of a world.", FaultPlan),
  putFaults: fault("Replaces the fault plan of a world and clears the list of applied faults.", FaultPlan, {
    request: FaultPlan,
    tool: "Use it to lose responses, delay them or replace them with errors. An empty list of rules ends all faults.",
  }),
  readFaultHits: fault("Lists the faults that were applied to requests in a world.", FaultHits),
  readRate: world("Reads the rate limit of a world.", Rate),
  changeRate: world("Sets the rate limit of a world.", Rate, { request: Rate }),
  readPermissions: world("Lists the permissions of a world's API client.", ClientPermissions),
  changePermissions: world("Sets the permissions of a world's API client.", ClientPermissions, {
    request: ClientPermissions,
  }),
  listCheckpoints: world("Lists the checkpoints of a world, oldest first.", CheckpointList),
  saveCheckpoint: world("Saves the state of a world as a checkpoint.", Checkpoint, { request: Nothing }),
  restoreCheckpoint: world("Restores a world to a checkpoint.", WorldSummary, { request: Nothing }),
  forkCheckpoint: world("Copies a checkpoint to another world.", WorldSummary, { request: Fork }),
  removeCheckpoint: world("Deletes a checkpoint of a world.", CheckpointList),
  exportSnapshot: world("Exports a world as a file.", WorldSnapshot, { query: SnapshotQuery }),
  importSnapshot: world("Replaces a world with the world in an exported file.", WorldSummary, {
    request: WorldSnapshot,
  }),
  listInstances: instance("Lists the instances of a world.", InstanceList),
  explainInstance: instance(
    "Explains the state of an instance: what has happened, and what it is waiting for.",
    Explanation,
    {
      query: ExplanationQuery,
      tool: "Use it first if a journey does not end, or ends with another outcome than expected.",
    },
  ),
  advanceInstance: instance("Moves the time of one instance forward.", Explanation, { request: InstanceAdvance }),
  reviewInstance: instance("Accepts or rejects a referred instance.", Explanation, { request: Review }),
  pauseInstance: instance("Pauses an instance.", Explanation, { request: Nothing }),
  resumeInstance: instance("Resumes a paused instance.", Explanation, { request: Nothing }),
  failInstance: instance("Makes an instance fail.", Explanation, { request: Nothing }),
  completePages: instance("Fills in the remaining hosted pages of an instance with sample data.", Explanation, {
    request: PageCompletion,
  }),
  listRequests: journal("Lists the latest requests in a world.", RequestList, {
    query: RequestQuery,
    tool: "Use it to see what a client sent and why each response was as it was. With `limit` 1, it shows the headers and bodies.",
  }),
  streamRequests: journal("Streams the requests in a world as server-sent events.", Exchange, {
    query: RequestQuery,
    formats: { "text/event-stream": 'id: 1\nevent: exchange\ndata: {"sequence":1}\n\n' },
  }),
  archiveRequests: journal("Exports the latest requests in a world as a HAR file.", Har, { query: RequestQuery }),
  readCoverage: journal(
    "Reports which endpoints, rules, errors and other items the requests in a world have covered.",
    Coverage,
    {
      query: CoverageQuery,
      formats: {
        "text/plain": "Coverage of acme: 62 %\n",
        "application/xml": '<testsuites><testsuite name="endpoints" tests="1"/></testsuites>',
      },
    },
  ),
  resolveModule: instance("Sets the outcome of a running module.", Explanation, {
    request: Resolution,
    tool: "Use it to decide the outcome of a module that runs now. `explainInstance` lists the running modules and their outcomes.",
  }),
} satisfies Record<ControlRouteName, unknown>;

type ControlEndpoints = {
  readonly [Name in ControlRouteName]: (typeof controlRoutes)[Name] & (typeof contents)[Name];
};

/** Every control API endpoint with its schemas. */
export const controlEndpoints = Object.fromEntries(
  controlRouteNames.map((name) => [name, { ...controlRoutes[name], ...contents[name] }]),
) as ControlEndpoints satisfies Readonly<Record<ControlRouteName, ControlEndpoint>>; // `Object.fromEntries` loses the names
