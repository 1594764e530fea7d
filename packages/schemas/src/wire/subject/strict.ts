import * as z from "zod";
import { Subject } from "./subject.ts";

/** Members that the entries of a list need if gap `required-fields` is `strict`. */
const required: Readonly<Record<string, readonly string[]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

const filled = z.string().min(1);
const empty = z.literal("");
const date = z.union([z.iso.date(), empty]);
const country = z.union([z.string().regex(/^[A-Z]{2,3}$/), empty]);

/**
 * A subject under the strict reading of gap `required-fields`: pairs are complete, and countries, dates and emails are
 * well-formed. Spec 2.8.
 */
export const StrictSubject = tighten(Subject, "");

/** Adds the strict rules to a schema. `name` is the member that has it. */
function tighten(schema: z.core.$ZodType, name: string): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return z.optional(tighten(schema.unwrap(), name));
  if (schema instanceof z.ZodArray) return z.array(tighten(schema.element, name));
  if (schema instanceof z.ZodObject) {
    const pair = Object.hasOwn(required, name) ? (required[name] ?? []) : [];
    const members = Object.entries<z.core.$ZodType>(schema.shape).map(([key, member]) => {
      if (pair.includes(key))
        return [key, key === "email" ? z.email({ pattern: z.regexes.unicodeEmail }) : filled] as const;
      return [key, tighten(member, key)] as const;
    });
    return z.looseObject(Object.fromEntries(members));
  }
  if (!(schema instanceof z.ZodString)) return schema;
  if (name === "country") return country;
  return /Date$|^dateOfBirth$/.test(name) ? date : schema;
}
