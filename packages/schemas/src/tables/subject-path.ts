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
  if (kept.has(text)) return kept.get(text);
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

/** Whether a value is an object other than an array. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns an own member of an object, or undefined. */
export const memberOf = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Reads the value at a path. A filter by `type` selects the first match and ignores case. */
export function readPath(value: unknown, steps: readonly Step[]): unknown {
  let found = value;
  for (const step of steps) {
    if (step.kind === "member") found = memberOf(found, step.name);
    else if (!Array.isArray(found)) return undefined;
    else if (step.kind === "index") found = found[step.index];
    else found = found.find((entry) => isOfType(entry, step.type));
  }
  return found;
}

function isOfType(entry: unknown, wanted: string): boolean {
  const type = memberOf(entry, "type");
  return typeof type === "string" && type.toLowerCase() === wanted.toLowerCase();
}
