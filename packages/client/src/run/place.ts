import { type Element, elements } from "@journey-kit/schemas/elements";
import { isRecord, listOf, memberOf } from "@journey-kit/schemas/subject-path";
import { JourneyError } from "../errors.ts";
import type { SubjectInput } from "../types/subject.ts";

/** Returns the table entry of a standard domain element. Spec 2.6; gap `element-names`. */
const elementOf = (name: string) => memberOf(elements, name) as Element | undefined; // as the table declares

/**
 * Puts the value of a domain element in its place in a subject. Spec 2.6, 2.8.
 *
 * A value of the form `{ subject }` contains data that is already in its place. Use this form for a custom element.
 *
 * @throws {JourneyError} When the place of the element is unknown.
 */
export function place(
  subject: SubjectInput,
  element: string,
  value: unknown,
  path = elementOf(element)?.path,
): SubjectInput {
  const placed = isRecord(value) && Object.keys(value).join() === "subject" ? value.subject : undefined;
  if (placed === undefined && path === undefined) {
    throw new JourneyError(`${element} is not a standard element. Return its data as { subject: { … } }.`);
  }
  return merge(subject, placed ?? wrap(subject, stepsOf(path ?? ""), value)) as SubjectInput; // merging two subjects gives a subject
}

/** Splits a path such as `identity.idNumbers[type=ssn]` into members, with the type or the index of a list entry. */
const stepsOf = (path: string) =>
  path.split(".").map((text) => {
    const [, name = text, type, index = 0] = /^(\w+)(?:\[(?:type=(.+)|(\d+))\])?$/.exec(text) ?? [];
    return { name, type, index: Number(index) };
  });

/** Creates a subject with one value at a path. Its top-level member is a list, unless it is `identity`. Spec 2.8. */
function wrap(present: unknown, [step, ...rest]: ReturnType<typeof stepsOf>, value: unknown, isTop = true): unknown {
  if (step === undefined) return value;
  const { name, type, index } = step;
  const own = memberOf(present, name);
  const inner = wrap(own, rest, value, false);
  const entries: readonly unknown[] = Array.isArray(inner) ? inner : [inner];
  if (type !== undefined) return { [name]: entries.map((entry) => (isRecord(entry) ? { ...entry, type } : entry)) };
  const gaps = Math.max(0, index - listOf(own).length);
  return { [name]: isTop && name !== "identity" ? [...Array<object>(gaps).fill({}), ...entries] : inner };
}

/** Concatenates lists, merges objects, and otherwise returns the later value. */
function merge(before: unknown, more: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(more)) return [...before, ...more];
  if (!isRecord(before) || !isRecord(more)) return more;
  const united = Object.entries(more).map(([name, value]) => [name, merge(memberOf(before, name), value)]);
  return { ...before, ...Object.fromEntries(united) };
}

const isOfType = (entry: unknown, type: string): boolean =>
  `${memberOf(entry, "type")}`.toLowerCase() === type.toLowerCase();

/** Whether a subject contains data for a domain element. The service ignores the case of a document's type. */
export function holds(subject: SubjectInput, element: string): boolean {
  const { path, leaves } = elementOf(element) ?? { path: "" };
  let found: readonly unknown[] = [subject];
  for (const { name, type, index } of stepsOf(path)) {
    found = found.flatMap((owner) => memberOf(owner, name) ?? []).slice(index);
    if (type !== undefined) found = found.filter((entry) => isOfType(entry, type));
  }
  return found.some((one) => leaves?.some((leaf) => memberOf(one, leaf) !== undefined) ?? true);
}
