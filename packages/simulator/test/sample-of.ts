import * as z from "zod";

/** Creates a value with every member of a schema. Every string is `text`. */
export function sampleOf(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return sampleOf(schema.unwrap(), text);
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, text)];
  if (schema instanceof z.ZodObject) {
    const members = Object.entries<z.core.$ZodType>(schema.shape);
    return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, text)]));
  }
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] ?? z.unknown(), text);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  return text;
}
