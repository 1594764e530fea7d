import * as z from "zod";

/** Creates a value with every member of a schema. Every string is `text`. */
export function sampleOf(schema: z.core.$ZodType, text: string): unknown {
  if (schema instanceof z.ZodOptional) return sampleOf(schema.unwrap(), text);
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, text)];
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    return Object.fromEntries(Object.entries(shape).map(([name, member]) => [name, sampleOf(member, text)]));
  }
  if (schema instanceof z.ZodUnion) return schema.options[0] && sampleOf(schema.options[0], text);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 7;
  return text;
}
