import type { ReactNode } from "react";

/** A text from the tables of the specification. Parts between backticks are shown as code. */
export function Prose({ text }: { readonly text: string }): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
  return text.split("`").map((part, i) => (i % 2 === 0 ? part : <code key={i}>{part}</code>));
}
