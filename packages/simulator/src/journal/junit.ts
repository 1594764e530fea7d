import type { Coverage } from "@journey-kit/schemas/control";

type Part = Coverage["parts"][number];

/**
 * Writes a coverage as a JUnit report: a suite for each part, a case for each row, skipped where it was never met. Where
 * a percentage was to be reached, a case of its own fails if it was not.
 */
export function toJunit({ world, percentage, min, reached, parts }: Coverage): string {
  const suites = parts.map(toSuite);
  const verdict = reached ? "/>" : `><failure message="${percentage} % is less than ${min} %"/></testcase>`;
  const failures = reached ? 0 : 1;
  const last =
    min === undefined
      ? []
      : [
          `  <testsuite name="percentage" tests="1" failures="${failures}" errors="0" skipped="0" time="0">`,
          `    <testcase classname="percentage" name="at least ${min} %" time="0"${verdict}`,
          "  </testsuite>",
        ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${toXml(`coverage of ${world}`)}" failures="${failures}">`,
    ...suites.flat(),
    ...last,
    "</testsuites>",
    "",
  ].join("\n");
}

function toSuite({ part, rows }: Part): readonly string[] {
  const cases = rows.filter(({ reachable }) => reachable);
  const skipped = cases.filter(({ times }) => times === 0).length;
  return [
    `  <testsuite name="${part}" tests="${cases.length}" failures="0" errors="0" skipped="${skipped}" time="0">`,
    ...cases.map(({ id, text, times }) => {
      const open = `    <testcase classname="${part}" name="${toXml(id)}" time="0"`;
      return times > 0 ? `${open}/>` : `${open}><skipped message="${toXml(`never met: ${text}`)}"/></testcase>`;
    }),
    "  </testsuite>",
  ];
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Writes text as XML can hold it; control characters cannot be in it at all. */
const toXml = (text: string): string =>
  [...text]
    .filter((char) => char >= " " && !/[\uD800-\uDFFF\uFFFE\uFFFF]/.test(char.length === 1 ? char : ""))
    .map((char) => entities[char] ?? char)
    .join("");
