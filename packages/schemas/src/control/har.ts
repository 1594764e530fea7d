import * as z from "zod";

const pairs = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const message = {
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
    ...message,
    method: z.string(),
    url: z.string(),
    queryString: pairs,
    postData: z.strictObject({ mimeType: z.string(), text: z.string() }).optional(),
  }),
  response: z.strictObject({
    ...message,
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
