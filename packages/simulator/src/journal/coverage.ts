import { type Coverage, type CoverageRow, coverageParts } from "@journey-kit/schemas/control";
import { type ErrorName, errorKindOf, errorKinds } from "@journey-kit/schemas/errors";
import { gapIds, gapOf } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import { resolveReading, routeNames, routeOf } from "@journey-kit/schemas/routes";
import { type RuleId, ruleIds, ruleOf } from "@journey-kit/schemas/rules";
import type { Instance } from "../engine/instance.ts";
import type { Stage } from "../engine/v1.ts";
import type { Counts } from "./journal.ts";

/** Refusals of calls that belong to no world, because nobody is known or nothing could be read. */
const worldless: readonly ErrorName[] = [
  "MALFORMED_REQUEST",
  "MISSING_TOKEN",
  "HOST_NOT_ALLOWED",
  "CONTROL_NOT_ALLOWED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "INTERNAL_ERROR",
];

/** Rules that several answers or a publication show together, so that no answer names them. */
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

const phases: Readonly<Record<Instance["progress"]["phase"], string>> = {
  collecting: "An answer about an instance that waits for data.",
  running: "An answer about an instance whose modules run.",
  reviewing: "An answer about an instance that waits for a reviewer.",
  paused: "An answer about an instance that is paused.",
  finished: "An answer about an instance that came to an outcome.",
  failed: "An answer about an instance that failed.",
};

const stages: Readonly<Record<Stage, string>> = {
  Assigned: "An answer about a task without data.",
  "In Progress": "An answer about a task with some of its data.",
  Completed: "An answer about a task that is done.",
};

/** What calls have met, and what instances have gone through. */
export interface Met extends Counts {
  /** How often, by transition. */
  readonly transitions: ReadonlyMap<string, number>;
}

/** Reports what the requests of a world covered under its profile, and what they did not. */
export function toCoverage(world: string, counts: Met, profile: Profile, min?: number): Coverage {
  const rows = toRows(counts, profile);
  const parts = coverageParts.map((part) => ({
    part,
    covered: rows[part].filter(({ times }) => times > 0).length,
    reachable: rows[part].filter(({ reachable }) => reachable).length,
    rows: rows[part],
  }));
  const sum = (field: "covered" | "reachable") => parts.reduce((total, part) => total + part[field], 0);
  const percentage = Math.floor((sum("covered") / sum("reachable")) * 100);
  return {
    world,
    exchanges: counts.calls,
    percentage,
    ...(min !== undefined && { min }),
    reached: percentage >= (min ?? 0),
    parts,
  };
}

function toRows(counts: Met, profile: Profile): Record<(typeof coverageParts)[number], CoverageRow[]> {
  const row = (found: ReadonlyMap<string, number>, id: string, text: string, isPossible = true): CoverageRow => {
    const times = found.get(id) ?? 0;
    return { id, text, times, reachable: isPossible || times > 0 };
  };
  return {
    endpoints: routeNames.map((name) =>
      row(counts.endpoints, name, routeOf(name).summary, resolveReading(profile, routeOf(name).path) !== undefined),
    ),
    rules: ruleIds
      .filter((id) => ruleOf(id).observable !== false)
      .map((id) => row(counts.basis, id, ruleOf(id).text, !unnamed.has(id))),
    errors: errorNames
      .filter((name) => !worldless.includes(name))
      .map((name) => row(counts.errors, name, errorKindOf(name).action)),
    phases: Object.entries(phases).map(([phase, text]) => row(counts.phases, phase, text)),
    stages: Object.entries(stages).map(([stage, text]) => row(counts.stages, stage, text)),
    transitions: [...new Set([...Object.keys(transitions), ...counts.transitions.keys()])].map((id) => {
      const { text, isPossible = () => true } = transitions[id] ?? { text: "A transition.", isPossible: () => false };
      return row(counts.transitions, id, text, isPossible(profile));
    }),
    readings: gapIds.flatMap((id) => {
      const { observable, kind, options } = gapOf(id);
      if (observable === false || kind === "client") return [];
      return Object.entries(options).map(([reading, text]) =>
        row(counts.basis, `${id}=${reading}`, text, profile[id] === reading),
      );
    }),
  };
}

const errorNames = Object.keys(errorKinds) as ErrorName[]; // `Object.keys` forgets the literal keys it was given

/** A transition that an instance or a task can go through, and the profiles under which it can. */
interface Transition {
  readonly text: string;
  /** Under every profile where left out. */
  readonly isPossible?: (profile: Profile) => boolean;
}

const isReviewed = (profile: Profile): boolean => profile["refer-ends-journey"] === "no";

/** Every transition that the journeys that ship can go through, as `projection/transition` names them. Spec 3. */
export const transitions: Readonly<Record<string, Transition>> = {
  "none -> collecting": { text: "An instance started and waits for data." },
  "none -> running": { text: "An instance started with all the data that its first modules need." },
  "collecting -> collecting": { text: "What one interaction or task wanted came, and the next one waits." },
  "collecting -> running": { text: "The last data that a segment wants came, and its modules started." },
  "running -> collecting": { text: "A segment finished, and the next one waits for data." },
  "running -> running": { text: "Modules finished, and others started at once." },
  "running -> finished": { text: "The last modules finished, and the journey came to its outcome." },
  "running -> failed": { text: "A module could not complete, or a tester failed the instance while modules ran." },
  "running -> reviewing": { text: "The outcome is refer, and a reviewer is waited for.", isPossible: isReviewed },
  "reviewing -> finished": { text: "A reviewer decided.", isPossible: isReviewed },
  "reviewing -> failed": { text: "A tester failed an instance that waits for a reviewer.", isPossible: isReviewed },
  "reviewing -> paused": { text: "A tester paused an instance that waits for a reviewer.", isPossible: isReviewed },
  "paused -> reviewing": { text: "A paused instance goes on waiting for a reviewer.", isPossible: isReviewed },
  "paused -> failed": { text: "A tester failed an instance that was paused." },
  "collecting -> paused": { text: "A tester paused an instance that waits for data." },
  "running -> paused": { text: "A tester paused an instance whose modules run." },
  "paused -> collecting": { text: "A paused instance goes on waiting for data." },
  "paused -> running": { text: "The modules of a paused instance go on." },
  "collecting -> failed": { text: "An instance that waits for data failed: by a tester, or with its link." },
  "task Assigned -> In Progress": { text: "A task got some of its data." },
  "task Assigned -> Completed": { text: "A task got all of its data at once." },
  "task In Progress -> Completed": { text: "A task got the rest of its data." },
  "task Completed -> Assigned": {
    text: "The data of a task is asked for once more.",
    isPossible: (profile) => profile["module-retry"] === "recollect",
  },
};
