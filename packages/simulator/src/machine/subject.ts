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
    const members = steps.flatMap((step) => (step.kind === "member" ? [step.name] : []));
    const isEntry = name === "Selfie" || steps.some((step) => step.kind !== "member");
    place(subject, members, value, isEntry);
  }
  return subject;
}

function place(owner: Draft, [name, ...rest]: readonly string[], value: unknown, isEntry: boolean): void {
  if (name === undefined) return;
  const present = Object.hasOwn(owner, name) ? owner[name] : undefined;
  if (rest.length > 0) {
    const member: Draft = isRecord(present) ? { ...present } : {};
    place(member, rest, value, isEntry);
    owner[name] = member;
  } else if (isEntry) owner[name] = [...(Array.isArray(present) ? present : []), value];
  else owner[name] = isRecord(value) && isRecord(present) ? { ...present, ...value } : value;
}
