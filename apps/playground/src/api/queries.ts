import type { ExplanationQuery, RequestList, World } from "@journey-kit/schemas/control";
import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { countRequests, updateLatest } from "./list-latest.ts";
import type { TargetKind } from "./target.ts";
import { useTarget } from "./target-provider.tsx";

/** The keys of cached responses. They begin with the target, because each simulator has its own worlds. */
export const keys = {
  target: (kind: TargetKind): QueryKey => [kind],
  worlds: (kind: TargetKind): QueryKey => [kind, "worlds"],
  journeys: (kind: TargetKind): QueryKey => [kind, "journeys"],
  world: (kind: TargetKind, world: string, ...rest: readonly unknown[]): QueryKey => [kind, "world", world, ...rest],
  requests: (kind: TargetKind, world: string): QueryKey => [kind, "world", world, "requests"],
};

/** A part of a world that the page caches separately. */
type WorldPart =
  | "summary"
  | "clock"
  | "profile"
  | "rate"
  | "permissions"
  | "scenarios"
  | "faults"
  | "fault-hits"
  | "coverage"
  | "instances"
  | "checkpoints"
  | "request-count";

const readers = {
  summary: (world: World) => world.summary(),
  clock: (world: World) => world.clock.read(),
  profile: (world: World) => world.profile.read(),
  rate: (world: World) => world.rate.read(),
  permissions: (world: World) => world.permissions.read(),
  scenarios: (world: World) => world.scenarios.list(),
  faults: (world: World) => world.faults.read(),
  "fault-hits": (world: World) => world.faults.hits(),
  coverage: (world: World) => world.coverage(),
  instances: (world: World) => world.instances(),
  checkpoints: (world: World) => world.checkpoints.list(),
  "request-count": countRequests,
} as const satisfies Record<WorldPart, (world: World) => Promise<unknown>>;

/** Reads a part of a world, which the event stream keeps up to date. */
export function useWorld<Part extends WorldPart>(
  world: string,
  part: Part,
): UseQueryResult<Awaited<ReturnType<(typeof readers)[Part]>>> {
  const { target } = useTarget();
  const read = readers[part] as (world: World) => Promise<Awaited<ReturnType<(typeof readers)[Part]>>>; // the row of `part`
  return useQuery({
    queryKey: keys.world(target.kind, world, part),
    queryFn: () => read(target.control.world(world)),
    enabled: world !== "",
  });
}

export function useWorlds() {
  const { target } = useTarget();
  return useQuery({ queryKey: keys.worlds(target.kind), queryFn: () => target.control.worlds() });
}

/** Lists the published journeys. */
export function useJourneys() {
  const { target } = useTarget();
  return useQuery({ queryKey: keys.journeys(target.kind), queryFn: () => target.control.journeys() });
}

/** Reads the definition of a journey. Sends no request while `id` is undefined. */
export function useJourney(id: string | undefined, version: string | undefined) {
  const { target } = useTarget();
  return useQuery({
    queryKey: [...keys.journeys(target.kind), id, version],
    queryFn: () => target.control.journey(id ?? "", version === undefined ? {} : { version }),
    enabled: id !== undefined,
  });
}

/** Lists the latest requests of a world, oldest first. The event stream appends new ones. */
export function useRequests(world: string): UseQueryResult<RequestList> {
  const { target } = useTarget();
  const queries = useQueryClient();
  const queryKey = keys.requests(target.kind, world);
  return useQuery({
    queryKey,
    queryFn: () => updateLatest(target.control.world(world), queries.getQueryData<RequestList>(queryKey)),
    enabled: world !== "",
  });
}

/** Reads the explanation of an instance, or of its earlier state if `past` is set. */
export function useExplanation(world: string, instance: string, past?: ExplanationQuery) {
  const { target } = useTarget();
  return useQuery({
    queryKey: keys.world(target.kind, world, "instance", instance, past ?? "now"),
    queryFn: () => target.control.world(world).instance(instance).explain(past),
    ...(past !== undefined && {
      staleTime: Number.POSITIVE_INFINITY, // the past does not change
      placeholderData: keepPreviousData, // the view does not flicker while the user drags the playhead
    }),
  });
}

/** Changes a world. Afterwards, the page reads the cached parts of the world again. */
export function useWorldChange<Input = void, Result = unknown>(
  world: string,
  change: (world: World, input: Input) => Promise<Result>,
): UseMutationResult<Result, Error, Input> {
  const { target } = useTarget();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(target.control.world(world), input),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.world(target.kind, world) }),
  });
}
