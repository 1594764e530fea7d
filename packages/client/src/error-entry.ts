import type { ErrorName, ExtendedLocation } from "@journey-kit/schemas/errors";
import type { Hide } from "./hide.ts";
import { memberOf } from "./json.ts";

/** A word from the specification, or any other that a service sends. */
type Open<Word extends string> = Word | (string & {});

/** One error that a service reported. Spec 7. */
export interface ErrorEntry {
  /** Numeric, as text. Absent in the older form of v1. */
  readonly code?: string;
  readonly name: Open<ErrorName>;
  readonly problem: string;
  /** What to do about it. Absent in the older form of v1. */
  readonly action?: string;
  /** Where the error occurred. Gap `error-location-values`. */
  readonly location?: Open<NonNullable<ExtendedLocation>>;
}

/**
 * Reads the entries of an error body: those of `errors`, or the single one of v1's older `{status, message, error}` and
 * of a token endpoint. Spec 7, 9; gaps `v1-error-body`, `token-error-body`.
 *
 * @returns No entries if the body has neither form.
 */
export function toErrorEntries(body: unknown, hide: Hide): readonly ErrorEntry[] {
  const errors = memberOf(body, "errors");
  if (Array.isArray(errors)) return errors.map((entry) => toEntry(entry, hide));
  const name = memberOf(body, "error");
  const problem = memberOf(body, "message") ?? memberOf(body, "error_description");
  return typeof name === "string" || typeof problem === "string" ? [toEntry({ name, problem }, hide)] : [];
}

function toEntry(entry: unknown, hide: Hide): ErrorEntry {
  const texts = ["code", "name", "problem", "action", "location"].flatMap((name) => {
    const value = memberOf(entry, name);
    return typeof value === "string" || typeof value === "number" ? [[name, hide(`${value}`)]] : [];
  });
  return { name: "", problem: "", ...Object.fromEntries(texts) };
}
