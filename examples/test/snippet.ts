/** A program made of the TypeScript blocks of a document. */
export interface Snippet {
  /** Where its first block begins: file and line. */
  readonly place: string;
  readonly text: string;
  /** False for a program that is compiled and not run, because its reader's machine is needed for it. */
  readonly runs: boolean;
}

/** What may stand behind `ts` where a block is opened: it goes on with the block before, or it is compiled and not run. */
const words = ["continues", "no-run"];

/**
 * Takes the TypeScript blocks out of a Markdown text. A block is a program of its own, unless it says `continues`.
 *
 * @throws {Error} When a block is opened with a word that means nothing, or continues nothing.
 */
export function toSnippets(file: string, markdown: string): readonly Snippet[] {
  const snippets: Snippet[] = [];
  for (const match of markdown.matchAll(/^```(?:ts|typescript)\b *(.*)\n([\s\S]*?)^```$/gm)) {
    const [, info = "", text = ""] = match;
    const place = `${file}:${markdown.slice(0, match.index).split("\n").length}`;
    const said = info.split(/\s+/).filter((word) => word !== "");
    const odd = said.find((word) => !words.includes(word));
    if (odd !== undefined) throw new Error(`${place}: "${odd}" says nothing; expected ${words.join(" or ")}.`);
    const runs = !said.includes("no-run");
    if (!said.includes("continues")) snippets.push({ place, text, runs });
    else {
      const before = snippets.pop();
      if (before === undefined) throw new Error(`${place}: there is no block that it could continue.`);
      snippets.push({ place: before.place, text: `${before.text}\n${text}`, runs: before.runs && runs });
    }
  }
  return snippets;
}
