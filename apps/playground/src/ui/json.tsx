import { type ReactNode, useMemo } from "react";
import styles from "./json.module.css";

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Shows a value as coloured JSON. */
export function Json({ value, label = "JSON" }: { readonly value: unknown; readonly label?: string }): ReactNode {
  const parts = useMemo(() => highlight(JSON.stringify(value, null, 2) ?? ""), [value]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard.
    <section className={styles.json} tabIndex={0} aria-label={label}>
      <pre>{parts}</pre>
    </section>
  );
}

function highlight(text: string): readonly ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? "literal" : colon === undefined ? "string" : "key";
    parts.push(
      <span key={match.index} className={styles[kind]}>
        {string ?? whole}
      </span>,
      colon,
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
