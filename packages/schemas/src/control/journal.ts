import * as z from "zod";
import { type ErrorName, errorKinds } from "../tables/errors.ts";
import { type RouteName, routeNames } from "../tables/routes.ts";
import { FaultAction } from "./fault.ts";

const count = z.string().regex(/^[0-9]{1,15}$/);
const errorNames = Object.keys(errorKinds) as ErrorName[]; // `Object.keys` forgets the literal keys it was given

/** Which exchanges of a world are wanted, as a query. */
export const ExchangeQuery = z.strictObject({
  endpoint: z.enum(routeNames as [RouteName, ...RouteName[]]).optional(), // the table has rows
  status: z
    .string()
    .regex(/^[1-5][0-9]{2}$/)
    .optional()
    .describe("The HTTP status of the answer."),
  instance: z.string().min(1).max(64).optional().describe("An instanceId."),
  after: count.optional().describe("The `sequence` of the last exchange that is known already."),
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/)
    .optional()
    .describe("How many at most; 100 where left out."),
});
export type ExchangeQuery = z.infer<typeof ExchangeQuery>;

const headers = z.object({}).catchall(z.string());
const message = { headers, body: z.unknown().optional().describe("The body with placeholders for what is personal.") };

/** One call of a world and its answer, without anything personal: such values are placeholders of type and length. */
export const Exchange = z.strictObject({
  sequence: z.int().describe("Counts the exchanges of the world, from 1; a cursor."),
  requestId: z.string(),
  at: z.iso.datetime().describe("The time of the world."),
  startedAt: z.iso.datetime().describe("The time of the system."),
  duration: z.number().describe("Milliseconds."),
  endpoint: z.enum(routeNames as [RouteName, ...RouteName[]]).optional(), // the table has rows
  instanceId: z.string().optional(),
  phase: z.string().optional().describe("Where the instance was once the call was done."),
  request: z.strictObject({ method: z.string(), path: z.string(), ...message }),
  response: z.strictObject({ status: z.int(), ...message }),
  rules: z.array(z.string()).describe("The rules that the answer shows."),
  readings: headers.describe("The readings that decided it, by gap."),
  refusal: z
    .strictObject({
      kind: z.enum(errorNames as [ErrorName, ...ErrorName[]]), // the table has rows
      problems: z.array(z.string()),
      action: z.string().describe("What would have passed."),
    })
    .optional(),
  fault: z
    .strictObject({ rule: z.string().describe("As the ledger calls it."), action: FaultAction })
    .optional()
    .describe("What struck the call; the response is the one before it was lost or spoiled."),
  notices: z.array(z.string()).optional().describe("What is remarkable about the call, in words."),
});
export type Exchange = z.infer<typeof Exchange>;

/** Exchanges of a world, oldest first. */
export const ExchangeList = z.strictObject({
  exchanges: z.array(Exchange),
  next: z.int().describe("What to send as `after` for those that follow."),
  dropped: z.int().describe("Exchanges that were wanted and have fallen out of the ring."),
});
export type ExchangeList = z.infer<typeof ExchangeList>;

/** How coverage is told, as a query. */
export const CoverageQuery = z.strictObject({
  format: z.enum(["json", "text", "junit"]).optional(),
  min: z
    .string()
    .regex(/^(100|[0-9]{1,2})$/)
    .optional()
    .describe("The percentage to reach."),
});
export type CoverageQuery = z.infer<typeof CoverageQuery>;

/** Something that a world can meet, and how often it has. */
export const CoverageRow = z.strictObject({
  id: z.string(),
  text: z.string(),
  times: z.int(),
  reachable: z.boolean().describe("False for what the profile of the world rules out: it does not count."),
});
export type CoverageRow = z.infer<typeof CoverageRow>;

/** The parts of a coverage. */
export const coverageParts = ["endpoints", "rules", "errors", "phases", "stages", "transitions", "readings"] as const;

/** What the calls of a world have met of all that there is, and what they never met. */
export const Coverage = z.strictObject({
  world: z.string(),
  exchanges: z.int().describe("Calls that were counted."),
  percentage: z.number().describe("Of all that is reachable, rounded down."),
  min: z.int().optional(),
  reached: z.boolean().describe("Whether the percentage is at least `min`; true without it."),
  parts: z.array(
    z.strictObject({ part: z.enum(coverageParts), met: z.int(), reachable: z.int(), rows: z.array(CoverageRow) }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const harMessage = {
  httpVersion: z.string(),
  cookies: z.array(z.never()),
  headers: pairs,
  headersSize: z.literal(-1),
  bodySize: z.literal(-1),
};

const entry = z.strictObject({
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
  _resourceType: z.literal("fetch").describe("Tells a network panel what kind of call it was."),
  comment: z.string().describe("Rules and readings."),
});

/** Exchanges as an HTTP Archive 1.2, for the network panel of a browser. */
export const Har = z.strictObject({
  log: z.strictObject({
    version: z.literal("1.2"),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    entries: z.array(entry),
    comment: z.string(),
  }),
});
export type Har = z.infer<typeof Har>;
