import { elements, isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import type { ElementRequest } from "./collect.ts";

/**
 * The elements that can provide the data at one place in the subject. Only one of the elements in `wanted` is needed.
 */
export interface Need {
  readonly isRequired: boolean;
  readonly wanted: readonly ElementRequest[];
}

interface SchemaPlace {
  readonly path: string;
  readonly isRequired: boolean;
}

/** The names of the elements at each place, keyed by the place without its list selectors. */
const elementsByPlace = new Map<string, string[]>();
for (const [name, { path, ...more }] of Object.entries(elements)) {
  const members = path.replace(/\[.*?\]/g, "");
  const isWhole = path !== members || members === "biometrics" || !("leaves" in more);
  for (const place of isWhole ? [members] : more.leaves.map((leaf) => `${members}.${leaf}`)) {
    elementsByPlace.set(place, [...(elementsByPlace.get(place) ?? []), name]);
  }
}

/**
 * Lists the domain elements that a task schema requests. Spec 2.4, 2.6; gap `task-schema-root`.
 *
 * A schema lists places, not elements. If several elements have the same place, one of them is enough. If no element
 * has the place, the path of the place is requested instead.
 */
export function listNeeds(schema: unknown): readonly Need[] {
  const context = memberOf(memberOf(schema, "properties"), "context");
  const inner = memberOf(memberOf(context, "properties"), "subject");
  const byElements = new Map<string, Need>();
  for (const { path, isRequired } of listPlaces(inner ?? schema, "", true)) {
    const names = elementsByPlace.get(path) ?? [path];
    const key = names.join();
    const required = isRequired || byElements.get(key)?.isRequired === true;
    const need = required && names.length === 1 ? "required" : "optional";
    const wanted = names.map((element) => ({ element, need, ...(elementsByPlace.has(path) ? {} : { path }) }) as const);
    byElements.set(key, { isRequired: required, wanted });
  }
  return [...byElements.values()];
}

/** Lists the places of known elements in a schema. Where no element is known, lists the leaves. */
function listPlaces(node: unknown, path: string, isRequired: boolean): readonly SchemaPlace[] {
  const properties = memberOf(node, "properties");
  if (elementsByPlace.has(path) || !isRecord(properties)) return path === "" ? [] : [{ path, isRequired }];
  const required = listOf(memberOf(node, "required"));
  return Object.entries(properties).flatMap(([name, inner]) =>
    listPlaces(inner, path === "" ? name : `${path}.${name}`, isRequired && required.includes(name)),
  );
}
