import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { parseJson } from "../../text/json.ts";
import { branchesOf, type JsonSchema, resolveRef, type SchemaObject } from "../json-editor/schema.ts";

/** A control of a form, as its schema describes it. The form edits the JSON value itself. */
export type Field = Scalar | Choice | Json | Group | List | Variants;

interface Common {
  /** Name of the member; empty for a whole value, and for the entries of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired: boolean;
  /** The value in a new form. */
  readonly suggestion?: unknown;
}

/**
 * A single value to type or to switch. An image is base64. A `flag` is true or false, and a `mark` true or not set. A
 * number that cannot be read stays in the value as text, so that nothing is lost.
 */
export interface Scalar extends Common {
  readonly kind: "text" | "date" | "number" | "flag" | "mark" | "country" | "image";
  readonly placeholder?: string;
}

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

/** One of a few values. */
export interface Choice extends Common {
  readonly kind: "choice";
  readonly options: readonly Option[];
  /** What the list calls "not set", if the user can choose it. */
  readonly unset?: string;
}

/** An object with any members, typed as JSON. With `allowsText`, a text that is not JSON is a value too. */
export interface Json extends Common {
  readonly kind: "json";
  readonly allowsText: boolean;
  readonly placeholder?: string;
}

export interface Group extends Common {
  readonly kind: "group";
  readonly fields: readonly Field[];
}

/** A list with any number of entries. */
export interface List extends Common {
  readonly kind: "list";
  readonly entry: Field;
}

/** One of several groups. The constant member `on` says which. */
export interface Variants extends Common {
  readonly kind: "variants";
  readonly on: string;
  readonly variants: readonly { readonly value: string; readonly group: Group }[];
}

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
  { name, label, isRequired }: Pick<Common, "name" | "label" | "isRequired">,
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
  common: Common,
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

/** The variant that a value has. */
export const variantOf = ({ on, variants }: Variants, value: unknown): Group | undefined =>
  variants.find((one) => one.value === memberOf(value, on))?.group;

/** Returns the group with another field for each name in `change`; `undefined` removes the field. */
export const withFields = (
  group: Group,
  change: Readonly<Record<string, (field: Field) => Field | undefined>>,
): Group => ({
  ...group,
  fields: group.fields.flatMap((field) =>
    Object.hasOwn(change, field.name) ? (change[field.name]?.(field) ?? []) : field,
  ),
});

/** Makes a field a choice. A choice that also lists "not set" explains itself, so it has no hint. */
export const toChoice = (
  { name, label, hint, isRequired }: Field,
  options: readonly Option[],
  unset?: string,
): Choice => ({
  ...{ name, label, isRequired, kind: "choice", options },
  ...(unset !== undefined && { unset }),
  ...(hint !== undefined && unset === undefined && { hint }),
});

/** The members of a new group: the suggestions of its required fields. */
export const suggestMembers = ({ fields }: Group): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ name, isRequired, suggestion }) =>
      isRequired && suggestion !== undefined ? [[name, suggestion]] : [],
    ),
  );

/** Whether the control shows everything in a value, so that editing it loses nothing. */
export function canShow(field: Field, value: unknown): boolean {
  if (value === undefined) return true;
  switch (field.kind) {
    case "group":
      return showsMembers(field, value);
    case "variants": {
      const group = variantOf(field, value);
      return group !== undefined && showsMembers(group, value, field.on);
    }
    case "list":
      return Array.isArray(value) && value.every((entry) => canShow(field.entry, entry));
    case "json":
      return isRecord(value) || (field.allowsText && typeof value === "string" && readJson(value) === value);
    case "number":
      return typeof value === "number" || (typeof value === "string" && readNumber(value) === value);
    case "flag":
      return typeof value === "boolean";
    case "mark":
      return value === true;
    default:
      return typeof value === "string" && value !== "";
  }
}

const showsMembers = ({ fields }: Group, value: unknown, on?: string): boolean =>
  isRecord(value) &&
  Object.entries(value).every(([name, member]) => {
    const field = fields.find((one) => one.name === name);
    return name === on || (field !== undefined && canShow(field, member));
  });

/** Reads a typed number: undefined if the text is empty, and the text itself if it is not a number. */
export function readNumber(text: string): number | string | undefined {
  if (text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** Reads typed JSON: undefined if the text is empty, and the text itself if it is not a JSON object. */
export function readJson(text: string): unknown {
  if (text.trim() === "") return undefined;
  const value = parseJson(text);
  return isRecord(value) ? value : text;
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
