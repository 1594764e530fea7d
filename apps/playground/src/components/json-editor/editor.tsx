import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { forceLinting, linter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { WandSparkles } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../button.tsx";
import styles from "./json-editor.module.css";
import { describeAt, type Offer, offersAt } from "./offers.ts";
import { findProblems, type JsonProblem } from "./problems.ts";
import type { JsonSchema } from "./schema.ts";
import { shortenedTexts } from "./shortened-texts.ts";

/** Settings of the editor. */
export interface JsonEditorProps {
  /** Names the editor, above it and for screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Draft-07 schema with its `definitions`, or a schema with the `components` of an OpenAPI document. */
  readonly schema?: JsonSchema | undefined;
  /** Called with what is wrong, a moment after each change. */
  readonly onProblems?: ((problems: readonly JsonProblem[]) => void) | undefined;
  /** Height of the text, in pixels. */
  readonly height?: number;
}

/** The editor itself. `JsonEditor` loads it when it is needed. */
export function Editor(props: JsonEditorProps): ReactNode {
  const { label, value, onChange, schema = true, onProblems, height = 320 } = props;
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const [problems, setProblems] = useState<readonly JsonProblem[]>([]);
  const latest = useRef({ schema, onChange, onProblems });
  latest.current = { schema, onChange, onProblems };
  const hint = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor per element; the effects below update it.
  useEffect(() => {
    if (parent.current === null) return;
    const report = (found: readonly JsonProblem[]) => {
      setProblems(found);
      latest.current.onProblems?.(found);
    };
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: value,
        extensions: [
          basics,
          EditorView.contentAttributes.of({
            "aria-label": label,
            "aria-describedby": hint,
            tabindex: "0",
            spellcheck: "false",
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) latest.current.onChange(state.doc.toString());
          }),
          autocompletion({ override: [(context) => complete(context, latest.current.schema)], icons: false }),
          hoverTooltip((of, at) => describe(of, at, latest.current.schema)),
          linter(({ state }) => {
            const found = findProblems(state.doc.toString(), latest.current.schema);
            report(found);
            return found.map((problem) => ({ ...problem, severity: "error" as const }));
          }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another schema finds other problems.
  useEffect(() => {
    if (view.current !== null) forceLinting(view.current);
  }, [schema]);

  const tidied = tidy(value);
  return (
    <div className={styles.editor}>
      <div className={styles.header}>
        <span className={styles.label}>{label}</span>
        <span className={styles.count} role="status">
          {problems.length > 0 && `${problems.length} ${problems.length === 1 ? "problem" : "problems"}`}
        </span>
        <Button
          variant="quiet"
          icon={WandSparkles}
          isDisabled={tidied === undefined || tidied === value}
          onPress={() => tidied !== undefined && onChange(tidied)}
        >
          Tidy
        </Button>
      </div>
      <div ref={parent} className={styles.text} style={{ height }} />
      <p id={hint} className={styles.hint}>
        Ctrl Space lists what fits. To leave the editor with Tab, press Escape first.
      </p>
    </div>
  );
}

/** Formats a JSON text; undefined if it is not JSON. */
function tidy(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

function complete({ state, pos, explicit }: CompletionContext, schema: JsonSchema): CompletionResult | null {
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

function describe(view: EditorView, at: number, schema: JsonSchema) {
  const found = describeAt(view.state.doc.toString(), at, schema);
  if (found === undefined) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = styles.tooltip ?? "";
    dom.textContent = [found.type, found.text].filter((part) => part !== undefined).join(" · ");
    return { dom };
  };
  return { pos: found.from, end: found.to, create };
}

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--live)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--fair)" },
]);

const popup = {
  border: "1px solid var(--line-strong)",
  borderRadius: "var(--radius-8)",
  backgroundColor: "var(--panel)",
  color: "var(--ink)",
  boxShadow: "var(--shadow)",
};

const theme = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", fontSize: "var(--size-12)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { border: "none", backgroundColor: "transparent", color: "var(--ink-3)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--ink) 4%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "color-mix(in srgb, var(--live) 22%, transparent)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--live) 18%, transparent)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-tooltip": popup,
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "var(--mono)", maxHeight: "260px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 8px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--sunken)", color: "var(--ink)" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": { color: "var(--ink-3)", fontStyle: "normal" },
  ".cm-completionInfo": { ...popup, fontFamily: "var(--font)", maxWidth: "320px", padding: "6px 10px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)", fontFamily: "var(--font)" },
});

const basics = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  indentUnit.of("  "),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  EditorView.lineWrapping,
  json(),
  syntaxHighlighting(highlight),
  theme,
  shortenedTexts,
  keymap.of([
    { key: "Tab", run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...historyKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
];
