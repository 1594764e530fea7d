import { effectiveAt, type Running, settle } from "../machine/command.ts";
import { type EarlierRuns, isFinal } from "../machine/instance.ts";
import { addRuns, countRuns, personOf } from "../machine/person.ts";
import { toSubject } from "../machine/subject.ts";
import { memberOf } from "../world/path.ts";
import type { Deps } from "./deps.ts";
import type { Whereabouts } from "./instances.ts";

/**
 * Counts how often each module has run for a person in the other instances of a world. Gap `module-retry`.
 *
 * @param running The instance that is told more about its person; undefined while it is being started.
 * @param subject What is told now.
 */
export async function countEarlierRuns(
  { store }: Deps,
  { world, now }: Whereabouts,
  running: Running | undefined,
  subject: unknown,
): Promise<EarlierRuns> {
  const known = running && toSubject(running.terms, running.instance);
  const person = personOf({
    uid: memberOf(known, "uid") ?? memberOf(subject, "uid"),
    identity: { ...(memberOf(known, "identity") ?? {}), ...(memberOf(subject, "identity") ?? {}) },
  });
  if (person === undefined) return {};
  const { runs, open } = await store.ofPerson(world, person);
  const others = open
    .filter(({ instance }) => instance.id !== running?.instance.id)
    .map((other) => settle(other, effectiveAt(other, now)).instance);
  const ended = others.filter(isFinal).map((instance) => ({ id: instance.id, runs: countRuns([instance]) }));
  if (ended.length > 0) await store.fold(world, person, ended);
  return addRuns(runs, countRuns(others));
}
