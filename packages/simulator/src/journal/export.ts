import type { Coverage, CoverageRow, Exchange, Har } from "@journey-kit/schemas/control";

type Entry = Har["log"]["entries"][number];
type Pairs = Entry["request"]["headers"];

/** Writes exchanges as an HTTP Archive 1.2, which the network panel of a browser opens. */
export const toHar = (exchanges: readonly Exchange[]): Har => ({
  log: {
    version: "1.2",
    creator: { name: "journey-sim", version: "1" },
    entries: exchanges.map(toEntry),
    comment: "Placeholders stand for what is personal or secret.",
  },
});

const words: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  500: "Internal Server Error",
};

/** A network panel takes a call of no time at all for one that is still under way. */
const least = 0.1;

const unknown = { httpVersion: "HTTP/1.1", headersSize: -1, bodySize: -1 } as const;

function toEntry({ startedAt, duration, request, response, rules, readings }: Exchange): Entry {
  const sent = toText(request.body);
  const content = toText(response.body);
  return {
    startedDateTime: startedAt,
    time: Math.max(least, duration),
    request: {
      ...unknown,
      cookies: [],
      method: request.method,
      url: `http://simulator.localhost${request.path}`,
      headers: toPairs(request.headers),
      queryString: [],
      ...(sent !== undefined && { postData: { mimeType: request.headers["content-type"] ?? "", text: sent } }),
    },
    response: {
      ...unknown,
      cookies: [],
      status: response.status,
      statusText: words[response.status] ?? "",
      headers: toPairs(response.headers),
      content: {
        size: new TextEncoder().encode(content ?? "").length,
        mimeType: response.headers["content-type"] ?? "",
        ...(content !== undefined && { text: content }),
      },
      redirectURL: "",
    },
    cache: {},
    timings: { send: 0, wait: Math.max(least, duration), receive: 0 },
    _resourceType: "fetch",
    comment: [...rules, ...Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`)].join(", "),
  };
}

const toText = (body: unknown): string | undefined =>
  body === undefined || typeof body === "string" ? body : JSON.stringify(body);

const toPairs = (headers: Readonly<Record<string, string>>): Pairs =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

type Part = Coverage["parts"][number];

/**
 * Writes a coverage as a JUnit report: a suite for each part, a case for each row, skipped if it was not covered. Where
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
      return times > 0 ? `${open}/>` : `${open}><skipped message="${toXml(`not covered: ${text}`)}"/></testcase>`;
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

type TextPart = Coverage["parts"][number];

/** Writes a coverage as a table for a terminal: the parts, then what was not covered. */
export function toCoverageText(coverage: Coverage): string {
  const { world, exchanges, percentage, min, reached, parts } = coverage;
  const verdict =
    min === undefined ? "" : reached ? ` (at least ${min} %: reached)` : ` (at least ${min} %: not reached)`;
  return [
    `Coverage of world ${world}: ${percentage} % after ${exchanges} calls${verdict}`,
    "",
    ...toTable([["part", "covered", "of", ""], ...parts.map(toLine)]),
    ...parts.flatMap(toUnmet),
    "",
  ].join("\n");
}

const toLine = ({ part, covered, reachable }: TextPart): readonly string[] => [
  part,
  `${covered}`,
  `${reachable}`,
  reachable === 0 ? "" : `${Math.floor((covered / reachable) * 100)} %`,
];

function toUnmet({ part, rows }: TextPart): readonly string[] {
  const unmet = rows.filter(({ times, reachable }) => reachable && times === 0);
  if (unmet.length === 0) return [];
  const widest = Math.max(...unmet.map(({ id }) => id.length));
  return ["", `Not covered: ${part}`, ...unmet.map(({ id, text }: CoverageRow) => `  ${id.padEnd(widest)}  ${text}`)];
}

/** Sets columns side by side: the first to the left, numbers to the right. */
function toTable(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
