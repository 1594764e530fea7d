import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

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

/** The colours and shapes of the editor, from the page's design tokens. */
export const editorTheme: Extension = [theme, syntaxHighlighting(highlight)];
