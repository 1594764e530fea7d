import { syntaxTree } from "@codemirror/language";
import { type EditorState, RangeSetBuilder, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

const longest = 200;
const kept = 24;

/** Shows the start and the length of long texts, such as images. The document keeps the whole text. */
export const shortenedTexts = StateField.define<DecorationSet>({
  create: shorten,
  update: (shown, { docChanged, state }) => (docChanged ? shorten(state) : shown),
  provide: (field) => [
    EditorView.decorations.from(field),
    EditorView.atomicRanges.of((view) => view.state.field(field)),
  ],
});

function shorten(state: EditorState): DecorationSet {
  const ranges = new RangeSetBuilder<Decoration>();
  syntaxTree(state).iterate({
    enter: ({ name, from, to }) => {
      if (name !== "String" || to - from <= longest) return;
      ranges.add(from + kept, to - 1, Decoration.replace({ widget: new Length(to - from - 2) }));
    },
  });
  return ranges.finish();
}

// The editor requires a class for content inside a text.
class Length extends WidgetType {
  readonly characters: number;

  constructor(characters: number) {
    super();
    this.characters = characters;
  }

  override eq(other: Length): boolean {
    return other.characters === this.characters;
  }

  toDOM(): HTMLElement {
    const dom = document.createElement("span");
    dom.textContent = `… ${this.characters.toLocaleString("en")} characters`;
    dom.style.color = "var(--ink-3)";
    return dom;
  }
}
