import type { Exchange, Explanation, LoggedCommand } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";

/** A request on the timeline. */
export interface Mark {
  readonly exchange: Exchange;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly kind: "changed" | "read" | "refused" | "fault";
  /** Number of earlier requests at the same instant. */
  readonly rank: number;
}

/** Lists the marks for the requests of an instance, oldest first. */
export function toMarks(explanation: Pick<Explanation, "timeline">, requests: readonly Exchange[]): readonly Mark[] {
  const instanceTimes = toInstanceTimes(explanation);
  const commands = explanation.timeline
    .filter((event) => event.kind === "command" && fromClient.includes(event.command.type))
    .map(({ at }) => Date.parse(at));
  const marks: Mark[] = [];
  for (const exchange of requests) {
    const previous = marks.at(-1);
    const earliest = previous?.at ?? 0;
    const times = instanceTimes(Date.parse(exchange.at));
    const possible = times.filter((at) => at >= earliest);
    const logged = isRead(exchange) ? undefined : takeCommand(commands, possible, exchange.duration);
    const at = logged ?? possible[0] ?? times[0] ?? earliest;
    const rank = previous?.at === at ? previous.rank + 1 : 0;
    marks.push({ exchange, at, rank, kind: kindOf(exchange, logged !== undefined) });
  }
  return marks;
}

/**
 * Creates the conversion from the world's clock to the time of an instance, in milliseconds since the Unix epoch. The
 * two differ after a tester advanced only the instance. If the world's clock was frozen at that time, one time of the
 * world corresponds to several times of the instance.
 */
function toInstanceTimes({ timeline }: Pick<Explanation, "timeline">): (at: number) => readonly number[] {
  let ahead = 0;
  const advances = timeline.flatMap((event) => {
    if (event.kind !== "command" || event.command.type !== "advance") return [];
    const onWorldClock = Date.parse(event.at) - ahead;
    ahead += event.command.by;
    return [{ onWorldClock, ahead }];
  });
  return (at) => {
    const before = advances.findLast(({ onWorldClock }) => onWorldClock < at)?.ahead ?? 0;
    const during = advances.filter(({ onWorldClock }) => onWorldClock === at);
    return [at + before, ...during.map((advance) => at + advance.ahead)];
  };
}

/** Milliseconds by which a command can be logged after the recorded end of its request. */
const tolerance = 2;

/** Removes and returns the time of the first command that was logged during a request at one of `times`. */
function takeCommand(commands: number[], times: readonly number[], duration: number): number | undefined {
  const index = commands.findIndex((command) =>
    times.some((at) => command >= at && command <= at + duration + tolerance),
  );
  return index === -1 ? undefined : commands.splice(index, 1)[0];
}

/** The commands of the log that requests cause; the others are a tester's. */
const fromClient: readonly LoggedCommand["type"][] = ["start", "submit", "update", "terminate"];

function kindOf({ fault, refusal }: Exchange, isLogged: boolean): Mark["kind"] {
  if (fault !== undefined) return "fault";
  if (refusal !== undefined) return "refused";
  return isLogged ? "changed" : "read";
}

function isRead({ endpoint, refusal }: Exchange): boolean {
  if (endpoint === undefined || refusal !== undefined) return true;
  const { method, permission } = endpointOf(endpoint);
  if (method === "GET") return true;
  return typeof permission === "object"
    ? Object.values(permission.by).includes("journey:read")
    : permission === "journey:read";
}

/** Number of positions on the axis that a reader can tell apart. */
const resolution = 400;

/** Omits marks that would be hidden behind a later mark of the same kind. */
export function thinMarks(marks: readonly Mark[], toPlace: (at: number) => number): readonly Mark[] {
  const last = new Map(
    marks.map((mark) => [
      `${mark.kind} ${Math.round(toPlace(mark.at) * resolution)} ${Math.min(mark.rank, maxRank)}`,
      mark,
    ]),
  );
  return [...last.values()];
}

/** Highest rank at which a request is drawn beside, not on top of, other requests at the same instant. */
export const maxRank = 8;
