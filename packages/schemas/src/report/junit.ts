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
