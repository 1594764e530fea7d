import { branchesOf, type JsonSchema, type SchemaObject } from "../../../ui/json-editor/schema.ts";

/** A control of a form, as its schema describes it. */
export type Field = Scalar | Choice | Group | List;

interface Common {
  /** Name of the member; empty for an element that is a single value, and for the entries of a list. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isRequired: boolean;
}

/** A single value to type or to pick. Images are base64. */
export interface Scalar extends Common {
  readonly kind: "text" | "date" | "number" | "flag" | "country" | "image";
}

/** One of a few values. */
interface Choice extends Common {
  readonly kind: "choice";
  readonly options: readonly string[];
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

const deepest = 3;

/** Describes the control for a schema; undefined if a form cannot show it. */
export function toField(
  root: JsonSchema,
  schema: JsonSchema,
  { name, label, isRequired }: Omit<Common, "hint">,
  depth = 0,
): Field | undefined {
  const branches = branchesOf(root, schema, new Map());
  const has = (test: (branch: SchemaObject) => unknown) => branches.some((branch) => Boolean(test(branch)));
  const hint = branches.find(({ description }) => description !== undefined)?.description;
  const common = { name, label, isRequired, ...(hint !== undefined && depth > 0 && { hint }) };
  const options = branches.flatMap((branch) => branch.enum ?? []).filter((option) => typeof option === "string");
  if (has(({ type }) => type === "object")) {
    const fields = depth < deepest ? toMembers(root, branches, depth) : [];
    return fields.length === 0 ? undefined : { ...common, kind: "group", fields };
  }
  const items = branches.find((branch) => branch.items !== undefined)?.items;
  if (items !== undefined && !Array.isArray(items)) {
    const entry = toField(
      root,
      items as JsonSchema,
      { name: "", label: singular(label), isRequired: false },
      depth + 1,
    ); // `isArray` does not narrow readonly lists
    return entry && { ...common, kind: "list", entry };
  }
  if (options.length > 0) return { ...common, kind: "choice", options };
  if (has(({ type }) => type === "boolean")) return { ...common, kind: "flag" };
  if (has(({ type }) => type === "number" || type === "integer")) return { ...common, kind: "number" };
  if (has(({ format }) => format === "date")) return { ...common, kind: "date" };
  if (has(({ contentEncoding }) => contentEncoding === "base64")) return { ...common, kind: "image" };
  return { ...common, kind: name === "country" ? "country" : "text" };
}

function toMembers(root: JsonSchema, branches: readonly SchemaObject[], depth: number): readonly Field[] {
  const required = branches.flatMap((branch) => branch.required ?? []);
  return branches
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .flatMap(([name, schema]) => {
      const member = { name, label: toLabel(name), isRequired: required.includes(name) };
      return toField(root, schema, member, depth + 1) ?? [];
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
