import type { Exchange, Har } from "@journey-kit/schemas/control";
import { mapInSteps, type Pause } from "../world/steps.ts";

type HarEntry = Har["log"]["entries"][number];
type Pairs = HarEntry["request"]["headers"];

/** Formats exchanges as an HTTP Archive 1.2 for a browser's network panel. */
export const renderHar = async (exchanges: readonly Exchange[], pause: Pause): Promise<Har> => ({
  log: {
    version: "1.2",
    creator: { name: "journey-kit", version: "1" },
    entries: await mapInSteps(exchanges, pause, renderHarEntry),
    comment: "Placeholders replace personal and secret values.",
  },
});

/** The reason phrase of every status that the simulator or a fault can send. */
const statusTexts: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  204: "No Content",
  303: "See Other",
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  423: "Locked",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  507: "Insufficient Storage",
};

/** Milliseconds. Network panels show an entry without a duration as pending. */
const minDuration = 0.1;

const unknown = { httpVersion: "HTTP/1.1", headersSize: -1, bodySize: -1 } as const;

function renderHarEntry({ startedAt, duration, request, response, rules, readings }: Exchange): HarEntry {
  const requestText = bodyText(request.body);
  const content = bodyText(response.body);
  return {
    startedDateTime: startedAt,
    time: Math.max(minDuration, duration),
    request: {
      ...unknown,
      cookies: [],
      method: request.method,
      url: `http://simulator.localhost${request.path}`,
      headers: headerPairs(request.headers),
      queryString: [],
      ...(requestText !== undefined && {
        postData: { mimeType: request.headers["content-type"] ?? "", text: requestText },
      }),
    },
    response: {
      ...unknown,
      cookies: [],
      status: response.status,
      statusText: statusTexts[response.status] ?? "",
      headers: headerPairs(response.headers),
      content: {
        size: new TextEncoder().encode(content ?? "").length,
        mimeType: response.headers["content-type"] ?? "",
        ...(content !== undefined && { text: content }),
      },
      redirectURL: "",
    },
    cache: {},
    timings: { send: 0, wait: Math.max(minDuration, duration), receive: 0 },
    _resourceType: "fetch",
    comment: [...rules, ...Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`)].join(", "),
  };
}

const bodyText = (body: unknown): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);

const headerPairs = (headers: Readonly<Record<string, string>>): Pairs =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));
