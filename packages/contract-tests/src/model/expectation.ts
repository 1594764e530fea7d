import type { Profile } from "@journey-kit/schemas/profile";
import type { Part } from "../target/sample.ts";
import { type Collection, elementsOf, type Outcome } from "./journey.ts";
import { type Instance, type Model, openCollections } from "./model.ts";

/** The expected result of a request: success, or the status of a refusal. */
export type Expected = "success" | number;

/** The expected result of a submit, by the rules in order of precedence. Spec 3.2, 4.2; gap `error-precedence`. */
export function expectSubmit(instance: Instance, isCurrent: boolean, parts: readonly Part[]): Expected {
  const [current] = openCollections(instance);
  if (current === undefined || !isCurrent) return 409;
  const names = parts.map(({ element }) => element);
  if (names.some((name, i) => instance.provided.has(name) || names.indexOf(name) !== i)) return 409;
  if (!names.every((name) => elementsOf(current).includes(name))) return 400;
  return parts.some(({ element, kind }) => kind !== "valid" && current.required.includes(element)) ? 400 : "success";
}

/**
 * The expected result of a task update with `Complete`. Spec 2.10, 3.3; gaps `task-complete-incomplete`,
 * `task-complete-again`.
 */
export function expectUpdate(instance: Instance, task: Collection, parts: readonly Part[]): Expected {
  if (instance.handled.has(task.id) || !openCollections(instance).includes(task)) return 409;
  const own = parts.filter(({ element }) => elementsOf(task).includes(element));
  if (own.some(({ element, kind }) => kind === "invalid" && task.required.includes(element))) return 400;
  const isProvided = (name: string) =>
    instance.provided.has(name) || own.some(({ element, kind }) => element === name && kind === "valid");
  return task.required.every(isProvided) ? "success" : 400;
}

/** The kind of response that contains a status; gap `failure-status` spells a failure by it. */
export type StatusPlace = "state" | "tasks" | "interaction";

const isError: Readonly<Record<Profile["failure-status"], (generation: "v1" | "v2", place: StatusPlace) => boolean>> = {
  failed: () => false,
  error: () => true,
  "error-in-state": (_, place) => place !== "tasks",
  "error-in-v2-state": (generation, place) => generation === "v2" && place === "state",
};

/** The status of an instance in a response. Spec 2.2, 3.1; gaps `failure-status`, `paused`. */
export function statusOf({ profile }: Readonly<Model>, instance: Instance, place: StatusPlace): string {
  const { journey, end, pausedAt, inReview } = instance;
  if (end === "failed") return isError[profile["failure-status"]](journey.generation, place) ? "Error" : "Failed";
  if (end !== undefined) return "Completed";
  return pausedAt !== undefined || (inReview && profile.paused === "in-review") ? "Paused" : "InProgress";
}

const spellings: Readonly<Record<Profile["outcome-spelling"], Readonly<Record<Outcome, string>>>> = {
  plain: { accept: "Accept", reject: "Reject", refer: "Refer" },
  decision: { accept: "Decision: Accept", reject: "Decision: Reject", refer: "Decision: Manual review" },
};

/** The outcome in a state; undefined if it shows none. Gaps `outcome-spelling`, `referred-result`. */
export function outcomeOf({ profile }: Readonly<Model>, { journey, end, inReview }: Instance): string | undefined {
  const isShown = inReview && journey.generation === "v2" && profile["referred-result"] === "decision";
  const outcome = end ?? (isShown ? "refer" : undefined);
  if (outcome === undefined || outcome === "failed") return undefined;
  return journey.spelling[outcome] ?? spellings[profile["outcome-spelling"]][outcome];
}
