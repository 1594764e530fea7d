/** One step of a path in a subject: a member, an array entry by `type`, or an array entry by index. */
export type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "type"; readonly type: string }
  | { readonly kind: "index"; readonly index: number };

const segment = /^([A-Za-z][A-Za-z0-9_]*)(?:\[(?:type=([A-Za-z0-9_-]+)|(\d{1,4}))\])?$/;

const maxKept = 1_000;
const kept = new Map<string, readonly Step[] | undefined>();

/**
 * Parses a path such as `identity.dateOfBirth`, `identity.idNumbers[type=ssn]` or `documents[1]`.
 *
 * @returns undefined if the text is not a path.
 */
export function parsePath(text: string): readonly Step[] | undefined {
  const known = kept.get(text);
  if (known !== undefined || kept.has(text)) return known;
  const steps = parse(text);
  if (kept.size < maxKept) kept.set(text, steps);
  return steps;
}

function parse(text: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (const part of text.split(".")) {
    const match = segment.exec(part);
    if (match?.[1] === undefined) return undefined;
    steps.push({ kind: "member", name: match[1] });
    if (match[2] !== undefined) steps.push({ kind: "type", type: match[2] });
    if (match[3] !== undefined) steps.push({ kind: "index", index: Number(match[3]) });
  }
  return steps;
}

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

/** A value in a subject, with the names and indexes that lead to it. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Finds the value at a path; undefined if there is none. A filter by `type` selects the first match and ignores case. */
export function findPlace(value: unknown, steps: readonly Step[]): Place | undefined {
  const path: (string | number)[] = [];
  let found = value;
  for (const step of steps) {
    const key = keyOf(found, step);
    found = at(found, key);
    if (found === undefined) return undefined;
    path.push(key);
  }
  return { path, value: found };
}

/** Reads the value at the path of a validation issue; undefined if there is none. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((found, key) => (Array.isArray(found) ? found[Number(key)] : memberOf(found, String(key))), value);

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

/** Reads the value at a path. */
export function readPath(value: unknown, steps: readonly Step[]): unknown {
  let found = value;
  for (const step of steps) found = at(found, keyOf(found, step));
  return found;
}

const keyOf = (value: unknown, step: Step): string | number =>
  step.kind === "member" ? step.name : toIndex(value, step);

const at = (value: unknown, key: string | number): unknown =>
  typeof key === "string" ? memberOf(value, key) : Array.isArray(value) ? value[key] : undefined;

const toIndex = (list: unknown, step: Exclude<Step, { readonly kind: "member" }>): number =>
  step.kind === "index" ? step.index : Array.isArray(list) ? list.findIndex((entry) => isOfType(entry, step.type)) : -1;

function isOfType(entry: unknown, wanted: string): boolean {
  const type = memberOf(entry, "type");
  return typeof type === "string" && type.toLowerCase() === wanted.toLowerCase();
}
