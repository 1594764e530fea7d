/** A program from one or more TypeScript blocks of a document. */
export interface Snippet {
  /** File and line of the first block. */
  readonly place: string;
  readonly text: string;
  /** Whether the program is run; false if a block has `no-run`. */
  readonly runs: boolean;
}

/** The words that may follow `ts` in the first line of a block. */
const markers = ["continues", "no-run"];

/**
 * Extracts the programs from a Markdown text. Each TypeScript block is a separate program, unless it has `continues`.
 *
 * @throws {Error} When a block has an unknown word, or has `continues` and there is no block before it.
 */
export function toSnippets(file: string, markdown: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  for (const match of markdown.matchAll(/^```(?:ts|typescript)\b *(.*)\n([\s\S]*?)^```$/gm)) {
    const [, info = "", text = ""] = match;
    const place = `${file}:${markdown.slice(0, match.index).split("\n").length}`;
    const found = info.split(/\s+/).filter((word) => word !== "");
    const unknown = found.find((word) => !markers.includes(word));
    if (unknown !== undefined)
      throw new Error(`${place}: Unknown word "${unknown}". Expected ${markers.join(" or ")}.`);
    const runs = !found.includes("no-run");
    if (!found.includes("continues")) snippets.push({ place, text, runs });
    else {
      const before = snippets.pop();
      if (before === undefined) throw new Error(`${place}: There is no block to continue.`);
      snippets.push({ place: before.place, text: `${before.text}\n${text}`, runs: before.runs && runs });
    }
  }
  return snippets;
}
