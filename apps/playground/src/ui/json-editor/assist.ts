import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from "@codemirror/autocomplete";
import type { EditorView, Tooltip } from "@codemirror/view";
import { describeAt, type Offer, offersAt } from "./offers.ts";
import type { JsonSchema } from "./schema.ts";

/** Suggests completions for the name or the value at the cursor. */
export function complete({ state, pos, explicit }: CompletionContext, schema: JsonSchema): CompletionResult | null {
  const { from, to, offers } = offersAt(state.doc.toString(), pos, schema);
  const isTyping = to > from || /[{[,:]\s*$/.test(state.sliceDoc(Math.max(0, pos - 40), pos));
  if (offers.length === 0 || (!explicit && !isTyping)) return null;
  const isQuoted = state.sliceDoc(from, from + 1) === '"' && to > from;
  // The text from `from` to the cursor is what CodeMirror matches, so the range to replace is found in `apply`.
  return { from: isQuoted ? from + 1 : from, options: offers.map(toCompletion), validFor: /^[\w $-]*$/ };
}

const maxLabel = 60;

function toCompletion({ label, insert, kind, detail, description, isRequired }: Offer): Completion {
  return {
    label: label.length > maxLabel ? `${label.slice(0, maxLabel)}…` : label,
    type: kind,
    detail: isRequired === true ? `${detail ?? ""} required`.trim() : detail,
    info: description,
    boost: isRequired === true ? 1 : 0,
    apply: (view, _completion, _from, cursor) => {
      const { from, to } = offersAt(view.state.doc.toString(), cursor, true);
      const text = insert.replaceAll("\n", `\n${/^\s*/.exec(view.state.doc.lineAt(from).text)?.[0] ?? ""}`);
      const isOpen = ["{}", "[]", '""'].includes(insert);
      view.dispatch({
        changes: { from, to, insert: text },
        selection: { anchor: from + text.length - (isOpen ? 1 : 0) },
        userEvent: "input.complete",
      });
      if (kind === "property" || isOpen) startCompletion(view);
    },
  };
}

/** Describes the name or the value below the pointer. */
export function describe(view: EditorView, at: number, schema: JsonSchema): Tooltip | null {
  const found = describeAt(view.state.doc.toString(), at, schema);
  if (found === undefined) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "px-2 py-1";
    dom.textContent = [found.type, found.text].filter((part) => part !== undefined).join(" · ");
    return { dom };
  };
  return { pos: found.from, end: found.to, create };
}
