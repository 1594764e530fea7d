import { type ReactNode, useMemo } from "react";

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Shows a value as coloured JSON. */
export function Json({ value, label = "JSON" }: { readonly value: unknown; readonly label?: string }): ReactNode {
  const parts = useMemo(() => highlight(JSON.stringify(value, null, 2) ?? ""), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section className={box} tabIndex={0} aria-label={label}>
      <pre>{parts}</pre>
    </section>
  );
}

const box = "max-h-[480px] overflow-auto rounded-8 bg-sunken px-4 py-3 text-12 leading-[1.55]";
const colours = { key: "text-live", string: "text-good", literal: "text-fair" } as const;

function highlight(text: string): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? "literal" : colon === undefined ? "string" : "key";
    parts.push(
      <span key={match.index} className={colours[kind]}>
        {string ?? whole}
      </span>,
      colon,
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
