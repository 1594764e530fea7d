/** A fenced block of a document. */
export interface Block {
  /** File and line of the block. */
  readonly place: string;
  readonly language: string;
  /** The words after the language, such as `no-run`. */
  readonly words: readonly string[];
  /** The name of the file that the block shows. */
  readonly title: string | undefined;
  readonly text: string;
}

/** The words that may follow a language. The documentation site adds a button to blocks with `run`. */
const knownWords: Readonly<Record<string, readonly string[]>> = {
  ts: ["continues", "no-run"],
  sh: ["no-run", "fails", "run"],
  js: ["run"],
};

/**
 * Extracts the fenced blocks from a Markdown text.
 *
 * @throws {Error} When a block has an unknown word.
 */
export function toBlocks(file: string, markdown: string): readonly Block[] {
  return Array.from(markdown.matchAll(/^```(\w*) *(.*)\n([\s\S]*?)^```$/gm), (match) => {
    const [, language = "", info = "", text = ""] = match;
    const place = `${file}:${markdown.slice(0, match.index).split("\n").length}`;
    const title = /title="([^"]*)"/.exec(info)?.[1];
    const words = info
      .replaceAll(/\w+="[^"]*"/g, "")
      .split(/\s+/)
      .filter((word) => word !== "");
    const known = knownWords[language] ?? [];
    const unknown = words.find((word) => !known.includes(word));
    if (unknown !== undefined) {
      const expected = known.length === 0 ? "none" : known.join(" or ");
      throw new Error(`${place}: Unknown keyword "${unknown}". Expected ${expected}.`);
    }
    return { place, language, words, title, text };
  });
}

/** The output that a document shows for a block: the blocks without a language that follow it, joined as paragraphs. */
export function readOutput(blocks: readonly Block[], block: Block): string | undefined {
  const rest = blocks.slice(blocks.indexOf(block) + 1);
  const end = rest.findIndex(({ language }) => language !== "");
  const outputs = rest.slice(0, end === -1 ? undefined : end);
  return outputs.length === 0 ? undefined : outputs.map(({ text }) => text).join("\n");
}

/** A program from one or more TypeScript blocks of a document. */
export interface Snippet {
  /** File and line of the first block. */
  readonly place: string;
  readonly text: string;
  /** Whether the program is run; false if a block has `no-run`. */
  readonly runs: boolean;
  /** Lines that the program prints, from comments such as `// → accept`. */
  readonly prints: readonly string[];
}

/**
 * Joins TypeScript blocks to programs. Each block is a separate program, unless it has `continues`.
 *
 * @throws {Error} When a block has `continues` and there is no block before it.
 */
export function toSnippets(blocks: readonly Block[]): readonly Snippet[] {
  const snippets: Omit<Snippet, "prints">[] = [];
  for (const { place, text, words } of blocks.filter(({ language }) => language === "ts")) {
    const runs = !words.includes("no-run");
    if (!words.includes("continues")) snippets.push({ place, text, runs });
    else {
      const before = snippets.pop();
      if (before === undefined) throw new Error(`${place}: There is no block to continue.`);
      snippets.push({ place: before.place, text: `${before.text}\n${text}`, runs: before.runs && runs });
    }
  }
  return snippets.map((snippet) => ({
    ...snippet,
    prints: Array.from(snippet.text.matchAll(/\/\/ → (.*)$/gm), ([, line = ""]) => line),
  }));
}
