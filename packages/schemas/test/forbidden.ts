import type * as z from "zod";

type Def = z.core.$ZodTypes["_zod"]["def"];

/** Schema types that zod and a draft-07 validator treat the same way. */
const allowed = new Set<string>([
  "array",
  "boolean",
  "default",
  "enum",
  "literal",
  "never",
  "null",
  "number",
  "object",
  "optional",
  "string",
  "union",
  "unknown",
] satisfies Def["type"][]);

/** Lists the parts of a schema that zod and a draft-07 validator would treat differently, each with its path. */
export function forbiddenIn(schema: z.core.$ZodType, place = "$"): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod; // zod narrows its own schemas with this cast
  if (!allowed.has(def.type)) return [`${place}: ${def.type}`];
  const checks = [...(def.checks ?? []), ...(schema._zod.traits.has("$ZodCheck") ? [schema] : [])];
  return [...forbiddenChecks(checks as z.core.$ZodCheck[], place), ...forbiddenParts(def, place)];
}

function forbiddenParts(def: Def, place: string): string[] {
  switch (def.type) {
    case "object": {
      const rest = def.catchall === undefined ? [] : forbiddenIn(def.catchall, `${place}.*`);
      return [...Object.entries(def.shape).flatMap(([key, member]) => forbiddenIn(member, `${place}.${key}`)), ...rest];
    }
    case "array":
      return forbiddenIn(def.element, `${place}[]`);
    case "union":
      return def.options.flatMap((option, i) => forbiddenIn(option, `${place}|${i}`));
    case "optional":
    case "default":
      return forbiddenIn(def.innerType, place);
    default:
      return [];
  }
}

function forbiddenChecks(checks: readonly z.core.$ZodCheck[], place: string): string[] {
  const found: string[] = [];
  for (const { _zod } of checks) {
    const def = _zod.def as z.core.$ZodChecks["_zod"]["def"]; // the same cast for checks
    if (def.check === "string_format" && def.pattern !== undefined) {
      found.push(...forbiddenPattern(def.pattern).map((what) => `${place}: ${what}`));
    } else if (!known.has(def.check)) found.push(`${place}: ${def.check}`);
  }
  return found;
}

const known = new Set<string>(["min_length", "max_length", "number_format", "greater_than", "less_than"]);

function forbiddenPattern(pattern: RegExp): string[] {
  const source = pattern.source.replaceAll(/\\./g, "");
  return [
    ...(pattern.flags === "" ? [] : [`pattern with flags ${pattern.flags}`]),
    // Without the `u` flag, `.` and a negated class match half of an astral character; repeated, they match both.
    ...(/\[\^[^\]]*\](?![+*])/.test(source) || source.replaceAll(/\[[^\]]*\]/g, "").includes(".")
      ? ["pattern that splits astral characters"]
      : []),
    ...(/[^ -~]/.test(source) ? ["pattern with characters beyond ASCII"] : []),
  ];
}
