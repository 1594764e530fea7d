import * as z from "zod";
import { doc } from "../../meta.ts";
import { Subject } from "./subject.ts";

/** Members that the entries of a list need if gap `required-fields` is `strict`. */
const required: Readonly<Record<string, readonly string[]>> = {
  idNumbers: ["type", "idNumber"],
  phones: ["type", "number"],
  emails: ["type", "email"],
};

const email = z.string().regex(/^[A-Za-z0-9_'+.-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}$/, "Invalid email address");
const filled = z.string().min(1);
const empty = z.literal("");
const date = z.union([z.iso.date(), empty]);
const country = z.union([z.string().regex(/^[A-Z]{2,3}$/), empty]);

/**
 * A subject under the strict reading of gap `required-fields`: pairs are complete, and countries, dates and emails are
 * well-formed. Spec 2.8.
 */
export const StrictSubject = doc(tightenObject(Subject, ""), {
  id: "StrictSubject",
  spec: "2.8",
  gap: "required-fields",
  description: "A subject whose pairs are complete and whose countries, dates and emails are well-formed.",
  examples: [{ identity: { firstName: "Ada", emails: [{ type: "work", email: "ada@example.com" }] } }],
});

/** Adds the strict rules to the schema of a member. */
function tighten(schema: z.core.$ZodType, name: string): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return z.optional(tighten(schema.unwrap(), name));
  if (schema instanceof z.ZodArray) return z.array(tighten(schema.element, name));
  if (schema instanceof z.ZodObject) return tightenObject(schema, name);
  if (!(schema instanceof z.ZodString)) return schema;
  if (name === "country") return country;
  return /Date$|^dateOfBirth$/.test(name) ? date : schema;
}

function tightenObject(
  { shape }: z.ZodObject,
  name: string,
): z.ZodObject<Record<string, z.core.$ZodType>, z.core.$loose> {
  const pair = Object.hasOwn(required, name) ? (required[name] ?? []) : [];
  const members = Object.entries<z.core.$ZodType>(shape).map(([key, member]) => {
    if (pair.includes(key)) return [key, key === "email" ? email : filled] as const;
    return [key, tighten(member, key)] as const;
  });
  return z.looseObject(Object.fromEntries(members));
}
