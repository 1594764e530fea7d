import { childrenOf, partsOf } from "@journey-kit/schemas";
import { elements, parsePath } from "@journey-kit/schemas/calls";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { cards, errorKinds, gaps, modules, rules } from "@journey-kit/schemas/tables";
import * as z from "zod";

/** The types of list entries that domain elements select, in lower case. Spec 2.6, 2.8. */
export const entryTypes: ReadonlySet<string> = new Set(
  Object.values(elements)
    .flatMap(({ path }) => parsePath(path) ?? [])
    .flatMap((step) => (typeof step === "object" ? [step.type.toLowerCase()] : [])),
);

const bodies = (): readonly z.core.$ZodType[] =>
  endpointNames.map(endpointOf).flatMap(({ request, response }) => [request, response]);

let memberNames: ReadonlySet<string> | undefined;

/** Whether a body of the service can have a member of this name. */
export function isMemberName(name: string): boolean {
  memberNames ??= new Set(listMembers().map(([member]) => member));
  return memberNames.has(name);
}

let words: ReadonlySet<string> | undefined;

/** Whether a word, in any case, is a word of the specification: of its tables, or of the members of bodies. */
export function isSpecified(word: string): boolean {
  const tables = [cards, elements, errorKinds, Object.keys(errorKinds), gaps, modules, rules];
  words ??= new Set(
    JSON.stringify([tables, listMembers()])
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
  return words.has(word.toLowerCase());
}

/** The names of the members of all bodies, each with its description. */
function listMembers(): readonly (readonly [name: string, description: string])[] {
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): readonly (readonly [string, string])[] => {
    if (seen.has(schema)) return [];
    seen.add(schema);
    const { members = new Map<string, z.core.$ZodType>() } = partsOf(schema);
    const own = Array.from(members, ([name, member]) => {
      return [name, z.globalRegistry.get(member)?.description ?? ""] as const;
    });
    return [...own, ...childrenOf(schema).flatMap(visit)];
  };
  return bodies().flatMap(visit);
}
