import "../api/zod-config.ts";
import { hashKey } from "@tanstack/react-query";
import * as z from "zod";
import { parseJson, toFileText } from "../text/json.ts";
import type { SchemaObject } from "../ui/json-editor/schema.ts";
import type { Problems } from "./form-fields.ts";

/** A file that is being edited, as a form or as JSON. */
export type Draft<Form> =
  | { readonly mode: "form"; readonly form: Form }
  | { readonly mode: "json"; readonly text: string };

/** What a draft contains: a valid value, or the problems that make it invalid. */
interface DraftContent<Value> {
  readonly value?: Value;
  readonly problems: Problems;
}

/** A file format that people edit as a form or as JSON. */
export interface DraftFormat<Value, Form> {
  /** The JSON Schema of the files, for an editor. */
  readonly schema: SchemaObject;
  /** Opens a value as a form or, if the form cannot show everything in it, as JSON. */
  open(value: Value): Draft<Form>;
  /** Opens a text as a form if it is a valid file that the form can show. */
  openText(text: string): Draft<Form>;
  read(draft: Draft<Form>): DraftContent<Value>;
  /** Converts a draft from a form to JSON or back; undefined if the conversion would lose data. */
  switchMode(draft: Draft<Form>): Draft<Form> | undefined;
}

interface FormatOptions<Value, Form> {
  readonly type: z.ZodType<Value>;
  readonly toForm: (value: Value) => Form;
  /** Reads a form. The value is complete only if there are no problems. */
  readonly fromForm: (form: Form) => { readonly value: Value; readonly problems: Problems };
}

/** Creates a format. A form shows a value only if reading the form returns the same value. */
export function createDraftFormat<Value, Form>(options: FormatOptions<Value, Form>): DraftFormat<Value, Form> {
  const { type, toForm, fromForm } = options;
  const open = (value: Value): Draft<Form> => {
    const form = toForm(value);
    const shown = fromForm(form);
    const isWhole = shown.problems.size === 0 && hashKey([shown.value]) === hashKey([value]);
    return isWhole ? { mode: "form", form } : { mode: "json", text: toFileText(value) };
  };
  const readText = (text: string): DraftContent<Value> => {
    const json = parseJson(text);
    if (json === undefined) return { problems: new Map([["", "This is not JSON."]]) };
    const parsed = type.safeParse(json);
    if (parsed.success) return { value: parsed.data, problems: new Map() };
    return {
      problems: new Map(parsed.error.issues.map(({ path, message }) => [z.core.toDotPath(path), `${message}.`])),
    };
  };
  const read = (draft: Draft<Form>): DraftContent<Value> => {
    if (draft.mode === "json") return readText(draft.text);
    const { value, problems } = fromForm(draft.form);
    return problems.size === 0 ? { value, problems } : { problems };
  };
  return {
    schema: z.toJSONSchema(type, { target: "draft-7", io: "input" }) as SchemaObject, // the keywords that our schemas use
    open,
    openText: (text) => {
      const { value } = readText(text);
      return value === undefined ? { mode: "json", text } : open(value);
    },
    read,
    switchMode: (draft) => {
      const { value } = read(draft);
      if (value === undefined) return undefined;
      if (draft.mode === "form") return { mode: "json", text: toFileText(value) };
      const opened = open(value);
      return opened.mode === "form" ? opened : undefined;
    },
  };
}
