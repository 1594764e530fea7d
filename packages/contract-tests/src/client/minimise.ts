import type { Subject } from "@journey-kit/schemas";
import type { Readings } from "@journey-kit/schemas/tables";
import { plainCondition } from "../arbitraries/condition.ts";
import type { Condition } from "../service/condition.ts";
import { parseProfile } from "../service/readings.ts";

/** How much a search for a shorter reproduction may do. */
export interface Budget {
  attempts: number;
  readonly isOver: () => boolean;
  /** Whether the journeys stay as they are, because the caller chose them. */
  readonly keepsJourneys?: boolean;
}

/**
 * Looks for a shorter condition that still fails: with one journey, the plain person and journey, and without each
 * fault, reading and setting that is not needed. `holds` runs a candidate.
 */
export async function minimise(
  condition: Condition,
  holds: (candidate: Condition) => Promise<boolean>,
  budget: Budget,
): Promise<Condition> {
  // Without `expects`, a report is compared with the instance, whatever the scenario and the person are.
  const bare: Condition = { ...condition, runs: condition.runs.map(({ expects, ...run }) => run) };
  const isBare = await holds(bare);
  let shortest = isBare ? bare : condition;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of simplify(shortest)) {
      if (!isBare && !isSameJourney(candidate, condition)) continue;
      if (budget.keepsJourneys === true && !hasSameJourneys(candidate, condition)) continue;
      if (budget.attempts <= 0 || budget.isOver()) return shortest;
      budget.attempts -= 1;
      if (!(await holds(candidate))) continue;
      shortest = candidate;
      isShorter = true;
      break;
    }
  }
  return shortest;
}

/** Whether two conditions lead to the same conclusions. */
const isSameJourney = (one: Condition, other: Condition): boolean =>
  one.scenario === other.scenario && one.runs.every((run) => other.runs.some(({ subject }) => subject === run.subject));

const hasSameJourneys = (one: Condition, other: Condition): boolean =>
  one.runs.every((run) => other.runs.some(({ resourceId }) => resourceId === run.resourceId));

/** Simpler conditions, those that drop most first. None is equal to the condition. */
function* simplify(condition: Condition): Generator<Condition> {
  const plain = plainCondition(condition.runs[0]?.apiVersion ?? "v2");
  if (condition.runs.length > 1)
    for (const run of condition.runs) yield { ...condition, runs: [{ ...run, client: 0 }], inTurn: undefined };
  if (condition.runs.length > 2) for (const runs of withoutEach(condition.runs)) yield { ...condition, runs };
  yield* unlessEqual(condition, { ...plain, text: condition.text, faults: condition.faults });
  yield* dropFaults(condition);
  yield* dropReadings(condition);
  yield* unlessEqual(condition, { ...condition, ...withPlainRuns(condition, plain) });
  yield* unlessEqual(condition, withoutTester(condition));
  for (const name of ["region", "pauseAfter", "permissions", "outage", "inTurn", "pollIntervalMs"] as const)
    yield* unlessEqual(condition, { ...condition, [name]: undefined });
  const { scenario } = condition;
  if (typeof scenario === "object")
    for (const rules of withoutEach(scenario.rules)) yield { ...condition, scenario: { ...scenario, rules } };
  yield* plainPeople(condition, plain);
}

function* unlessEqual(condition: Condition, candidate: Condition): Generator<Condition> {
  if (JSON.stringify(candidate) !== JSON.stringify(condition)) yield candidate;
}

const withoutEach = <T>(all: readonly T[]): readonly T[][] => all.map((_, i) => all.toSpliced(i, 1));

function* dropFaults(condition: Condition): Generator<Condition> {
  const { rules = [] } = condition.faults ?? {};
  if (rules.length === 0) return;
  yield { ...condition, faults: undefined };
  if (rules.length === 1) return;
  if (rules.length > 8) yield { ...condition, faults: { rules: rules.slice(0, Math.ceil(rules.length / 2)) } };
  if (rules.length <= 4) for (const rule of rules) yield { ...condition, faults: { rules: [rule] } };
  for (const fewer of withoutEach(rules)) yield { ...condition, faults: { rules: fewer } };
}

function* dropReadings(condition: Condition): Generator<Condition> {
  const all = Object.entries(condition.readings ?? {});
  const having = (kept: typeof all): Condition => ({ ...condition, readings: Object.fromEntries(kept) as Readings });
  for (let size = all.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < all.length; at += size) {
      const fewer = having(all.toSpliced(at, size));
      if (parseProfile(fewer.readings ?? {}) !== undefined) yield fewer;
    }
}

/** The plain journey for the plain person, in each run. Keeps what each person decides. */
const withPlainRuns = ({ runs, scenario }: Condition, plain: Condition): Partial<Condition> => ({
  journeys: plain.journeys,
  runs: runs.map((run) => ({
    ...run,
    resourceId: plain.runs[0]?.resourceId ?? run.resourceId,
    subject: typeof scenario === "object" && runs.length > 1 ? run.subject : (plain.runs[0]?.subject ?? run.subject),
  })),
});

/** Modules finish at once, so that nothing must act. */
const withoutTester = (condition: Condition): Condition =>
  condition.finishAfter === undefined
    ? condition
    : { ...condition, scenario: "accepted", finishAfter: undefined, outage: undefined, isTimed: undefined };

/** Replaces the members of a person by those of the plain one, one at a time. */
function* plainPeople(condition: Condition, plain: Condition): Generator<Condition> {
  const other = plain.runs[0]?.subject;
  if (condition.runs.length !== 1 || other === undefined) return;
  const [run] = condition.runs;
  if (run === undefined) return;
  for (const subject of simplerPeople(run.subject, other))
    yield* unlessEqual(condition, { ...condition, runs: [{ ...run, subject }] });
}

function* simplerPeople(person: Subject, plain: Subject): Generator<Subject> {
  yield plain;
  for (const name of Object.keys(person) as (keyof Subject)[]) yield { ...person, [name]: plain[name] };
  const { identity = {} } = person;
  for (const name of Object.keys(identity) as (keyof typeof identity)[])
    yield { ...person, identity: { ...identity, [name]: plain.identity?.[name] } };
}
