import { describe, expect, test } from "vitest";
import { createCondition } from "../../test/evidence.ts";
import type { ClientReport, RequirementResult } from "./check.ts";
import type { Failure } from "./explain.ts";
import { renderAnnotations, renderJunit, renderProof, renderReport, renderSummary, renderVerdict } from "./report.ts";

const outcome: Failure = {
  id: "tells-outcome",
  spec: "4.2",
  text: "Distinguishes accept, reject and refer.",
  strength: "must",
  problem: 'The journey ended with "refer"; the client reported "accept".\nIt printed nothing.',
  cause: "The cause.",
  fix: "The fix.",
  seenUnder: ["referred", "custom"],
  condition: createCondition({ scenario: "referred", readings: { "submit-status": "created" } }),
  calls: ["#1 12:00:00 token.requestToken 200", "#2 12:00:00 v2.startJourney 201"],
  replay: "c2.abc",
};

const speed: Failure = {
  ...outcome,
  ...{ id: "polls-at-interval", spec: "4.4", strength: "warning", text: "Polls no faster than the interval." },
  ...{ problem: "It polled after 1 s.", seenUnder: ["slow-modules"], replay: "c2.def" },
};

const resultOf = (id: RequirementResult["id"], change: Partial<RequirementResult> = {}): RequirementResult => ({
  ...{ id, spec: "4.2", text: `The text of ${id}.`, strength: "must", status: "pass", reasons: [] },
  ...change,
});

/** A report as the check returns it, apart from what a test changes. */
const createReport = (change: Partial<ClientReport> = {}): ClientReport => ({
  passed: true,
  results: [resultOf("keeps-secrets"), resultOf("tells-outcome")],
  failures: [],
  conditions: 2,
  requests: 12,
  seed: 7,
  coverage: { world: "all conditions", requests: 12, percentage: 40, reached: true, parts: [] },
  ...change,
});

const failing = createReport({
  passed: false,
  results: [
    resultOf("keeps-secrets", { status: "untested", reasons: ["The client printed nothing.", "No request."] }),
    resultOf("polls-at-interval", { strength: "warning", status: "fail" }),
    resultOf("tells-outcome", { status: "fail" }),
    resultOf("ends"),
  ],
  failures: [speed, outcome],
  why: "keeps-secrets was not tested.",
});

describe("as text", () => {
  test("a passing report has one line for each requirement, and the verdict as its last line (spec 4.2)", () => {
    expect(renderReport(createReport())).toBe(
      [
        "pass      keeps-secrets  The text of keeps-secrets. (spec 4.2)",
        "pass      tells-outcome  The text of tells-outcome. (spec 4.2)",
        "",
        "Requirements: 2 pass, 0 FAIL, 0 warning, 0 untested. Conditions: 2 (seed 7).",
        "The client passes.",
        "",
      ].join("\n"),
    );
  });

  test("a failing report says why something was not tested, and then explains each failure (spec 4.2)", () => {
    expect(renderReport(failing, (token) => `run ${token}`)).toBe(
      [
        "untested  keeps-secrets      The text of keeps-secrets. (spec 4.2)",
        "          The client printed nothing.",
        "          No request.",
        "warning   polls-at-interval  The text of polls-at-interval. (spec 4.2)",
        "FAIL      tells-outcome      The text of tells-outcome. (spec 4.2)",
        "pass      ends               The text of ends. (spec 4.2)",
        "",
        "warning  polls-at-interval: Polls no faster than the interval. (spec 4.4)",
        "  It polled after 1 s.",
        "  Seen under: slow-modules.",
        "  Shortest reproduction:",
        "    one journey, for Ada Lovelace without CurrentAddress and SSN and Selfie: kit@latest",
        "    readings: specified, submit-status=created",
        "    scenario referred",
        "      submit-status (spec 4.2): Returns 201.",
        "  Requests:",
        "    #1 12:00:00 token.requestToken 200",
        "    #2 12:00:00 v2.startJourney 201",
        "  Likely cause: The cause.",
        "  What to change: The fix.",
        "  Repeat it: run c2.def",
        "",
        "FAIL  tells-outcome: Distinguishes accept, reject and refer. (spec 4.2)",
        '  The journey ended with "refer"; the client reported "accept".',
        "  It printed nothing.",
        "  Seen under: referred, custom.",
        "  Shortest reproduction:",
        "    one journey, for Ada Lovelace without CurrentAddress and SSN and Selfie: kit@latest",
        "    readings: specified, submit-status=created",
        "    scenario referred",
        "      submit-status (spec 4.2): Returns 201.",
        "  Requests:",
        "    #1 12:00:00 token.requestToken 200",
        "    #2 12:00:00 v2.startJourney 201",
        "  Likely cause: The cause.",
        "  What to change: The fix.",
        "  Repeat it: run c2.abc",
        "",
        "Requirements: 1 pass, 1 FAIL, 1 warning, 1 untested. Conditions: 2 (seed 7).",
        "The client does not pass. It fails tells-outcome. keeps-secrets was not tested.",
        "",
      ].join("\n"),
    );
  });

  test("the default advice repeats a failure with its token in a test (spec 4.2)", () => {
    expect(renderReport(failing)).toContain('\n  Repeat it: checkClient(adapter, { replay: "c2.abc" })\n');
  });

  test("a failure that did not occur again says so, because chance may cause it (spec 4.4)", () => {
    const once = createReport({ failures: [{ ...outcome, notRepeated: 2 }] });
    expect(renderReport(once)).toContain(
      "\n  It happened once, and not again in 2 repetitions: it may depend on an earlier journey or on chance.\n  Seen under",
    );
    expect(renderReport(failing)).not.toContain("It happened once");
  });

  test.each([
    [7, "c1, c2, c3, c4, c5, c6, c7."],
    [8, "c1, c2, c3, c4, c5, c6 and 2 more conditions."],
    [44, "c1, c2, c3, c4, c5, c6 and 38 more conditions."],
  ])("names at most seven of %i conditions (spec 4.2)", (length, shown) => {
    const seenUnder = Array.from({ length }, (_, i) => `c${i + 1}`);
    const text = renderReport(createReport({ failures: [{ ...outcome, seenUnder }] }));
    expect(text).toContain(`\n  Seen under: ${shown}\n`);
  });

  /** The lines with the requests of a failure with so many of them. */
  const showCalls = (numbers: readonly number[]): readonly string[] => {
    const calls = numbers.map((n) => `#${n} v2.fetchState 200`);
    const text = renderReport(createReport({ failures: [{ ...outcome, calls }] }));
    return /\n {2}Requests:\n((?: {4}.*\n)*)/.exec(text)?.[1]?.trimEnd().split("\n") ?? [];
  };
  const count = (length: number) => Array.from({ length }, (_, i) => i + 1);

  test("shows up to 21 requests, and of more the first ten and the last ten (spec 4.4)", () => {
    expect(showCalls(count(21))).toHaveLength(21);
    const many = showCalls(count(100));
    expect(many).toHaveLength(21);
    expect(many[9]).toBe("    #10 v2.fetchState 200");
    expect(many[10]).toBe("    … 80 more requests …");
    expect(many[11]).toBe("    #91 v2.fetchState 200");
  });

  test("counts the requests that the simulator has dropped (spec 4.4)", () => {
    const kept = [...count(15), ...count(15).map((n) => n + 2_000)];
    expect(showCalls(kept)[10]).toBe("    … 1995 more requests …");
  });

  test("does not explain more than three readings (spec 2 to 9)", () => {
    const readings = { "submit-status": "created", "fetch-status": "created", "rate-limit": "limited" } as const;
    const few = createReport({ failures: [{ ...outcome, condition: createCondition({ readings }) }] });
    expect(renderReport(few)).toMatch(/^ {6}submit-status \(spec 4\.2\): ./m);
    const more = { ...readings, "refer-ends-journey": "yes" } as const;
    const many = createReport({ failures: [{ ...outcome, condition: createCondition({ readings: more }) }] });
    expect(renderReport(many)).toContain("submit-status=created");
    expect(renderReport(many)).not.toMatch(/^ {6}submit-status/m);
  });

  test("counts the readings, and lists those that were not tested (spec 2 to 9)", () => {
    const readings = { total: 90, passed: 88, hidden: [{ "submit-status": "created" }, { "rate-limit": "limited" }] };
    expect(renderReport(createReport({ readings }))).toContain(
      "\nReadings: 88 of 90 passed.\nNot tested, because other readings fail: submit-status=created, rate-limit=limited.\nThe client passes.\n",
    );
    const all = renderReport(createReport({ readings: { total: 90, passed: 90, hidden: [] } }));
    expect(all).toContain("\nReadings: 90 of 90 passed.\nThe client passes.\n");
  });

  const proof = { faults: 2, journey: "age-check@latest", schedules: 400, states: 60, failed: 0, isComplete: true };
  test.each([
    [
      proof,
      "Complete for at most 2 faults on age-check: 400 schedules, 60 different (state, request, fault); none fails.",
    ],
    [
      { ...proof, faults: 1, failed: 3, isComplete: false },
      "Incomplete for at most 1 fault on age-check: 400 schedules, 60 different (state, request, fault); 3 fail.",
    ],
  ])("states what the schedules proved: $faults faults, $failed failed (spec 4.4)", (exhaustive, line) => {
    expect(renderProof(exhaustive)).toBe(line);
    expect(renderReport(createReport({ exhaustive }))).toContain(`\n${line}\nThe client passes.\n`);
  });
});

test.each([
  [createReport(), "The client passes."],
  [createReport({ failures: [speed] }), "The client passes."],
  [
    createReport({ passed: false, failures: [outcome, outcome, speed] }),
    "The client does not pass. It fails tells-outcome.",
  ],
  [
    createReport({ passed: false, why: "The client sent no request." }),
    "The client does not pass. The client sent no request.",
  ],
])("the verdict names each broken requirement once, and no warning: %#", (report, line) => {
  expect(renderVerdict(report)).toBe(line);
});

describe("as JUnit", () => {
  /** The cases of a JUnit document, by name. */
  const casesOf = (xml: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...xml.matchAll(/<testcase [^>]*?name="([^":]+):[^"]*"[^>]*?(?:\/>|>(.*?)<\/testcase>)/gs)].map(
        ([, name = "", body = ""]) => [name, body.trim()],
      ),
    );

  test("a failure and an untested requirement fail, and a warning is skipped (spec 4.2)", () => {
    const xml = renderJunit(failing);
    const cases = casesOf(xml);
    expect(Object.keys(cases)).toEqual(["keeps-secrets", "polls-at-interval", "tells-outcome", "ends"]);
    expect(cases["keeps-secrets"]).toMatch(/^<failure message="untested: The client printed nothing\./);
    expect(cases["tells-outcome"]).toMatch(/^<failure message="FAIL {2}tells-outcome: Distinguishes/);
    expect(cases["tells-outcome"]).toContain("Likely cause: The cause.");
    expect(cases["polls-at-interval"]).toMatch(/^<skipped message="warning: warning {2}polls-at-interval/);
    expect(cases.ends).toBe("");
    expect(xml).toMatch(/^<\?xml .*\n?<testsuites [^>]*failures="2"/);
  });

  test("a requirement that may stay untested, and an untested warning, are skipped (spec 4.2)", () => {
    const allowed = casesOf(renderJunit(failing, ["keeps-secrets"]));
    expect(allowed["keeps-secrets"]).toMatch(/^<skipped message="untested: The client printed nothing\./);
    const warning = resultOf("polls-at-interval", { strength: "warning", status: "untested", reasons: ["No poll."] });
    const cases = casesOf(renderJunit(createReport({ results: [warning] })));
    expect(cases["polls-at-interval"]).toBe('<skipped message="untested: No poll."/>');
  });

  test("text from a client is escaped (spec 5)", () => {
    const problem = 'It printed "<a & b>".';
    const xml = renderJunit({ ...failing, failures: [{ ...outcome, problem }] });
    expect(xml).toContain("It printed &quot;&lt;a &amp; b&gt;&quot;.");
    expect(xml).not.toContain("<a & b>");
  });
});

describe("as Markdown", () => {
  test("the summary shows the verdict, each requirement, and what to change, with failures first (spec 4.2)", () => {
    expect(renderSummary(failing).split("\n")).toEqual([
      "### Requirements of the client",
      "",
      "The client does not pass. It fails tells-outcome. keeps-secrets was not tested.",
      "",
      "| result | requirement | meaning | specification |",
      "| --- | --- | --- | --- |",
      "| FAIL | `tells-outcome` | The text of tells-outcome. | 4.2 |",
      "| untested | `keeps-secrets` | The text of keeps-secrets. | 4.2 |",
      "| warning | `polls-at-interval` | The text of polls-at-interval. | 4.2 |",
      "| pass | `ends` | The text of ends. | 4.2 |",
      "",
      "- `polls-at-interval`: It polled after 1 s. The fix.",
      '- `tells-outcome`: The journey ended with "refer"; the client reported "accept". It printed nothing. The fix.',
      "",
    ]);
    expect(renderSummary(createReport())).toMatch(/^The client passes\.$/m);
  });

  test("text from a client cannot add a row, a link or an image (spec 5)", () => {
    const problem = "It printed ![a](http://b) | <img>\n| pass |";
    const summary = renderSummary({ ...failing, failures: [{ ...outcome, problem }] });
    const [line] = summary.split("\n").filter((one) => one.includes("It printed"));
    expect(line).toMatch(/ The fix\.$/);
    expect(line?.replace("`tells-outcome`", "")).not.toMatch(/[[\]|<>!]/);
  });
});

describe("as annotations of GitHub Actions", () => {
  test("each failure is one line, with the requirement as its title (spec 4.2)", () => {
    expect(renderAnnotations(failing)).toEqual([
      "::warning title=polls-at-interval (spec 4.4)::Polls no faster than the interval. It polled after 1 s. The fix.",
      '::error title=tells-outcome (spec 4.2)::Distinguishes accept, reject and refer. The journey ended with "refer"; the client reported "accept".%0AIt printed nothing. The fix.',
      "::error title=Client check::keeps-secrets was not tested.",
    ]);
    expect(renderAnnotations(createReport())).toEqual([]);
  });

  test("line breaks and percent signs cannot end an annotation or begin another one", () => {
    const problem = "100 %\r\n::error::fake";
    const [line] = renderAnnotations(createReport({ failures: [{ ...outcome, spec: "4.2, 5:1", problem }] }));
    expect(line).toBe(
      "::error title=tells-outcome (spec 4.2%2C 5%3A1)::Distinguishes accept, reject and refer. 100 %25%0D%0A::error::fake The fix.",
    );
  });
});
