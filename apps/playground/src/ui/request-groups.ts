import { listOf, memberOf } from "@journey-kit/schemas/calls";
import type { Exchange } from "@journey-kit/schemas/control";
import type { EndpointName } from "@journey-kit/schemas/endpoints";

/** One request, or the polls that follow each other directly and read the same. */
export interface RequestGroup {
  /** Oldest first; never empty. */
  readonly exchanges: readonly Exchange[];
  /** Whether the requests only ask how an instance is doing. A single poll is a group as well. */
  readonly isPolls: boolean;
  /** What the polls read that the previous poll of the instance at this endpoint did not; undefined if it read the same. */
  readonly change: string | undefined;
}

/** A client can poll thousands of times, so a group is not copied for each request. */
interface GrowingGroup extends RequestGroup {
  readonly exchanges: [Exchange, ...Exchange[]];
}

const polled: readonly (EndpointName | undefined)[] = [
  "v1.fetchState",
  "v1.listTasks",
  "v2.fetchInteraction",
  "v2.fetchState",
  "v2.listTasks",
];

/** Groups requests, oldest first: polls of one instance at one endpoint, as long as they read the same. */
export function groupRequests(exchanges: readonly Exchange[]): readonly RequestGroup[] {
  const groups: GrowingGroup[] = [];
  const known = new Map<string, readonly string[]>();
  for (const exchange of exchanges) {
    if (!isPoll(exchange)) {
      groups.push({ exchanges: [exchange], isPolls: false, change: undefined });
      continue;
    }
    const key = `${exchange.instanceId} ${exchange.endpoint}`;
    const facts = readFacts(exchange.response.body);
    const news = facts.filter((fact) => known.get(key)?.includes(fact) !== true);
    const isSame = known.get(key)?.join() === facts.join();
    known.set(key, facts);
    const last = groups.at(-1);
    if (isSame && last?.isPolls && isSamePoll(last.exchanges[0], exchange)) last.exchanges.push(exchange);
    else groups.push({ exchanges: [exchange], isPolls: true, change: news.join(", ") || undefined });
  }
  return groups;
}

/** A refused or faulted request is never part of a group. */
const isPoll = ({ endpoint, refusal, fault }: Exchange): boolean =>
  polled.includes(endpoint) && refusal === undefined && fault === undefined;

const isSamePoll = (one: Exchange, other: Exchange): boolean =>
  one.instanceId === other.instanceId && one.endpoint === other.endpoint;

/** What a poll tells its client: the status, the finished modules, and the data or the tasks that are open. */
function readFacts(body: unknown): readonly string[] {
  const process = memberOf(memberOf(body, "context"), "process");
  const status = memberOf(body, "status") ?? memberOf(memberOf(body, "journey"), "status");
  const outstanding = listOf(memberOf(body, "outstanding")).map(String);
  return [
    ...(typeof status === "string" ? [statusWords[status] ?? status] : []),
    ...[...listOf(memberOf(body, "steps")), ...listOf(memberOf(process, "steps"))].flatMap(readStep),
    ...(outstanding.length === 0 ? [] : [`outstanding ${outstanding.join(" and ")}`]),
    ...listOf(memberOf(body, "tasks")).map(
      (task) => `task ${[memberOf(task, "variantId"), memberOf(task, "stage")].filter(Boolean).join(" ")}`,
    ),
  ];
}

const statusWords: Readonly<Record<string, string>> = {
  InProgress: "in progress",
  Completed: "completed",
  Failed: "failed",
  Error: "failed",
  Paused: "paused",
};

/** A finished module. The evaluation, which has no name, is part of the status. */
function readStep(step: unknown): readonly string[] {
  const name = memberOf(step, "name");
  const outcome = memberOf(step, "outcome") ?? memberOf(memberOf(step, "advice"), "outcome");
  return typeof name === "string" ? [outcome === undefined ? `${name} failed` : `${name}: ${outcome}`] : [];
}
