import { childrenOf, partsOf, schemaFor } from "@journey-kit/schemas";
import { elements, parsePath } from "@journey-kit/schemas/calls";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { cards, errorKinds, gaps, modules, presets, rules } from "@journey-kit/schemas/tables";
import * as z from "zod";

/** The types of list entries that domain elements select, in lower case. Spec 2.6, 2.8. */
export const entryTypes: ReadonlySet<string> = new Set(
  Object.values(elements)
    .flatMap(({ path }) => parsePath(path) ?? [])
    .flatMap((step) => (typeof step === "object" ? [step.type.toLowerCase()] : [])),
);

const bodies = (): readonly z.core.$ZodType[] =>
  endpointNames
    .map(endpointOf)
    .flatMap(({ request, response }) => [request, response])
    .flatMap((body) => [body, schemaFor(presets.observed, body)]);

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

let listed: ReadonlySet<string> | undefined;

/** Whether a schema of the bodies lists a text under the readings of a preset, such as `Save`. */
export function isListed(text: string): boolean {
  listed ??= new Set(listSchemas().flatMap(listValues));
  return listed.has(text);
}

function listValues(schema: z.core.$ZodType): readonly string[] {
  const values =
    schema instanceof z.ZodEnum ? schema.options : schema instanceof z.ZodLiteral ? [...schema.values] : [];
  return values.filter((value) => typeof value === "string");
}

/** The names of the members of all bodies, each with its description. */
const listMembers = (): readonly (readonly [name: string, description: string])[] =>
  listSchemas().flatMap((schema) =>
    Array.from(partsOf(schema).members ?? [], ([name, member]) => {
      return [name, z.globalRegistry.get(member)?.description ?? ""] as const;
    }),
  );

/** All schemas in the bodies. */
function listSchemas(): readonly z.core.$ZodType[] {
  const seen = new Set<z.core.$ZodType>();
  const visit = (schema: z.core.$ZodType): void => {
    if (seen.has(schema)) return;
    seen.add(schema);
    childrenOf(schema).forEach(visit);
  };
  bodies().forEach(visit);
  return [...seen];
}
