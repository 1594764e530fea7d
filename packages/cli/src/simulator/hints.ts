import type { RecordedRequest, StartedService } from "@journey-kit/simulator/node";

/** Something that the requests in a world show about its client. */
export interface ClientHint {
  /** The client id that the world belongs to, as a log shows it. */
  readonly world: string;
  /** Id of the requirement that the client breaks; `profile` if the client expects another profile. */
  readonly requirement: string;
  readonly problem: string;
  readonly fix: string;
  /** Section of the specification; undefined for `profile`. */
  readonly spec?: string;
  /** Number of the request in its world that shows it; undefined for `profile`. */
  readonly request?: number;
}

/** Formats a hint as one line. */
export function renderHint({ world, problem, fix, spec, request }: ClientHint): string {
  const source = spec === undefined ? "" : ` (spec ${spec}, request ${request})`;
  return `Hint for ${world}: ${problem} ${fix}${source}`;
}

/** Bounds on the requests that wait for their judgement: their number, the characters of their responses, their worlds. */
const [mostRequests, mostCharacters, mostWorlds] = [2_000, 8_000_000, 100];

/** Requests of a world without an instance that wait for one that is refused. */
const mostOthers = 100;

/** Requests of a journey at which it is judged before it ends, and after its end: the last time, it is forgotten. */
const [early, late, last] = [[40, 160], [1, 3, 10], 10];

/** How long judging may take: milliseconds in a burst, and a share of the time that passes. */
const [burstMs, share] = [100, 0.02];

/** How long judging the remaining journeys may take at the end, in milliseconds. */
const mostAtEndMs = 1_000;

/** Journeys that wait to be judged. */
const mostPending = 20;

/** The requests of a world that wait for their judgement, and the hints that it had. */
interface Watched {
  readonly journeys: Map<string, RecordedRequest[]>;
  /** Requests without an instance, such as refused starts. */
  others: RecordedRequest[];
  readonly hinted: Set<string>;
}

/**
 * Watches the requests to a simulator, and calls `onHint` once per world and requirement that a client breaks. A journey
 * is judged when it ends. Judging takes at most 2 % of the time: under load, only some journeys are judged.
 *
 * @returns A function that judges the remaining journeys, and stops.
 */
export function watchClients(
  { watch, render }: Pick<StartedService, "watch" | "render">,
  onHint: (hint: ClientHint) => void,
  now: () => number = () => performance.now(),
): () => Promise<void> {
  const waiting = createWaiting();
  const isAffordable = createBudget(now);
  let judging: Promise<void> = Promise.resolve();
  let pending = 0;

  const judge = async ({ hinted }: Watched, requests: readonly RecordedRequest[]): Promise<void> => {
    const { diagnoseJournal } = await import("@journey-kit/contract-tests/traffic");
    const from = now();
    const { hints, profile, advice } = diagnoseJournal(await render(requests));
    isAffordable(now() - from);
    const world = requests[0]?.loggedWorld ?? "";
    const found: ClientHint[] = hints.map(({ sequence, ...hint }) => ({ world, request: sequence, ...hint }));
    if (profile !== undefined && advice !== undefined)
      found.push({ world, requirement: "profile", problem: advice, fix: `Start with --profile ${profile}.` });
    for (const { requirement, problem, fix, spec, request } of found) {
      if (hinted.has(requirement)) continue;
      hinted.add(requirement);
      onHint({ world, requirement, problem, fix, ...(spec !== undefined && { spec }), ...(request && { request }) });
    }
  };
  const judgeLater = (watched: Watched, requests: readonly RecordedRequest[]): void => {
    if (pending >= mostPending || !isAffordable()) return;
    const copy = [...requests];
    pending += 1;
    judging = judging
      .then(() => (isAffordable() ? judge(watched, copy) : undefined))
      .catch(() => undefined) // a hint must not end the simulator
      .finally(() => {
        pending -= 1;
      });
  };
  const addOther = (watched: Watched, request: RecordedRequest): void => {
    watched.others.push(request);
    if (request.isError) judgeLater(watched, watched.others);
    if (request.isError || watched.others.length > mostOthers) watched.others = waiting.drop(watched.others);
  };
  const addToJourney = (watched: Watched, id: string, request: RecordedRequest): void => {
    const own = watched.journeys.get(id) ?? [];
    watched.journeys.set(id, own);
    own.push(request);
    const end = request.isOver ? own.findIndex(({ isOver }) => isOver) : own.length;
    const after = own.length - end;
    if (late.includes(after) || early.includes(own.length)) judgeLater(watched, own);
    if (after < last) return;
    waiting.drop(own);
    watched.journeys.delete(id);
  };
  const stop = watch((request) => {
    const watched = waiting.open(request);
    if (request.instanceId === undefined) addOther(watched, request);
    else addToJourney(watched, request.instanceId, request);
  });

  return async () => {
    stop();
    await judging;
    const until = now() + mostAtEndMs;
    for (const watched of waiting.worlds())
      for (const own of watched.journeys.values()) if (now() < until) await judge(watched, own).catch(() => undefined);
  };
}

/** Creates a function that adds milliseconds of judging, and returns whether there is time for more. */
function createBudget(now: () => number): (spentMs?: number) => boolean {
  let [owed, at] = [0, now()];
  return (spentMs = 0) => {
    const next = now();
    owed = Math.max(0, owed - (next - at) * share) + spentMs;
    at = next;
    return owed < burstMs;
  };
}

/** Creates the requests that wait for their judgement. If there are too many, the oldest journeys are forgotten. */
function createWaiting() {
  const worlds = new Map<string, Watched>();
  let [requests, characters] = [0, 0];
  const drop = (dropped: readonly RecordedRequest[]): RecordedRequest[] => {
    requests -= dropped.length;
    for (const { size } of dropped) characters -= size;
    return [];
  };
  const forget = (world: string, { journeys, others }: Watched): void => {
    for (const own of journeys.values()) drop(own);
    drop(others);
    worlds.delete(world);
  };
  const shrink = (): void => {
    for (const { journeys } of worlds.values())
      for (const [id, own] of journeys) {
        if (requests <= mostRequests && characters <= mostCharacters) return;
        drop(own);
        journeys.delete(id);
      }
  };
  const create = (world: string): Watched => {
    const [oldest] = worlds.size >= mostWorlds ? worlds : [];
    if (oldest !== undefined) forget(...oldest);
    const watched: Watched = { journeys: new Map(), others: [], hinted: new Set() };
    worlds.set(world, watched);
    return watched;
  };
  return {
    worlds: () => worlds.values(),
    drop,
    /** Counts a request, and returns its world. */
    open: ({ world, size }: RecordedRequest): Watched => {
      requests += 1;
      characters += size;
      if (requests > mostRequests || characters > mostCharacters) shrink();
      return worlds.get(world) ?? create(world);
    },
  };
}
