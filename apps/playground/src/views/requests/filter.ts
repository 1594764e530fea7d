import type { Exchange } from "@journey-kit/schemas/control";
import { matchesWords } from "../../text/matches-words.ts";

/** Which requests to show. Omitted and empty conditions match every request. */
export interface RequestFilter {
  /** Words to find in the number, path, endpoint, error name, request id or instance id. */
  readonly text: string;
  readonly endpoint: string;
  /** First digit of the status. */
  readonly status: string;
  readonly instance: string;
  readonly isRefused: boolean;
  readonly isFaulted: boolean;
}

export const noFilter: RequestFilter = {
  text: "",
  endpoint: "",
  status: "",
  instance: "",
  isRefused: false,
  isFaulted: false,
};

/** Lists the requests that match a filter, newest first. */
export function filterRequests(requests: readonly Exchange[], filter: RequestFilter): readonly Exchange[] {
  return requests
    .filter(
      (exchange) =>
        (filter.endpoint === "" || exchange.endpoint === filter.endpoint) &&
        (filter.status === "" || `${exchange.response.status}`.startsWith(filter.status)) &&
        (filter.instance === "" || exchange.instanceId === filter.instance) &&
        (!filter.isRefused || exchange.refusal !== undefined) &&
        (!filter.isFaulted || exchange.fault !== undefined) &&
        matchesWords(textOf(exchange), filter.text),
    )
    .reverse();
}

const textOf = ({ sequence, request, endpoint, response, refusal, requestId, instanceId }: Exchange): string =>
  [`#${sequence}`, request.method, request.path, endpoint, response.status, refusal?.kind, requestId, instanceId].join(
    " ",
  );
