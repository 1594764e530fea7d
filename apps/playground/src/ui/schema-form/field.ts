import { isRecord, memberOf } from "@journey-kit/schemas/calls";
import { parseJson } from "../../text/json.ts";

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
