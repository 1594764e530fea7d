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

let words: ReadonlySet<string> | undefined;

/** Whether a word, in any case, is a word of the specification: of its tables or of the descriptions of its schemas. */
export function isSpecified(word: string): boolean {
  words ??= new Set(
    JSON.stringify([listTexts(), listMembers()])
      .toLowerCase()
      .match(/\p{L}+/gu),
  );
  return words.has(word.toLowerCase());
}

const listTexts = (): unknown => [cards, elements, errorKinds, Object.keys(errorKinds), gaps, modules, rules];

/** The names of the members of all bodies, and their descriptions. */
function listMembers(): readonly string[] {
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): readonly string[] => {
    if (seen.has(schema)) return [];
    seen.add(schema);
    const { members = new Map<string, unknown>() } = partsOf(schema);
    const { description = "" } = z.globalRegistry.get(schema) ?? {};
    return [description, ...members.keys(), ...childrenOf(schema).flatMap(visit)];
  };
  return endpointNames.flatMap((name) => [...visit(endpointOf(name).request), ...visit(endpointOf(name).response)]);
}
