/** One step of a path in a subject: a member, an array entry by index, or the first array entry of a type. */
export type Step = string | number | TypeStep;

/** Selects the array entries of a type, in upper or lower case. */
interface TypeStep {
  readonly type: string;
}

const maxKept = 1_000;
const kept = new Map<string, readonly Step[]>();

/**
 * Parses a path such as `identity.dateOfBirth`, `identity.idNumbers[type=ssn]` or `documents[1]`.
 *
 * @returns undefined if the text is not a path.
 */
export function parsePath(text: string): readonly Step[] | undefined {
  const known = kept.get(text);
  if (known !== undefined || !/^([A-Za-z]\w*(\[(type=[\w-]+|\d{1,4})\])?\.)+$/.test(`${text}.`)) return known;
  const steps = splitPath(text);
  if (kept.size < maxKept) kept.set(text, steps);
  return steps;
}

/** Splits a path into steps without checking the names of its members. */
export const splitPath = (text: string): readonly Step[] =>
  text.split(/\.|(?=\[(?:type=|\d))/).map((part) => {
    const [, type, index] = /^\[(?:type=(.+)|(\d+))\]$/.exec(part) ?? [];
    if (type !== undefined) return { type };
    return index === undefined ? part : Number(index);
  });

/** Formats a path of names and indexes, such as `rules[0].when`; empty for the whole value. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.map((part, i) => (typeof part === "number" ? `[${part}]` : `${i === 0 ? "" : "."}${String(part)}`)).join("");

/** Whether a value is an object other than an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an own member of an object, or undefined. */
export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Returns a value if it is a list, or else an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Whether an array entry has the type of a step. */
export function isOfType(entry: unknown, { type: wanted }: TypeStep): boolean {
  const type = memberOf(entry, "type");
  return typeof type === "string" && type.toLowerCase() === wanted.toLowerCase();
}

/** The name or index that a step selects. A missing entry of a type has the index after the last one. */
function stepKeyOf<Key extends PropertyKey>(owner: unknown, step: Key | TypeStep): Key | number {
  if (typeof step !== "object") return step;
  const list = listOf(owner);
  const index = list.findIndex((entry) => isOfType(entry, step));
  return index === -1 ? list.length : index;
}

const memberAt = (owner: unknown, key: PropertyKey): unknown =>
  typeof key === "number" ? listOf(owner)[key] : memberOf(owner, String(key));

/** Reads the value at a path, or at the path of a validation issue; undefined if there is none. */
export const readPath = (value: unknown, path: readonly (PropertyKey | TypeStep)[]): unknown =>
  path.reduce<unknown>((owner, step) => memberAt(owner, stepKeyOf(owner, step)), value);

/** A value in a subject, with the names and indexes that lead to it. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Finds the names and indexes that lead to a path, even if it has no value. */
export function resolvePath(value: unknown, steps: readonly Step[]): Place["path"] {
  let owner = value;
  return steps.map((step) => {
    const key = stepKeyOf(owner, step);
    owner = memberAt(owner, key);
    return key;
  });
}

/** Finds the value at a path; undefined if there is none. */
export function findPlace(value: unknown, steps: readonly Step[]): Place | undefined {
  const path = resolvePath(value, steps);
  const found = path.reduce<unknown>(memberAt, value);
  return found === undefined ? undefined : { path, value: found };
}

/**
 * Copies a subject with a value at a path. Creates missing objects and entries; an entry that is selected by type gets
 * the type. `undefined` removes the value, with the objects and the last entries of lists that are then blank.
 */
export function writePath(owner: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  const key = stepKeyOf(owner, step);
  const inner = writePath(memberAt(owner, key), rest, value);
  if (typeof key === "string") {
    const { [key]: _, ...others } = isRecord(owner) ? owner : {};
    if (inner !== undefined) return { ...(isRecord(owner) && owner), [key]: inner };
    return Object.keys(others).length === 0 ? undefined : others;
  }
  const typed = typeof step === "object" && isRecord(inner) ? { ...step, ...inner } : inner;
  const entry = isBlank(typed) ? {} : typed;
  const list = listOf(owner);
  const length = Math.max(list.length, key + 1);
  const entries = Array.from({ length }, (_, i) => (i === key ? entry : (list[i] ?? {})));
  const used = entries.slice(0, entries.findLastIndex((one) => !isBlank(one)) + 1);
  return used.length === 0 ? undefined : used;
}

/** Whether a value contains data. Null, an empty string, and a list or an object of only such values do not. */
export function isFilled(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isFilled);
  if (isRecord(value)) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== "";
}

/** Whether a value has no content: nothing at any depth, or nothing but the `type` of a list entry. */
export const isBlank = (value: unknown): boolean =>
  isRecord(value)
    ? Object.entries(value).every(([name, member]) => name === "type" || isBlank(member))
    : Array.isArray(value)
      ? value.every(isBlank)
      : !isFilled(value);

/**
 * Finds the members `documents` and `biometrics` of a body that are outside `context.subject`, at any depth. A submit that
 * contains one fails. Spec 2.9, 4.2.
 */
export function findMisplaced(body: unknown): readonly Place["path"][] {
  const found: Place["path"][] = [];
  const visit = (value: unknown, path: Place["path"]) => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (at.length === 2 && at[0] === "context" && key === "subject") continue;
      if (!Array.isArray(value) && (key === "documents" || key === "biometrics")) found.push(at);
      else visit(member, at);
    }
  };
  visit(body, []);
  return found;
}
