import type { Exchange } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";

/** A request of an instance, with the later requests that polled the same state and got the same response. */
export interface RequestGroup {
  readonly endpoint: string;
  readonly status: number;
  /** The error of the response or the fault that replaced it, if any. */
  readonly problem?: string;
  readonly phase?: string;
  /** Whether the request only reads. Clients poll with such requests, so their number is not compared. */
  readonly isRead: boolean;
  readonly times: number;
  /** The first request. */
  readonly exchange: Exchange;
}

/** Groups the requests of an instance: repeated polls form one group until something else happens. */
export function groupRequests(exchanges: readonly Exchange[]): readonly RequestGroup[] {
  const groups: RequestGroup[] = [];
  let polled = new Map<string, number>();
  for (const exchange of exchanges) {
    const group = toGroup(exchange);
    const response = [group.endpoint, group.status, group.problem, group.phase].join(" ");
    if (!group.isRead || groups.at(-1)?.phase !== group.phase) polled = new Map();
    const known = groups[polled.get(response) ?? -1];
    if (known !== undefined) groups[groups.indexOf(known)] = { ...known, times: known.times + 1 };
    else {
      if (group.isRead) polled.set(response, groups.length);
      groups.push(group);
    }
  }
  return groups;
}

function toGroup(exchange: Exchange): RequestGroup {
  const { endpoint, request, response, refusal, fault, phase } = exchange;
  const problem = fault === undefined ? refusal?.kind : describeFault(fault.action);
  return {
    endpoint: endpoint ?? `${request.method} ${request.path}`,
    isRead: endpoint !== undefined && /\.(fetch|list)/.test(endpoint),
    status: response.status,
    times: 1,
    exchange,
    ...(problem !== undefined && { problem }),
    ...(phase !== undefined && { phase }),
  };
}
