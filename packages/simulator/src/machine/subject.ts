import { isRecord, parsePath } from "../world/path.ts";
import { elementOf } from "./element.ts";
import type { Instance } from "./instance.ts";
import type { Terms } from "./terms.ts";

type Draft = Record<string, unknown>;

/** Puts the accepted elements back where a subject holds them. Spec 2.8. */
export function toSubject(terms: Pick<Terms, "definition">, { provided, uid }: Instance): Readonly<Draft> {
  const subject: Draft = uid === undefined ? {} : { uid };
  for (const [name, { value }] of Object.entries(provided)) {
    const steps = parsePath(elementOf(terms, name)?.path ?? "") ?? [];
    const members: string[] = [];
    for (const step of steps) if (step.kind === "member") members.push(step.name);
    place(subject, members, 0, value, name === "Selfie" || members.length < steps.length);
  }
  return subject;
}

function place(owner: Draft, members: readonly string[], depth: number, value: unknown, isEntry: boolean): void {
  const name = members[depth];
  if (name === undefined) return;
  const present = Object.hasOwn(owner, name) ? owner[name] : undefined;
  if (depth < members.length - 1) {
    const member: Draft = isRecord(present) ? { ...present } : {};
    place(member, members, depth + 1, value, isEntry);
    owner[name] = member;
  } else if (isEntry) owner[name] = [...(Array.isArray(present) ? present : []), value];
  else owner[name] = isRecord(value) && isRecord(present) ? { ...present, ...value } : value;
}
