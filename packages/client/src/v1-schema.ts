import { elements } from "@journey-kit/schemas/elements";
import type { Wanted } from "./collect.ts";
import { isRecord, memberOf } from "./json.ts";

/** What a task needs at one place of the subject; each of `wanted` belongs there, and one of them is enough. */
export interface Need {
  readonly isRequired: boolean;
  readonly wanted: readonly Wanted[];
}

interface Place {
  readonly path: string;
  readonly isRequired: boolean;
}

/** Places of the table without the choice of an entry, with the elements that belong there. */
const known = new Map<string, string[]>();
for (const [name, { path, ...more }] of Object.entries(elements)) {
  const members = path.replace(/\[.*?\]/g, "");
  const isWhole = path !== members || members === "biometrics" || !("leaves" in more);
  for (const place of isWhole ? [members] : more.leaves.map((leaf) => `${members}.${leaf}`)) {
    known.set(place, [...(known.get(place) ?? []), name]);
  }
}

/**
 * Names the domain elements that a task schema asks for. Spec 2.4, 2.6; gap `task-schema-root`.
 *
 * A schema names places, not elements: where several elements have their place, each may be given; a place that belongs
 * to none is asked for by its path.
 */
export function toNeeds(schema: unknown): readonly Need[] {
  const context = memberOf(memberOf(schema, "properties"), "context");
  const inner = memberOf(memberOf(context, "properties"), "subject");
  const byElements = new Map<string, Need>();
  for (const { path, isRequired } of toPlaces(inner ?? schema, "", true)) {
    const names = known.get(path) ?? [path];
    const key = names.join();
    const required = isRequired || byElements.get(key)?.isRequired === true;
    const need = required && names.length === 1 ? "required" : "optional";
    const wanted = names.map((element) => ({ element, need, ...(known.has(path) ? {} : { path }) }) as const);
    byElements.set(key, { isRequired: required, wanted });
  }
  return [...byElements.values()];
}

/** Goes down to the places that elements have, and else to the leaves. */
function toPlaces(node: unknown, path: string, isRequired: boolean): readonly Place[] {
  const properties = memberOf(node, "properties");
  if (known.has(path) || !isRecord(properties)) return path === "" ? [] : [{ path, isRequired }];
  const required = memberOf(node, "required");
  return Object.entries(properties).flatMap(([name, inner]) =>
    toPlaces(
      inner,
      path === "" ? name : `${path}.${name}`,
      isRequired && Array.isArray(required) && required.includes(name),
    ),
  );
}
