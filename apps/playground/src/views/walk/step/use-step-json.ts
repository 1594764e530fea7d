import { useState } from "react";
import { parseJson } from "../../../text/json.ts";

/** The body of a step as JSON that the user may edit. */
interface StepJson {
  readonly text: string;
  /** The value of the text; undefined if it is not JSON. */
  readonly parsed: { readonly value: unknown } | undefined;
  /** Whether the user has changed the body. */
  readonly isEdited: boolean;
  readonly edit: (text: string) => void;
  /** Discards the edits, so that the text follows the form again. */
  readonly reset: () => void;
}

/**
 * Keeps the user's edits of a body. Without edits, the text is the result of `build`, or empty if `build` returns
 * undefined.
 */
export function useStepJson(build: () => unknown): StepJson {
  const [edited, edit] = useState<string>();
  const text = edited ?? JSON.stringify(build(), null, 2) ?? "";
  const value = parseJson(text);
  const parsed = value === undefined ? undefined : { value };
  return { text, parsed, isEdited: edited !== undefined, edit, reset: () => edit(undefined) };
}
