import "../api/zod-config.ts";
import { formatPath } from "@journey-kit/schemas/calls";
import * as z from "zod";
import { parseJson, toFileText } from "../text/json.ts";
import type { SchemaObject } from "../ui/json-editor/schema.ts";
import { type SchemaProblem, validate } from "../ui/json-editor/validate.ts";
import type { Problems } from "./problems.ts";

/** A file that is being edited: its value as a form, or its text as JSON. The value of a form may be invalid. */
export type Draft =
  | { readonly mode: "form"; readonly value: unknown }
  | { readonly mode: "json"; readonly text: string };

/** What a draft contains: a valid value, or the problems that make it invalid. */
interface DraftContent<Value> {
  readonly value?: Value;
  readonly problems: Problems;
}

/** A file format that people edit as a form or as JSON. */
export interface DraftFormat<Value> {
  /** The JSON Schema of the files, for a form and an editor. */
  readonly schema: SchemaObject;
  /** Opens a value as a form or, if the form cannot show everything in it, as JSON. */
  open(value: Value): Draft;
  /** Opens a text as a form if it is a valid file that the form can show. */
  openText(text: string): Draft;
  read(draft: Draft): DraftContent<Value>;
  /** Converts a draft from a form to JSON or back; undefined if the form could not show everything. */
  switchMode(draft: Draft): Draft | undefined;
}

interface FormatOptions<Value> {
  readonly type: z.ZodType<Value>;
  /** Whether the form shows everything in a value. The value may be invalid. */
  readonly canShow: (value: unknown) => boolean;
  /** Finds problems in a valid value that the schema does not describe. */
  readonly findProblems?: (value: Value) => readonly SchemaProblem[];
}

/** Creates a format. The form and the JSON edit the same value, so switching between them loses nothing. */
export function createDraftFormat<Value>({ type, canShow, findProblems }: FormatOptions<Value>): DraftFormat<Value> {
  const schema = toJsonSchema(type);
  const readValue = (value: unknown): DraftContent<Value> => {
    const found = validate(schema, value);
    if (found.length > 0) return { problems: toProblems(found) };
    const parsed = type.parse(value); // the schema allows what the type allows
    const own = findProblems?.(parsed) ?? [];
    return own.length > 0 ? { problems: toProblems(own) } : { value: parsed, problems: new Map() };
  };
  const open = (value: unknown): Draft =>
    canShow(value) ? { mode: "form", value } : { mode: "json", text: toFileText(value) };
  const read = (draft: Draft): DraftContent<Value> => {
    if (draft.mode === "form") return readValue(draft.value);
    const value = parseJson(draft.text);
    return value === undefined ? { problems: new Map([["", "This is not JSON."]]) } : readValue(value);
  };
  return {
    schema,
    open,
    openText: (text) => {
      const { value } = read({ mode: "json", text });
      return value === undefined ? { mode: "json", text } : open(value);
    },
    read,
    switchMode: (draft) => {
      if (draft.mode === "form") return { mode: "json", text: toFileText(draft.value) };
      const value = parseJson(draft.text);
      return value !== undefined && canShow(value) ? { mode: "form", value } : undefined;
    },
  };
}

/** Converts a schema to the keywords that forms and editors read. */
export const toJsonSchema = (type: z.ZodType): SchemaObject =>
  z.toJSONSchema(type, { target: "draft-7", io: "input" }) as SchemaObject; // the keywords that our schemas use

/** A missing member is reported at its own place, where the form has a field for it. */
const toProblems = (found: readonly SchemaProblem[]): Problems =>
  new Map(
    found.map(({ path, message, missing }) =>
      missing === undefined ? [formatPath(path), message] : [formatPath([...path, missing]), "This field is required."],
    ),
  );
