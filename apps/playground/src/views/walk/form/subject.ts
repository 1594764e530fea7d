import { findPlace, isRecord, memberOf, type Step } from "@journey-kit/schemas/subject-path";

/** Writes a value to a place in a subject and returns the new subject. `undefined` removes the value. */
export const writeAt = (subject: unknown, steps: readonly Step[], value: unknown): unknown =>
  write(subject, steps, value) ?? {};

function write(owner: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (step.kind === "member") {
    const members = isRecord(owner) ? owner : {};
    const { [step.name]: present, ...others } = members;
    const written = write(present, rest, value);
    if (written === undefined) return Object.keys(others).length === 0 ? undefined : others;
    return { ...members, [step.name]: written };
  }
  const entries: readonly unknown[] = Array.isArray(owner) ? owner : [];
  const index = indexOf(entries, step);
  const found = write(entries[index], rest, value);
  const written = step.kind === "type" && isRecord(found) ? { type: step.type, ...found } : found;
  const length = Math.max(entries.length, index + 1);
  const padded = Array.from<unknown, unknown>({ length }, (_, i) => entries[i] ?? {});
  const list = padded.with(index, isBlank(written) ? {} : written);
  const kept = list.slice(0, list.findLastIndex((entry) => !isBlank(entry)) + 1);
  return kept.length === 0 ? undefined : kept;
}

/** The names and indexes that lead to a place, even if it has no value yet. */
export function pathTo(subject: unknown, steps: readonly Step[]): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let found = subject;
  for (const step of steps) {
    const key = step.kind === "member" ? step.name : indexOf(Array.isArray(found) ? found : [], step);
    path.push(key);
    found = typeof key === "string" ? memberOf(found, key) : Array.isArray(found) ? found[key] : undefined;
  }
  return path;
}

/** Whether a value has no content: nothing at any depth, or nothing but the `type` of a list entry. */
export const isBlank = (value: unknown): boolean =>
  isRecord(value)
    ? Object.entries(value).every(([name, member]) => name === "type" || isBlank(member))
    : Array.isArray(value)
      ? value.every(isBlank)
      : value === undefined || value === null || value === "";

const indexOf = (entries: readonly unknown[], step: Exclude<Step, { readonly kind: "member" }>): number => {
  if (step.kind === "index") return step.index;
  const found = findPlace(entries, [step])?.path[0];
  return typeof found === "number" ? found : entries.length;
};
