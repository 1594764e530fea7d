/** A case in a JUnit report. Without `failure` or `skipped`, the case passed. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  readonly failure?: string;
  readonly skipped?: string;
}

/** Formats cases as a JUnit report, grouped by `suite`. */
export function toJunit(name: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}">`,
    ...[...new Set(cases.map(({ suite }) => suite))].flatMap((suite) =>
      renderSuite(
        suite,
        cases.filter((one) => one.suite === suite),
      ),
    ),
    "</testsuites>",
    "",
  ].join("\n");
}

function renderSuite(suite: string, cases: readonly JunitCase[]): readonly string[] {
  const count = (kind: "failure" | "skipped") => cases.filter((one) => one[kind] !== undefined).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="0" skipped="${count("skipped")}"`;
  return [
    `  <testsuite name="${escapeXml(suite)}" ${counts} time="0">`,
    ...cases.map((one) => `    ${renderCase(one)}`),
    "  </testsuite>",
  ];
}

function renderCase({ suite, name, failure, skipped }: JunitCase): string {
  const open = `<testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}" time="0"`;
  if (failure !== undefined) {
    const [first = ""] = failure.split("\n");
    return `${open}><failure message="${escapeXml(first)}">${escapeXml(failure)}</failure></testcase>`;
  }
  return skipped === undefined ? `${open}/>` : `${open}><skipped message="${escapeXml(skipped)}"/></testcase>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes text for XML and removes the characters that XML does not allow. */
const escapeXml = (text: string): string =>
  [...text]
    .filter((char) => char >= " " || char === "\n" || char === "\t")
    .filter((char) => char.length > 1 || !/[\uD800-\uDFFF\uFFFE\uFFFF]/.test(char))
    .map((char) => entities[char] ?? char)
    .join("");
