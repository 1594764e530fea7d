import * as z from "zod";
import { doc } from "../meta.ts";
import { errorNames } from "../tables/errors.ts";
import { routeNames } from "../tables/routes.ts";
import { FaultAction } from "./fault.ts";

/** Query parameters that filter the requests of a world. */
export const RequestQuery = doc(
  z.strictObject({
    endpoint: z.enum(routeNames).optional(),
    status: doc(z.string().regex(/^[1-5][0-9]{2}$/), { description: "HTTP status of the response." }).optional(),
    instance: doc(z.string().min(1).max(64), { description: "The id of an instance." }).optional(),
    after: doc(z.string().regex(/^[0-9]{1,15}$/), {
      description:
        "Returns the oldest exchanges whose `sequence` is higher than this number. If omitted, returns the latest exchanges.",
    }).optional(),
    limit: doc(z.string().regex(/^[1-9][0-9]{0,3}$/), {
      description: "Maximum number of exchanges to return. The default is 100, and 9999 for a HAR file.",
    }).optional(),
  }),
  {
    id: "RequestQuery",
    description: "Filters the requests of a world.",
    examples: [{ endpoint: "v2.submitInteraction", status: "409", limit: "10" }],
  },
);
export type RequestQuery = z.infer<typeof RequestQuery>;

const headers = z.object({}).catchall(z.string());
const body = doc(z.unknown(), { description: "The body, with placeholders for personal values." }).optional();

/** A request to a world and its response. Placeholders show only the type and the length of personal values. */
export const Exchange = doc(
  z.strictObject({
    sequence: doc(z.int().min(1).max(999_999_999_999_999), {
      description: "Number of the exchange in its world, starting at 1. Pass it as `after` to list later exchanges.",
    }),
    requestId: z.string(),
    at: doc(z.iso.datetime(), { description: "Time of the request on the world's clock." }),
    startedAt: doc(z.iso.datetime(), { description: "Time of the request on the system clock." }),
    duration: doc(z.number(), { description: "Duration in milliseconds." }),
    endpoint: z.enum(routeNames).optional(),
    instanceId: z.string().optional(),
    phase: doc(z.string(), { description: "Phase of the instance after the request." }).optional(),
    request: z.strictObject({ method: z.string(), path: z.string(), headers, body }),
    response: z.strictObject({ status: z.int(), headers, body }),
    rules: doc(z.array(z.string()), { description: "The rules that the response follows." }),
    readings: doc(headers, { description: "The readings that decided the response, by gap." }),
    refusal: z
      .strictObject({
        kind: z.enum(errorNames),
        problems: z.array(z.string()),
        action: doc(z.string(), { description: "How to fix the request." }),
      })
      .optional(),
    fault: doc(
      z.strictObject({
        rule: doc(z.string(), { description: "Id of the fault rule, as in the list of applied faults." }),
        action: FaultAction,
      }),
      {
        description: "The fault that was applied. `response` contains the response before the fault changed it.",
      },
    ).optional(),
    notices: doc(z.array(z.string()), { description: "Remarks about the request." }).optional(),
  }),
  {
    id: "Exchange",
    description: "A request to a world and its response. Placeholders replace personal values.",
    examples: [
      {
        sequence: 7,
        requestId: "5f2f4d5c",
        at: "2026-01-31T09:30:00.000Z",
        startedAt: "2026-01-31T09:30:00.000Z",
        duration: 0.6,
        endpoint: "v2.fetchState",
        instanceId: "4f9c2b7e1d3a4c58",
        request: { method: "POST", path: "/v2/captain/journey/state/fetch", headers: {} },
        response: { status: 200, headers: {}, body: { status: "InProgress" } },
        rules: [],
        readings: {},
      },
    ],
  },
);
export type Exchange = z.infer<typeof Exchange>;

/** Requests to a world and their responses, oldest first. */
export const RequestList = doc(
  z.strictObject({
    requests: z.array(Exchange),
    next: doc(z.int(), { description: "The value of `after` for the next query." }),
    dropped: doc(z.int(), { description: "Number of matching requests that are no longer recorded." }),
  }),
  {
    id: "RequestList",
    description: "Requests to a world and their responses, oldest first.",
    examples: [{ requests: [], next: 7, dropped: 0 }],
  },
);
export type RequestList = z.infer<typeof RequestList>;

/**
 * An event that a simulator sends as the name and data of a server-sent event. An `exchange` event follows every
 * request to the service; a `change` event follows every change made through a world's controls.
 */
export const SimulatorEvent = doc(
  z.discriminatedUnion("event", [
    z.strictObject({
      event: z.literal("exchange"),
      data: z.strictObject({ world: doc(z.string(), { description: "The client id." }), exchange: Exchange }),
    }),
    z.strictObject({
      event: z.literal("change"),
      data: z.strictObject({
        world: doc(z.string(), {
          description: "The client id. Omitted if the event reports a published journey.",
        }).optional(),
      }),
    }),
  ]),
  {
    id: "SimulatorEvent",
    description: "An event from a simulator, with its name and its data: a request, or a change to a world.",
    examples: [{ event: "change", data: { world: "acme" } }],
  },
);
export type SimulatorEvent = z.infer<typeof SimulatorEvent>;

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const harMessage = {
  httpVersion: z.string(),
  cookies: z.array(z.never()),
  headers: pairs,
  headersSize: z.literal(-1),
  bodySize: z.literal(-1),
};

const harEntry = z.strictObject({
  startedDateTime: z.iso.datetime(),
  time: z.number(),
  request: z.strictObject({
    ...harMessage,
    method: z.string(),
    url: z.string(),
    queryString: pairs,
    postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
  }),
  response: z.strictObject({
    ...harMessage,
    status: z.int(),
    statusText: z.string(),
    content: z.strictObject({ size: z.int(), mimeType: z.string(), text: z.string().optional() }),
    redirectURL: z.literal(""),
  }),
  cache: z.strictObject({}),
  timings: z.strictObject({ send: z.number(), wait: z.number(), receive: z.number() }),
  _resourceType: doc(z.literal("fetch"), { description: "Kind of request, for network panels." }),
  comment: doc(z.string(), { description: "The rules and readings that decided the response." }),
});

/** Requests and responses as an HTTP Archive (HAR 1.2), which you can import into a browser's network panel. */
export const Har = doc(
  z.strictObject({
    log: z.strictObject({
      version: z.literal("1.2"),
      creator: z.strictObject({ name: z.string(), version: z.string() }),
      entries: z.array(harEntry),
      comment: z.string(),
    }),
  }),
  {
    id: "Har",
    description:
      "Requests and responses as an HTTP Archive (HAR 1.2), which you can import into a browser's network panel.",
    examples: [
      { log: { version: "1.2", creator: { name: "journey-sim", version: "1.0.0" }, entries: [], comment: "acme" } },
    ],
  },
);
export type Har = z.infer<typeof Har>;

/** Query parameters of a coverage report: its format and the required percentage. */
export const CoverageQuery = doc(
  z.strictObject({
    format: z.enum(["json", "text", "junit"]).optional(),
    min: doc(z.string().regex(/^(100|[0-9]{1,2})$/), {
      description: "Required percentage of covered items.",
    }).optional(),
  }),
  {
    id: "CoverageQuery",
    description: "The format of a coverage report and the required percentage.",
    examples: [{ format: "text", min: "80" }],
  },
);
export type CoverageQuery = z.infer<typeof CoverageQuery>;

/** An endpoint, rule, error or other item that requests can cover, with the number of times it was covered. */
export const CoverageRow = doc(
  z.strictObject({
    id: z.string(),
    text: z.string(),
    times: z.int(),
    reachable: doc(z.boolean(), {
      description:
        "False if the item cannot occur under the world's profile. Such items do not count towards the percentage.",
    }),
  }),
  {
    id: "CoverageRow",
    description: "An endpoint, rule, error or other item that requests can cover, and how often they have covered it.",
    examples: [{ id: "v2.startJourney", text: "Starts an instance.", times: 3, reachable: true }],
  },
);
export type CoverageRow = z.infer<typeof CoverageRow>;

/** The parts of a coverage report. */
export const coverageParts = [
  "endpoints",
  "rules",
  "errors",
  "phases",
  "stages",
  "transitions",
  "outcomes",
  "readings",
] as const;

/** What the requests in a world have covered, and what they have not covered. */
export const Coverage = doc(
  z.strictObject({
    world: z.string(),
    requests: doc(z.int(), { description: "Number of counted requests." }),
    percentage: doc(z.number(), { description: "Percentage of reachable rows that are covered, rounded down." }),
    min: z.int().optional(),
    reached: doc(z.boolean(), { description: "Whether the percentage is at least `min`. True if `min` is omitted." }),
    parts: z.array(
      z.strictObject({ part: z.enum(coverageParts), covered: z.int(), reachable: z.int(), rows: z.array(CoverageRow) }),
    ),
  }),
  {
    id: "Coverage",
    description: "What the requests in a world have covered, and what they have not covered.",
    examples: [{ world: "acme", requests: 3, percentage: 100, reached: true, parts: [] }],
  },
);
export type Coverage = z.infer<typeof Coverage>;
