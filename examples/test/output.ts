/**
 * What differs between two runs, each by its form. Everything else is compared: statuses, counts, durations, the text and
 * the width of columns.
 */
const forms: readonly (readonly [RegExp, string])[] = [
  // A page uses the default address, so its commands need no `--simulator`.
  [/ --simulator http:\/\/127\.0\.0\.1:\d+/g, ""],
  [/(?<=http:\/\/127\.0\.0\.1:)\d+/g, "PORT"],
  [/\bsim_[\w-]{20}(?![\w-])/g, "sim_ID"],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "UUID"],
  [/\b[\da-f]{64}\b/g, "DIGEST"],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z/g, "INSTANT"],
  [/(?<![\w:.-])\d\d:\d\d:\d\d(?![\w:.-])/g, "TIME"],
  [/\bc1\.[\w-]+…?/g, "REPLAY"],
  [/(?<=\b(?:seed|pid) )\d+\b/gi, "NUMBER"],
];

const mask = (text: string): string => forms.reduce((masked, [form, name]) => masked.replaceAll(form, name), text);

const toLines = (text: string): readonly string[] =>
  mask(text)
    .split("\n")
    .map((line) => line.trimEnd());

/**
 * The first line that a document shows in a place where the program did not print it; undefined if there is none. The
 * paragraphs of the document must occur in order, and the lines of a paragraph one after another. Between two
 * paragraphs, the document may leave out lines.
 */
export function findWrongLine(shown: string, printed: string): string | undefined {
  const lines = toLines(printed);
  let from = 0;
  for (const paragraph of shown.split(/\n{2,}/).filter((text) => text.trim() !== "")) {
    const expected = toLines(paragraph.replace(/\n$/, ""));
    const matchAt = (start: number): number => {
      const wrong = expected.findIndex((line, i) => lines[start + i] !== line);
      return wrong === -1 ? expected.length : wrong;
    };
    const starts = lines.map((_, i) => i).slice(from);
    const found = starts.find((start) => matchAt(start) === expected.length);
    if (found === undefined) return expected[Math.max(0, ...starts.map(matchAt))];
    from = found + expected.length;
  }
  return undefined;
}
