/** Styles text for a terminal. */
export type Emphasis = (format: "bold", text: string) => string;

/** Formats rows in columns, each as wide as its longest cell. The columns in `right` are right-aligned. */
export function toColumns(rows: readonly (readonly string[])[], right: readonly number[] = []): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  const pad = (cell: string, i: number) =>
    right.includes(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0);
  return rows.map((row) => row.map(pad).join("  ").trimEnd());
}

/** Formats rows in columns below a heading. */
export function toTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  style: Emphasis,
): readonly string[] {
  const [first = "", ...lines] = toColumns([heading, ...rows]);
  return [style("bold", first), ...lines];
}

/** Escapes control characters and text direction marks, so that a terminal shows them instead of interpreting them. */
export const toPlain = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** A case in a JUnit report. A case passed unless `failure` or `skipped` is set. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  readonly failure?: string;
  readonly skipped?: string;
}

/** Formats cases as a JUnit report with one suite per suite name, in the order of the cases. */
export function toJunit(name: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${toXml(name)}" tests="${cases.length}" failures="${failures}">`,
    ...[...new Set(cases.map(({ suite }) => suite))].flatMap((suite) =>
      toSuite(
        suite,
        cases.filter((one) => one.suite === suite),
      ),
    ),
    "</testsuites>",
    "",
  ].join("\n");
}

function toSuite(suite: string, cases: readonly JunitCase[]): readonly string[] {
  const count = (kind: "failure" | "skipped") => cases.filter((one) => one[kind] !== undefined).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="0" skipped="${count("skipped")}"`;
  return [
    `  <testsuite name="${toXml(suite)}" ${counts} time="0">`,
    ...cases.map((one) => `    ${toCase(one)}`),
    "  </testsuite>",
  ];
}

function toCase({ suite, name, failure, skipped }: JunitCase): string {
  const open = `<testcase classname="${toXml(suite)}" name="${toXml(name)}" time="0"`;
  if (failure !== undefined) {
    const [first = ""] = failure.split("\n");
    return `${open}><failure message="${toXml(first)}">${toXml(failure)}</failure></testcase>`;
  }
  return skipped === undefined ? `${open}/>` : `${open}><skipped message="${toXml(skipped)}"/></testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text for XML and removes the characters that XML does not allow. */
const toXml = (text: string): string =>
  [...text]
    .filter((char) => char >= " " || char === "\n" || char === "\t")
    .filter((char) => char.length > 1 || !/[\uD800-\uDFFF\uFFFE\uFFFF]/.test(char))
    .map((char) => entities[char] ?? char)
    .join("");

/** Returns ` Did you mean "…"?` with the most similar known word, or an empty string if no word is similar. */
export function suggest(word: string, known: readonly string[]): string {
  const nearest = findNearest(word, known);
  return nearest === undefined ? "" : ` Did you mean "${toPlain(nearest)}"?`;
}

const maxWordLength = 64;

/** Finds the known word closest to a mistyped one; undefined if none is close or the word is too long. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > maxWordLength) return undefined;
  const maxEdits = Math.min(3, Math.floor(word.length / 3));
  const near = known
    .map((one) => ({ one, edits: countEdits(word.toLowerCase(), one.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits);
  return near[0]?.one;
}

/** Counts insertions, deletions, substitutions and swaps of neighbours between two words. */
function countEdits(from: string, to: string): number {
  if (from === to) return 0;
  const rows = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const above = rows[i - 1] ?? [];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1),
        isSwap ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

const usageProblems: Readonly<Record<string, (named: string, message: string) => string>> = {
  "commander.unknownOption": (named) => `Unknown option "${named}".`,
  "commander.unknownCommand": (named) => `There is no command "${named}".`,
  "commander.optionMissingArgument": (named) => `${toFlag(named)} needs a value.`,
  "commander.missingMandatoryOptionValue": (named) => `${toFlag(named)} is required.`,
  "commander.missingArgument": (named) => `Missing argument <${named}>.`,
  "commander.excessArguments": (_, message) => {
    const [, expected = "0", received = ""] = /Expected (\d+) .*?: (.*)\.$/s.exec(message) ?? [];
    return `Unexpected argument "${received.split(", ")[Number(expected)] ?? received}".`;
  },
};

const toFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Formats a Commander error as one line, including any suggestion. */
export function toUsageProblem(code: string, message: string): string {
  const named = /'(.*?)'/s.exec(message)?.[1] ?? "";
  const problem = usageProblems[code]?.(named, message) ?? message.replace(/^error: /, "");
  const [, nearest] = /\(Did you mean (?:one of )?(.+?)\?\)$/.exec(message) ?? [];
  return toPlain(nearest === undefined ? problem : `${problem} Did you mean ${nearest}?`);
}
