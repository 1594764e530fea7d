import type { Coverage } from "@journey-kit/schemas/control";
import { moduleOf } from "@journey-kit/schemas/modules";
import type { SimulatorContext } from "../context/context.ts";
import { type InstanceRecord, settle } from "../engine/commands.ts";
import { toTransitions } from "../engine/transitions.ts";
import { toCoverage } from "../journal/coverage.ts";
import type { Settings } from "../store/store.ts";
import type { Millis } from "../world/time.ts";

/** An instance of a world, and its time. */
export interface ScannedInstance {
  readonly record: InstanceRecord;
  readonly at: Millis;
}

/** Computes what the requests of a world have covered. `min` is the required percentage. */
export async function readCoverage(
  context: Pick<SimulatorContext, "store" | "journals">,
  world: string,
  { profile }: Settings,
  instances: readonly ScannedInstance[],
  min: number | undefined,
): Promise<Coverage> {
  const transitions = await countTransitions(context, world, instances);
  const counts = { ...(await context.journals.counts(world)), transitions, outcomes: countOutcomes(instances) };
  return toCoverage(world, counts, profile, min);
}

/**
 * Counts how often each module outcome occurred. An outcome that was possible in the started journeys but did not occur
 * has the count 0.
 */
function countOutcomes(instances: readonly ScannedInstance[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (module: string, outcome: string, times: number) =>
    counts.set(`${module}: ${outcome}`, (counts.get(`${module}: ${outcome}`) ?? 0) + times);
  for (const { record, at } of instances) {
    const { terms, instance } = settle(record, at);
    for (const { module } of terms.definition.segments.flatMap(({ modules }) => modules))
      for (const { name } of moduleOf(module, terms.definition).outcomes) add(module, name, 0);
    for (const { module, outcome } of instance.finished) add(module, outcome.name, 1);
  }
  return counts;
}

/** Counts the transitions of the instances of a world. Spec 3. */
async function countTransitions(
  { store }: Pick<SimulatorContext, "store">,
  world: string,
  instances: readonly ScannedInstance[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { record, at } of instances) {
    const log = await store.log(world, record.instance.id);
    if (log === undefined) continue;
    for (const id of toTransitions(record.terms, log, at)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
