import { toPlain } from "@journey-kit/schemas/report";
import type { RecordedRequest, StartedService } from "@journey-kit/simulator/node";

/** Something that the requests in a world show about its client. */
export interface ClientHint {
  /** The client id that the world belongs to. */
  readonly world: string;
  /** Id of the requirement that the client breaks; `profile` if the client expects another profile. */
  readonly requirement: string;
  readonly problem: string;
  readonly fix: string;
  /** Section of the specification; undefined for `profile`. */
  readonly spec: string | undefined;
  /** Number of the request in its world that shows it; undefined for `profile`. */
  readonly request: number | undefined;
}

/** Requests of a world that wait for their judgement. */
interface Watched {
  readonly journeys: Map<string, RecordedRequest[]>;
  /** Requests without an instance, such as refused starts. */
  others: RecordedRequest[];
  readonly hinted: Set<string>;
}

/** Bounds on the memory of a watch: requests, characters of responses, and worlds. */
const [mostRequests, mostCharacters, mostWorlds] = [2_000, 8_000_000, 100];

/** Requests of a world without an instance that wait for one that is refused. */
const mostOthers = 100;

/** Requests of a journey at which it is judged before it ends, and after its end: the last time, it is forgotten. */
const [early, late, last] = [[40, 160], [1, 5, 10], 10];

/** Milliseconds that judging may take: at once, and in the long run as a share of the time that passes. */
const [mostAtOnceMs, share] = [250, 0.02];

/**
 * Watches the requests to a simulator, and calls `onHint` once per world and requirement that a client breaks. A journey
 * is judged when it ends. Judging takes at most 2 % of the time: under load, only some journeys are judged.
 *
 * @returns A function that judges the remaining requests and stops.
 */
export function watchClients(
  { watch, render }: Pick<StartedService, "watch" | "render">,
  onHint: (hint: ClientHint) => void,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const worlds = new Map<string, Watched>();
  let [requests, characters] = [0, 0];
  let [spent, since] = [0, now()];
  let underWay: Promise<void> = Promise.resolve();

  const forget = (dropped: readonly RecordedRequest[]): void => {
    requests -= dropped.length;
    for (const { size } of dropped) characters -= size;
  };
  const forgetWorld = (world: string): void => {
    const { journeys, others } = worlds.get(world) ?? open();
    forget([...journeys.values()].flat());
    forget(others);
    worlds.delete(world);
  };
  const shrink = (): void => {
    for (const { journeys } of worlds.values())
      for (const [id, own] of journeys) {
        if (requests <= mostRequests && characters <= mostCharacters) return;
        forget(own);
        journeys.delete(id);
      }
  };
  const isAffordable = (): boolean => {
    const at = now();
    spent = Math.max(0, spent - (at - since) * share);
    since = at;
    return spent < mostAtOnceMs;
  };
  const judge = async (world: string, watched: Watched, own: readonly RecordedRequest[]): Promise<void> => {
    const { diagnoseJournal } = await import("@journey-kit/contract-tests/traffic");
    const from = now();
    const { hints, profile, advice } = diagnoseJournal(await render(own));
    spent += now() - from;
    const say = (hint: ClientHint) => {
      if (watched.hinted.has(hint.requirement)) return;
      watched.hinted.add(hint.requirement);
      onHint(hint);
    };
    for (const { requirement, problem, fix, spec, sequence } of hints)
      say({ world, requirement, problem, fix, spec, request: sequence });
    if (profile !== undefined && advice !== undefined)
      say({
        ...{ world, requirement: "profile", problem: advice, spec: undefined, request: undefined },
        fix: `Start the simulator with --profile ${profile}.`,
      });
  };
  const judgeLater = (world: string, watched: Watched, own: readonly RecordedRequest[]): void => {
    if (!isAffordable()) return;
    const copy = [...own];
    underWay = underWay.then(() => judge(world, watched, copy)).catch(() => undefined); // hints must not end the simulator
  };

  const stop = watch((request) => {
    const { world, instanceId, isOver, isError, size } = request;
    let watched = worlds.get(world);
    if (watched === undefined) {
      watched = open();
      const [oldest] = worlds.size >= mostWorlds ? worlds.keys() : [];
      if (oldest !== undefined) forgetWorld(oldest);
      worlds.set(world, watched);
    }
    requests += 1;
    characters += size;
    if (instanceId === undefined) {
      watched.others.push(request);
      if (isError) judgeLater(world, watched, watched.others);
      if (isError || watched.others.length > mostOthers) {
        forget(watched.others);
        watched.others = [];
      }
    } else {
      const own = watched.journeys.get(instanceId) ?? [];
      own.push(request);
      watched.journeys.set(instanceId, own);
      const over = isOver ? own.findIndex((one) => one.isOver) : -1;
      const after = over < 0 ? 0 : own.length - over;
      if (late.includes(after) || early.includes(own.length)) judgeLater(world, watched, own);
      if (after >= last) {
        forget(own);
        watched.journeys.delete(instanceId);
      }
    }
    if (requests > mostRequests || characters > mostCharacters) shrink();
  });

  return async () => {
    stop();
    for (const [world, watched] of worlds)
      for (const own of watched.journeys.values())
        if (!own.some(({ isOver }) => isOver)) judgeLater(world, watched, own);
    await underWay;
  };
}

const open = (): Watched => ({ journeys: new Map(), others: [], hinted: new Set() });

/** Formats a hint as one line. */
export function renderHint({ world, problem, fix, spec, request }: ClientHint): string {
  const source = spec === undefined ? "" : ` (spec ${spec}, request ${request})`;
  return `Hint for ${toPlain(world)}: ${toPlain(problem)} ${fix}${source}`;
}
