import * as z from "zod";
import { endpointNames } from "../endpoints.ts";
import { doc } from "../meta.ts";
import { errorNames } from "../tables/errors.ts";
import { FaultAction } from "./fault.ts";

/** Query parameters that filter the requests of a world. */
export const RequestQuery = doc(
  z.strictObject({
    endpoint: doc(z.enum(endpointNames), { description: "Returns only requests to this endpoint." }).optional(),
    status: doc(z.string().regex(/^[1-5][0-9]{2}$/), {
      description: "Returns only requests whose response had this HTTP status.",
    }).optional(),
    instance: doc(z.string().min(1).max(64), {
      description: "Returns only requests about the instance with this id.",
    }).optional(),
    after: doc(z.string().regex(/^[0-9]{1,15}$/), {
      description:
        "Returns the first requests whose `sequence` is higher than this number. If omitted, returns the latest requests.",
    }).optional(),
    limit: doc(z.string().regex(/^[1-9][0-9]{0,3}$/), {
      description: "Maximum number of requests to return. The default is 100, or 9999 for a HAR file.",
    }).optional(),
  }),
  {
    id: "RequestQuery",
    description: "Filters the requests of a world.",
    examples: [{ endpoint: "v2.submitInteraction", status: "409", limit: "10" }],
  },
);
export type RequestQuery = z.infer<typeof RequestQuery>;

const headerMap = z.object({}).catchall(z.string());
const body = doc(z.unknown(), {
  description: "The body, with placeholders instead of personal values. Omitted if there is none.",
}).optional();

const place = z.strictObject({
  path: doc(z.string(), {
    description: "Path of the member in the request, for example `context.subject.identity.firstName`.",
  }).optional(),
  element: doc(z.string(), { description: "Name of the domain element." }).optional(),
});

/** A request to a world and its response. Placeholders show only the type and the length of personal values. */
export const Exchange = doc(
  z.strictObject({
    sequence: doc(z.int().min(1).max(999_999_999_999_999), {
      description:
        "Number of the request in its world, starting at 1. To list later requests, send this number as `after`.",
    }),
    requestId: doc(z.string(), { description: "The `X-Request-ID` header of the response." }),
    at: doc(z.iso.datetime(), { description: "Time of the request on the world's clock." }),
    startedAt: doc(z.iso.datetime(), { description: "Time of the request on the system clock." }),
    duration: doc(z.number(), { description: "Time from the request to its response, in milliseconds." }),
    endpoint: doc(z.enum(endpointNames), {
      description: "Omitted if no endpoint has the path of the request.",
    }).optional(),
    instanceId: doc(z.string(), {
      description: "Id of the instance that the request is about. Omitted if there is none.",
    }).optional(),
    phase: doc(z.string(), {
      description: "Phase of the instance after the request. Omitted if the request is not about an instance.",
    }).optional(),
    request: z.strictObject({ method: z.string(), path: z.string(), headers: headerMap, body }),
    response: z.strictObject({ status: z.int(), headers: headerMap, body }),
    rules: doc(z.array(z.string()), { description: "Ids of the rules that the response follows." }),
    readings: doc(headerMap, { description: "The readings that decided the response, by gap." }),
    refusal: doc(
      z.strictObject({
        kind: z.enum(errorNames),
        problems: doc(z.array(z.string()), { description: "What is wrong with the request." }),
        places: doc(z.array(place), {
          description: "Where each problem is, in the order of `problems`. Omitted if no problem has a place.",
        }).optional(),
        action: doc(z.string(), { description: "How to fix the request." }),
      }),
      { description: "Why the simulator refused the request. Omitted if it did not." },
    ).optional(),
    fault: doc(
      z.strictObject({
        rule: doc(z.string(), { description: "Id of the fault rule, as in the list of applied faults." }),
        action: FaultAction,
      }),
      {
        description:
          "The fault that was applied to the request, if any. `response` contains the response before the fault changed it.",
      },
    ).optional(),
    notices: doc(z.array(z.string()), {
      description: "Warnings about the request, for example that it repeats a start. Omitted if there are none.",
    }).optional(),
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
    next: doc(z.int(), { description: "The value to send as `after` to list later requests." }),
    dropped: doc(z.int(), { description: "Number of requests that match the query but are no longer recorded." }),
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
      data: z.strictObject({
        world: doc(z.string(), { description: "The client id that the world belongs to." }),
        exchange: Exchange,
      }),
    }),
    z.strictObject({
      event: z.literal("change"),
      data: z.strictObject({
        world: doc(z.string(), {
          description:
            "The client id that the world belongs to. Omitted if the event reports that a journey was published.",
        }).optional(),
      }),
    }),
  ]),
  {
    id: "SimulatorEvent",
    description: "An event in a simulator: a request, a change to a world, or a newly published journey.",
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
  _resourceType: doc(z.literal("fetch"), { description: "Kind of request that a network panel shows." }),
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
      { log: { version: "1.2", creator: { name: "journey-kit", version: "1.0.0" }, entries: [], comment: "acme" } },
    ],
  },
);
export type Har = z.infer<typeof Har>;

/** Query parameters of a coverage report: its format and the required percentage. */
export const CoverageQuery = doc(
  z.strictObject({
    format: doc(z.enum(["json", "text", "junit"]), {
      description: "Format of the report. The default is `json`.",
    }).optional(),
    min: doc(z.string().regex(/^(100|[0-9]{1,2})$/), {
      description: "Required percentage of covered items. The report shows whether the requests reach it.",
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
    id: doc(z.string(), { description: "Id of the item, for example the name of an endpoint." }),
    text: doc(z.string(), { description: "Description of the item." }),
    times: doc(z.int(), { description: "How often requests have covered the item." }),
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
    world: doc(z.string(), { description: "The client id that the world belongs to." }),
    requests: doc(z.int(), { description: "Number of requests that the report counts." }),
    percentage: doc(z.number(), {
      description: "Percentage of the reachable items that requests have covered, rounded down.",
    }),
    min: doc(z.int(), { description: "The required percentage, if the query sets one." }).optional(),
    reached: doc(z.boolean(), { description: "Whether the percentage is at least `min`. True if `min` is omitted." }),
    parts: doc(
      z.array(
        z.strictObject({
          part: doc(z.enum(coverageParts), { description: "Kind of items." }),
          covered: doc(z.int(), { description: "Number of covered items." }),
          reachable: doc(z.int(), { description: "Number of items that can occur under the profile of the world." }),
          rows: doc(z.array(CoverageRow), { description: "The items, covered or not." }),
        }),
      ),
      { description: "The results for each kind of item." },
    ),
  }),
  {
    id: "Coverage",
    description: "Which endpoints, rules, errors and other items the requests in a world have covered.",
    examples: [{ world: "acme", requests: 3, percentage: 100, reached: true, parts: [] }],
  },
);
export type Coverage = z.infer<typeof Coverage>;
