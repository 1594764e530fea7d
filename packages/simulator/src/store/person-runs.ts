import { type InstanceRecord, settleAt } from "../engine/commands.ts";
import type { EarlierRuns } from "../engine/instance.ts";
import { nextEvent } from "../engine/settle.ts";
import { addRuns, countRuns, noRuns, subtractRuns } from "../engine/subject.ts";
import type { Millis } from "../world/time.ts";

/** An instance, and the key of its person, if the person is known. */
interface PersonInstance {
  readonly record: InstanceRecord;
  readonly person: string | undefined;
}

interface Person {
  readonly instances: Map<string, CountedInstance>;
  /** The sum of the runs of `instances`. */
  runs: EarlierRuns;
  /** The instances with a scheduled event, by the second in which it happens, in the time of the world. */
  readonly due: Map<number, Set<string>>;
}

/** The runs of an instance, and the second of its next event, which can start more runs. */
interface CountedInstance {
  readonly runs: EarlierRuns;
  readonly second: number | undefined;
}

/**
 * The module runs of each person in a world, in memory, so that a submit does not have to count the runs of every instance
 * again. A load test has thousands of instances of one person.
 */
export type PersonRuns = ReturnType<typeof createPersonRuns>;

/** Creates {@link PersonRuns} without instances. `read` finds an instance that was added. */
export function createPersonRuns(read: (id: string) => InstanceRecord | undefined) {
  const persons = new Map<string, Person>();
  return {
    add: ({ record, person: key }: PersonInstance): void => {
      if (key === undefined) return;
      const person = persons.get(key) ?? { instances: new Map(), runs: noRuns, due: new Map() };
      persons.set(key, person);
      addInstance(person, record);
    },
    remove: ({ record, person: key }: PersonInstance): void => {
      const person = key === undefined ? undefined : persons.get(key);
      if (key === undefined || person === undefined) return;
      removeInstance(person, record.instance.id);
      if (person.instances.size === 0) persons.delete(key);
    },
    /** Counts how often each module ran for a person in instances other than `id`. */
    count: (key: string | undefined, id: string | undefined, now: Millis): EarlierRuns => {
      const person = key === undefined ? undefined : persons.get(key);
      if (person === undefined) return noRuns;
      for (const other of dueAt(person, now)) {
        const record = read(other);
        if (record === undefined) continue;
        const settled = settleAt(record, now);
        if (settled === record) continue;
        removeInstance(person, other);
        addInstance(person, settled);
      }
      return subtractRuns(person.runs, person.instances.get(id ?? "")?.runs ?? noRuns);
    },
  };
}

/** The instances whose next event happens in the second of `now` or before. */
const dueAt = ({ due }: Person, now: Millis): readonly string[] =>
  [...due].filter(([second]) => second * 1_000 <= now).flatMap(([, ids]) => [...ids]);

function addInstance(person: Person, record: InstanceRecord): void {
  const { terms, instance } = record;
  const { id, skew } = instance;
  const runs = countRuns([instance]);
  const next = nextEvent(terms, instance);
  const second = next === undefined ? undefined : Math.floor((next - skew) / 1_000);
  person.instances.set(id, { runs, second });
  person.runs = addRuns(person.runs, runs);
  if (second === undefined) return;
  const ids = person.due.get(second) ?? new Set();
  person.due.set(second, ids.add(id));
}

function removeInstance(person: Person, id: string): void {
  const { runs = noRuns, second = Number.NaN } = person.instances.get(id) ?? {};
  person.instances.delete(id);
  person.runs = subtractRuns(person.runs, runs);
  const ids = person.due.get(second);
  ids?.delete(id);
  if (ids?.size === 0) person.due.delete(second);
}
