import type { Part } from "../target/sample.ts";
import { collectedBy, type Work } from "./journey.ts";
import { openWork, type Run } from "./model.ts";

/** The expected result: success, or the status of a refusal. */
export type Expected = "success" | number;

/** The expected result of a submit, by the rules in order of precedence. Spec 3.2, 4.2; gap `error-precedence`. */
export function judgeSubmit(run: Run, isCurrent: boolean, parts: readonly Part[]): Expected {
  const [work] = openWork(run);
  if (work === undefined || !isCurrent) return 409;
  const names = parts.map(({ element }) => element);
  if (names.some((name, i) => run.given.has(name) || names.indexOf(name) !== i)) return 409;
  if (!names.every((name) => collectedBy(work).includes(name))) return 400;
  return parts.some(({ element, kind }) => kind !== "valid" && work.required.includes(element)) ? 400 : "success";
}

/**
 * The expected result of a task update with `Complete`. Spec 2.10, 3.3; gaps `task-complete-incomplete`,
 * `task-complete-again`.
 */
export function judgeUpdate(run: Run, work: Work, parts: readonly Part[]): Expected {
  if (run.handled.has(work.id) || !openWork(run).includes(work)) return 409;
  const own = parts.filter(({ element }) => collectedBy(work).includes(element));
  if (own.some(({ element, kind }) => kind === "invalid" && work.required.includes(element))) return 400;
  const has = (name: string) => run.given.has(name) || own.some((one) => one.element === name && one.kind === "valid");
  return work.required.every(has) ? "success" : 400;
}
