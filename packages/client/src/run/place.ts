import {
  type Element,
  elements,
  isOfType,
  isRecord,
  listOf,
  memberOf,
  type Step,
  splitPath,
} from "@journey-kit/schemas/calls";
import { JourneyError } from "../errors.ts";
import type { SubjectInput } from "../types/subject.ts";

/** Returns the table entry of a standard domain element. Spec 2.6; gap `element-names`. */
const standardElementOf = (name: string) => memberOf(elements, name) as Element | undefined; // as the table declares

/**
 * Puts the value of a domain element in its place in a subject. Spec 2.6, 2.8.
 *
 * A value of the form `{ subject }` contains data that is already in its place. Use this form for a custom element.
 *
 * @throws {JourneyError} When the place of the element is unknown.
 */
export function placeElement(
  subject: SubjectInput,
  element: string,
  value: unknown,
  path = standardElementOf(element)?.path,
): SubjectInput {
  const placed = isRecord(value) && Object.keys(value).join() === "subject" ? value.subject : undefined;
  if (placed === undefined && path === undefined) {
    throw new JourneyError(`${element} is not a standard element. Return its data as { subject: { … } }.`);
  }
  return merge(subject, placed ?? wrapValue(subject, splitPath(path ?? ""), value)) as SubjectInput; // merging two subjects gives a subject
}

/** Creates a subject with one value at a path. Its top-level member is a list, unless it is `identity`. Spec 2.8. */
function wrapValue(present: unknown, [step, ...rest]: readonly Step[], value: unknown, isTop = true): unknown {
  if (step === undefined) return value;
  const inner = wrapValue(typeof step === "string" ? memberOf(present, step) : undefined, rest, value, false);
  const entries = Array.isArray(inner) ? inner : [inner];
  if (typeof step === "string") return { [step]: isTop && step !== "identity" ? entries : inner };
  if (typeof step === "object") return entries.map((entry) => (isRecord(entry) ? { ...entry, ...step } : entry));
  return [...Array<object>(Math.max(0, step - listOf(present).length)).fill({}), ...entries];
}

/** Concatenates lists, merges objects, and otherwise returns the later value. */
function merge(before: unknown, more: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(more)) return [...before, ...more];
  if (!isRecord(before) || !isRecord(more)) return more;
  const united = Object.entries(more).map(([name, value]) => [name, merge(memberOf(before, name), value)]);
  return { ...before, ...Object.fromEntries(united) };
}

/** Whether a subject contains data for a domain element. The service ignores the case of a document's type. */
export function hasElement(subject: SubjectInput, element: string): boolean {
  const { path, leaves } = standardElementOf(element) ?? { path: "" };
  let found: readonly unknown[] = [subject];
  for (const step of splitPath(path)) {
    if (typeof step === "string") found = found.flatMap((owner) => memberOf(owner, step) ?? []);
    else found = typeof step === "number" ? found.slice(step) : found.filter((entry) => isOfType(entry, step));
  }
  return found.some((one) => leaves?.some((leaf) => memberOf(one, leaf) !== undefined) ?? true);
}
