import type { JourneyClient } from "@journey-kit/client";
import { paths } from "@journey-kit/schemas/calls";
import type { Readings, Region } from "@journey-kit/schemas/tables";
import { useMemo, useState } from "react";
import { useWorld } from "../../api/queries.ts";
import { openService } from "../../api/service.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { parseBody } from "../../text/json.ts";

/** A request to the service and its response, as they were sent. */
export interface SentRequest {
  readonly id: number;
  readonly method: string;
  readonly path: string;
  readonly requestBody: unknown;
  /** Undefined if the response was lost. */
  readonly response?: { readonly status: number; readonly body: unknown; readonly requestId?: string };
  /** Milliseconds from the request to the response. */
  readonly took: number;
}

interface RecordedService {
  /** Undefined while the readings of the world load. */
  readonly client: JourneyClient | undefined;
  /** The latest requests, newest first. */
  readonly requests: readonly SentRequest[];
}

const maxKept = 12;

/** Opens the service as the API client of a world, and records the requests that this view sends. */
export function useRecordedService(world: string, region: Region): RecordedService {
  const { target } = useTarget();
  const readings = useWorld(world, "profile").data?.readings;
  const [requests, setRequests] = useState<readonly SentRequest[]>([]);
  const recording = useMemo(() => {
    const keep = (request: Omit<SentRequest, "id">) =>
      setRequests((known) => [{ ...request, id: (known[0]?.id ?? 0) + 1 }, ...known].slice(0, maxKept));
    return { ...target, fetch: recordRequests(target.fetch, keep) };
  }, [target]);
  const client =
    readings === undefined ? undefined : openService(recording, world, readings as Readings).client(region); // the simulator knows the same gaps
  return { client, requests };
}

/** Reports each request of a `fetch` and its response, except for tokens. A response that was lost is reported too. */
export function recordRequests(
  fetch: (request: Request) => Promise<Response>,
  keep: (request: Omit<SentRequest, "id">) => void,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = new URL(request.url).pathname;
    if (path === paths["token.requestToken"]) return fetch(request);
    const sent = request.clone();
    const start = performance.now();
    const common = async () => ({
      method: request.method,
      path,
      requestBody: parseBody(await sent.text()),
      took: performance.now() - start,
    });
    try {
      const response = await fetch(request);
      const { status, headers } = response;
      const requestId = headers.get("x-request-id");
      const body = parseBody(await response.clone().text());
      keep({ ...(await common()), response: { status, body, ...(requestId !== null && { requestId }) } });
      return response;
    } catch (error) {
      keep(await common());
      throw error;
    }
  };
}
