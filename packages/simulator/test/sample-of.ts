import { partsOf } from "@journey-kit/schemas";
import * as z from "zod";

/** Creates a value with every member of a schema. Every string is `text`. */
export function sampleOf(schema: z.core.$ZodType, text: string): unknown {
  const { inner, members, entry, options: [option] = [] } = partsOf(schema);
  const only = inner ?? option;
  if (only !== undefined) return sampleOf(only, text);
  if (entry !== undefined) return [sampleOf(entry, text)];
  if (members !== undefined) {
    return Object.fromEntries(Array.from(members, ([name, member]) => [name, sampleOf(member, text)]));
  }
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return true;
  return schema instanceof z.ZodNumber ? 7 : text;
}
