import type { TrafficExchange } from "./traffic.ts";

/** The exchanges of one recording. */
export interface Recording {
  /** Adds an exchange, whose personal data has been replaced. */
  add(exchange: TrafficExchange): void;
  /** The exchanges in the order in which they were added. */
  readonly exchanges: readonly TrafficExchange[];
}

/** Creates a recording. */
export function createRecording(): Recording {
  const exchanges: TrafficExchange[] = [];
  return { add: (exchange) => void exchanges.push(exchange), exchanges };
}

/** Tells a recording from the archive of a simulator's journal, which has placeholders. */
export const recordingComment = "A recording of requests to a journey service.";

/** Formats a recording as an HTTP Archive (HAR 1.2), which {@link readHar} and network panels read. */
export function renderRecording({ exchanges }: Pick<Recording, "exchanges">): string {
  const log = {
    version: "1.2",
    creator: { name: "journey-kit", version: "1", comment: recordingComment },
    comment: "Sample values replace personal data, tokens, secrets and images.",
    entries: exchanges.map(renderEntry),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

const unknown = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: -1 } as const;

function renderEntry(exchange: TrafficExchange): object {
  const { startedAt, endedAt, method, url, requestHeaders, requestBody, status, responseHeaders } = exchange;
  const { responseBody } = exchange;
  const time = endedAt - startedAt;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      ...unknown,
      method,
      url,
      headers: renderPairs(requestHeaders),
      queryString: renderPairs(new URL(url).searchParams),
      ...(requestBody !== undefined && {
        postData: { mimeType: requestHeaders["content-type"] ?? "", text: requestBody },
      }),
    },
    response: {
      ...unknown,
      status,
      statusText: "",
      headers: renderPairs(responseHeaders),
      content: {
        size: new TextEncoder().encode(responseBody ?? "").length,
        mimeType: responseHeaders["content-type"] ?? "",
        ...(responseBody !== undefined && { text: responseBody }),
      },
      redirectURL: responseHeaders.location ?? "",
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

const renderPairs = (pairs: URLSearchParams | Readonly<Record<string, string>>): readonly object[] =>
  (pairs instanceof URLSearchParams ? [...pairs] : Object.entries(pairs)).map(([name, value]) => ({ name, value }));
