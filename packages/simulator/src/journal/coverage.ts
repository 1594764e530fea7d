import { type Coverage, type CoverageRow, coverageParts } from "@journey-kit/schemas/control";
import { endpointNames, endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { createCoverage } from "@journey-kit/schemas/report";
import type { Profile } from "@journey-kit/schemas/tables";
import {
  type ErrorName,
  errorKindOf,
  errorNames,
  gapIds,
  gapOf,
  moduleOf,
  type RuleId,
  ruleIds,
  ruleOf,
} from "@journey-kit/schemas/tables";
import { type InstanceRecord, instanceTime, type Log, settleAt } from "../engine/commands.ts";
import type { Instance } from "../engine/instance.ts";
import { listTransitions } from "../engine/transitions.ts";
import type { Stage } from "../engine/v1.ts";
import { mapInSteps, type Pause } from "../world/steps.ts";
import type { Millis } from "../world/time.ts";
import type { Counts } from "./journal.ts";

/** Errors of requests without a world: the client is unknown, or the request is unreadable. */
const worldless: readonly ErrorName[] = [
  "MALFORMED_REQUEST",
  "MISSING_TOKEN",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "INTERNAL_ERROR",
];

/** Rules that no single response can show, so no response cites them. */
const unnamed: ReadonlySet<RuleId> = new Set([
  "module-variants",
  "environment-own-resource-id",
  "v2-refuses-v1-variants",
  "segment-modules-parallel",
  "segment-advances-when-all-finished",
  "start-interaction-hidden",
  "submit-four-error-variants",
  "subject-identical",
]);

const phaseTexts: Readonly<Record<Instance["progress"]["phase"], string>> = {
  collecting: "A response about an instance that is waiting for data.",
  running: "A response about an instance whose modules are running.",
  reviewing: "A response about an instance that is waiting for a reviewer.",
  paused: "A response about a paused instance.",
  finished: "A response about an instance with an outcome.",
  failed: "A response about a failed instance.",
};

const stageTexts: Readonly<Record<Stage, string>> = {
  Assigned: "A response about a task without data.",
  "In Progress": "A response about a task with part of its data.",
  Completed: "A response about a completed task.",
};

interface CoveredInstance {
  readonly record: InstanceRecord;
  readonly log: Log;
}

interface CoveredWorld {
  readonly id: string;
  readonly at: Millis;
  readonly profile: Profile;
  readonly instances: readonly CoveredInstance[];
}

/**
 * Reports which items the requests of a world covered under the world's profile, and which items they did not cover.
 *
 * @param min The required percentage.
 */
export async function reportCoverage(
  { id: world, at, profile, instances }: CoveredWorld,
  counts: Counts,
  pause: Pause,
  min?: number,
): Promise<Coverage> {
  const [transitions, outcomes] = [new Map<string, number>(), new Map<string, number>()];
  await mapInSteps(instances, pause, ({ record, log }) => {
    const settled = settleAt(record, at);
    countOutcomes(outcomes, settled);
    for (const id of listTransitions(record.terms, log, instanceTime(settled, at))) addTimes(transitions, id, 1);
  });
  const rows = createRows({ ...counts, transitions, outcomes }, profile);
  const rowsByPart = coverageParts.map((part) => [part, rows[part]] as const);
  return createCoverage(world, counts.requests, rowsByPart, min);
}

const addTimes = (counts: Map<string, number>, id: string, times: number): void =>
  void counts.set(id, (counts.get(id) ?? 0) + times);

/**
 * Adds the module outcomes of an instance, such as `Liveness: Fail`. An outcome that was possible in the journey but did
 * not occur adds 0.
 */
function countOutcomes(counts: Map<string, number>, { terms: { definition }, instance }: InstanceRecord): void {
  for (const { module } of definition.segments.flatMap(({ modules }) => modules))
    for (const { name } of moduleOf(module, definition).outcomes) addTimes(counts, `${module}: ${name}`, 0);
  for (const { module, outcome } of instance.finished) addTimes(counts, `${module}: ${outcome.name}`, 1);
}

/** How often requests and instances covered each item, by item id. */
interface CoverageCounts extends Counts {
  readonly transitions: ReadonlyMap<string, number>;
  readonly outcomes: ReadonlyMap<string, number>;
}

function createRows(counts: CoverageCounts, profile: Profile): Record<(typeof coverageParts)[number], CoverageRow[]> {
  const row = (counted: ReadonlyMap<string, number>, id: string, text: string, isPossible = true): CoverageRow => {
    const times = counted.get(id) ?? 0;
    return { id, text, times, reachable: isPossible || times > 0 };
  };
  return {
    endpoints: endpointNames.map((name) =>
      row(
        counts.endpoints,
        name,
        endpointOf(name).summary,
        resolveReading(profile, endpointOf(name).path) !== undefined,
      ),
    ),
    rules: ruleIds
      .filter((id) => ruleOf(id).observable !== false)
      .map((id) => row(counts.basis, id, ruleOf(id).text, !unnamed.has(id))),
    errors: errorNames
      .filter((name) => !worldless.includes(name) && errorKindOf(name).isOfSimulator !== true)
      .map((name) => row(counts.errors, name, errorKindOf(name).action)),
    phases: Object.entries(phaseTexts).map(([phase, text]) => row(counts.phases, phase, text)),
    stages: Object.entries(stageTexts).map(([stage, text]) => row(counts.stages, stage, text)),
    transitions: [...new Set([...Object.keys(transitions), ...counts.transitions.keys()])].map((id) => {
      const { text, isPossible = () => true } = transitions[id] ?? {
        text: "A transition that no built-in journey has.",
        isPossible: () => false,
      };
      return row(counts.transitions, id, text, isPossible(profile));
    }),
    outcomes: [...counts.outcomes.keys()].map((id) =>
      row(counts.outcomes, id, "A module of a started journey returned this outcome."),
    ),
    readings: gapIds.flatMap((id) => {
      const { observable, kind, options } = gapOf(id);
      if (observable === false || kind === "client") return [];
      return Object.entries(options).map(([reading, text]) =>
        row(counts.basis, `${id}=${reading}`, text, profile[id] === reading),
      );
    }),
  };
}

interface Transition {
  readonly text: string;
  /** Whether a profile allows the transition. If omitted, every profile allows it. */
  readonly isPossible?: (profile: Profile) => boolean;
}

const isReviewed = (profile: Profile): boolean => profile["refer-ends-journey"] === "no";

/** Every transition of the built-in journeys, by its id in `toTransitions`. Spec 3. */
export const transitions: Readonly<Record<string, Transition>> = {
  "none -> collecting": { text: "An instance started and waited for data." },
  "none -> running": { text: "An instance started with all the data for its first modules." },
  "collecting -> collecting": { text: "An interaction or task received its data, and the next one waited for data." },
  "collecting -> running": { text: "A segment received all of its data, and its modules started." },
  "running -> collecting": { text: "A segment finished, and the next one waited for data." },
  "running -> running": { text: "Modules finished, and the next ones started immediately." },
  "running -> finished": { text: "The last modules finished, and the journey has an outcome." },
  "running -> failed": {
    text: "A module could not complete, a synchronous start gave up, or a tester made the instance fail while modules were running.",
  },
  "running -> reviewing": {
    text: "The outcome was refer, and the instance waited for a reviewer.",
    isPossible: isReviewed,
  },
  "reviewing -> finished": { text: "A reviewer accepted or rejected the instance.", isPossible: isReviewed },
  "reviewing -> failed": {
    text: "A tester made an instance fail while it was waiting for a reviewer.",
    isPossible: isReviewed,
  },
  "reviewing -> paused": {
    text: "A tester paused an instance that was waiting for a reviewer.",
    isPossible: isReviewed,
  },
  "paused -> reviewing": {
    text: "A tester resumed an instance that was waiting for a reviewer.",
    isPossible: isReviewed,
  },
  "paused -> failed": { text: "A tester made a paused instance fail." },
  "collecting -> paused": { text: "A tester paused an instance that was waiting for data." },
  "running -> paused": { text: "A tester paused an instance whose modules were running." },
  "paused -> collecting": { text: "A tester resumed an instance that was waiting for data." },
  "paused -> running": { text: "A tester resumed an instance whose modules were running." },
  "collecting -> failed": {
    text: "A tester made an instance fail while it was waiting for data, or its link expired.",
  },
  "task Assigned -> In Progress": { text: "A task received part of its data." },
  "task Assigned -> Completed": { text: "A task received all of its data at once." },
  "task In Progress -> Completed": { text: "A task received the rest of its data." },
  "task Completed -> Assigned": {
    text: "A completed task asked for its data again.",
    isPossible: (profile) => profile["module-retry"] === "recollect",
  },
};
