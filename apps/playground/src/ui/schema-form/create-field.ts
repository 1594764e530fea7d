import { branchesOf, type JsonSchema, resolveRef, type SchemaObject } from "../json-editor/schema.ts";
import type { Field } from "./field.ts";

const deepest = 3;

/**
 * Describes the control for a schema, with the title of the schema as label.
 *
 * @param root The document that the references of the schema are in.
 * @returns undefined if a form cannot show the values.
 */
export function createField(
  root: JsonSchema,
  schema: JsonSchema,
  { name, label, isRequired }: Pick<Field, "name" | "label" | "isRequired">,
  depth = 0,
): Field | undefined {
  const branches = branchesOf(root, schema, new Map());
  const has = (test: (branch: SchemaObject) => unknown) => branches.some((branch) => Boolean(test(branch)));
  const hint = branches.find(({ description }) => description !== undefined)?.description;
  const [suggestion] = branches.flatMap(({ examples = [] }) => examples);
  const common = {
    name,
    label: titleOf(root, schema) ?? label,
    isRequired,
    ...(hint !== undefined && depth > 0 && { hint }),
    ...(suggestion !== undefined && { suggestion }),
  };
  if (has(({ type }) => type === "object")) return createObjectField(root, branches, common, depth);
  const items = branches.find((branch) => branch.items !== undefined)?.items;
  if (items !== undefined && !Array.isArray(items)) {
    const one = { name: "", label: singular(common.label), isRequired: false };
    const entry = createField(root, items as JsonSchema, one, depth + 1); // `isArray` does not narrow readonly lists
    return entry && { ...common, kind: "list", entry };
  }
  const options = branches.flatMap((branch) => branch.enum ?? []).filter((option) => typeof option === "string");
  if (options.length > 0)
    return { ...common, kind: "choice", options: options.map((value) => ({ value, label: value })) };
  if (has((branch) => branch.const === true)) return { ...common, kind: "mark" };
  if (has(({ type }) => type === "boolean")) return { ...common, kind: "flag" };
  if (has(({ type }) => type === "number" || type === "integer")) return { ...common, kind: "number" };
  if (has(({ format }) => format === "date")) return { ...common, kind: "date" };
  if (has(({ contentEncoding }) => contentEncoding === "base64")) return { ...common, kind: "image" };
  return { ...common, kind: name === "country" ? "country" : "text" };
}

/** The title of a schema, but not of one of its alternatives. */
function titleOf(root: JsonSchema, schema: JsonSchema): string | undefined {
  if (typeof schema === "boolean") return undefined;
  return schema.title ?? (schema.$ref && titleOf(root, resolveRef(root, schema.$ref)));
}

function createObjectField(
  root: JsonSchema,
  branches: readonly SchemaObject[],
  common: Omit<Field, "kind">,
  depth: number,
): Field | undefined {
  const alternatives = branches.flatMap((branch) => branch.oneOf ?? branch.anyOf ?? []);
  const on = discriminatorOf(root, alternatives);
  if (on !== undefined) return { ...common, kind: "variants", on, variants: variantsOf(root, alternatives, on, depth) };
  const fields = depth < deepest ? createMembers(root, branches, depth) : [];
  if (fields.length > 0) return { ...common, kind: "group", fields };
  const isFree = branches.some(({ type, additionalProperties }) => type === "object" && additionalProperties !== false);
  if (depth === 0 || depth >= deepest || !isFree) return undefined;
  return { ...common, kind: "json", allowsText: branches.some(({ type }) => type === "string") };
}

function createMembers(root: JsonSchema, branches: readonly SchemaObject[], depth: number): readonly Field[] {
  const required = branches.flatMap((branch) => branch.required ?? []);
  return branches
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, schema]) => {
      const member = { name, label: toLabel(name), isRequired: required.includes(name) };
      return createField(root, schema, member, depth + 1) ?? [];
    });
}

/** The member that is a different constant in each alternative. */
function discriminatorOf(root: JsonSchema, alternatives: readonly JsonSchema[]): string | undefined {
  const [first = [], ...others] = alternatives.map((one) => constantsOf(root, one).map(([name]) => name));
  return others.length === 0 ? undefined : first.find((name) => others.every((names) => names.includes(name)));
}

const constantsOf = (root: JsonSchema, schema: JsonSchema) =>
  branchesOf(root, schema, new Map())
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, member]) =>
      typeof member === "object" && typeof member.const === "string" ? [[name, member.const] as const] : [],
    );

function variantsOf(root: JsonSchema, alternatives: readonly JsonSchema[], on: string, depth: number) {
  return alternatives.flatMap((schema) => {
    const value = constantsOf(root, schema).find(([name]) => name === on)?.[1];
    if (value === undefined) return [];
    const branches = branchesOf(root, schema, new Map());
    const fields = createMembers(root, branches, depth).filter(({ name }) => name !== on);
    const { title = toLabel(value), description } = branches[0] ?? {};
    const hint = description === undefined ? {} : { hint: description };
    return [{ value, group: { name: "", label: title, isRequired: true, ...hint, kind: "group" as const, fields } }];
  });
}

/** Writes a name as words: `lastNames` as `Last names`, `SSN` as `SSN`. */
export function toLabel(name: string): string {
  const words = name
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])|_/g, " ")
    .split(/\s+/)
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const singular = (label: string): string => label.replace(/(?:es)?s$/, (end) => (end === "ses" ? "s" : ""));
