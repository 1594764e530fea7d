import type { Scenario } from "@journey-kit/schemas/control";
import { startV1, startV1With, startV2, startWith, toParts } from "./ask.ts";
import type { Ask, Given, LimitedClient } from "./case.ts";

const toList = (names: readonly string[]): string => (names.length === 0 ? "" : ` with ${names.join(", ")}`);

/** An instance of a v2 journey, with valid prefill for some elements. Spec 2.7. */
export const started = (journey: string, ...names: readonly string[]): Given => ({
  do: "start",
  ask: startV2(journey, ...names),
  told: `a v2 ${journey}${toList(names)}`,
});

/** An instance of a v2 journey with a subject and a configuration of one's own. */
export const startedWith = (journey: string, subject: unknown, config?: unknown): Given => ({
  do: "start",
  ask: startWith(journey, subject, config),
  told: `a v2 ${journey} with ${JSON.stringify(config === undefined ? subject : config)}`,
});

/** An asynchronous instance of a v1 journey, with valid prefill for some elements. Spec 4.3. */
export const startedV1 = (journey: string, ...names: readonly string[]): Given => ({
  do: "start",
  ask: startV1(journey, ...names),
  told: `a v1 ${journey}${toList(names)}`,
});

/** An instance of a v1 journey with a configuration of one's own. Spec 4.3. */
export const startedV1With = (journey: string, subject: unknown, config: unknown): Given => ({
  do: "start",
  ask: startV1With(journey, subject, config),
  told: `a v1 ${journey} with ${JSON.stringify(config)} and full prefill`,
});

/** An instance of another client, without prefill. */
export const startedBy = (client: LimitedClient, ask: Ask): Given => ({
  do: "start",
  ask: { ...ask, client },
  told: `the client ${client} started an instance`,
});

/** Elements that were submitted to the current interaction, and taken. */
export const submitted = (...names: readonly string[]): Given => ({ do: "submit", parts: toParts(names) });

/** The first open v1 task, completed with elements. */
export const completed = (...names: readonly string[]): Given => ({ do: "complete", parts: toParts(names) });

/** No module runs any more. */
export const settled: Given = { do: "settle" };

/** Time has passed, by milliseconds. */
export const later = (ms: number): Given => ({ do: "pass", by: ms });

/** The next instance runs a scenario. */
export const armed = (scenario: string | Scenario): Given => ({ do: "arm", scenario });

/** The instance is paused. Gap `paused`. */
export const paused: Given = { do: "pause" };

/** A request was made, however it was answered. */
export const tried = (ask: Ask, told: string): Given => ({ do: "try", ask, told });

/** A request was made many times within a minute, whatever the responses. Gap `rate-limit`. */
export const repeated = (ask: Ask, times: number, told: string): Given => ({ do: "repeat", ask, times, told });

/** Texts of an answer are noted under names. */
export const noted = (ask: Ask, as: Readonly<Record<string, string>>, told: string): Given => ({
  do: "note",
  ask,
  as,
  told,
});

/** A token of the target's client, noted under a name. Spec 4.1. */
export const tokenNoted = (as: string): Given => ({ do: "token", as });

/** Describes a preparation in words. */
export function toTold(given: Given): string {
  switch (given.do) {
    case "start":
    case "try":
    case "repeat":
    case "note":
      return given.told;
    case "submit":
      return `submitted ${given.parts.map(({ element }) => element).join(", ")}`;
    case "complete":
      return `completed the task with ${given.parts.map(({ element }) => element).join(", ")}`;
    case "token":
      return `saved a token as $${given.as}`;
    case "settle":
      return "all modules finished";
    case "pass":
      return `${given.by / 1_000} s later`;
    case "arm":
      return `armed scenario ${typeof given.scenario === "string" ? given.scenario : given.scenario.name}`;
    case "pause":
      return "paused the instance";
  }
}
