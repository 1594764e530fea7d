import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { forceLinting, linter, lintKeymap } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import { WandSparkles } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { formatCount } from "../../text/format.ts";
import { Button } from "../button.tsx";
import { complete, describe } from "./assist.ts";
import { findProblems, type JsonProblem } from "./problems.ts";
import type { JsonSchema } from "./schema.ts";
import { shortenedTexts } from "./shortened-texts.ts";
import { editorTheme } from "./theme.ts";

export interface JsonEditorProps {
  /** Label above the editor, also read by screen readers. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Draft-07 schema with its `definitions`, or a schema with the `components` of an OpenAPI document. */
  readonly schema?: JsonSchema | undefined;
  /** Called with the problems in the text, shortly after each change. */
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
    <div className="grid min-w-0 gap-1">
      <div className="flex min-h-7 items-center gap-2.5">
        <span className="font-medium">{label}</span>
        <span className="mr-auto text-12 text-bad" role="status">
          {problems.length > 0 && formatCount(problems.length, "problem")}
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
      <div
        ref={parent}
        className="resize-y overflow-hidden rounded-8 border border-line-strong bg-panel outline-offset-2 outline-live focus-within:outline-2"
        style={{ height }}
      />
      <p id={hint} className="text-12 text-ink-3">
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
  editorTheme,
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
