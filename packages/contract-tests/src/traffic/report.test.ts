import { expect, test } from "vitest";
import { divergence, foundGap, hint, learned, severalGap, untouchedGap } from "../../test/traffic-report.ts";
import { explainBasis, renderLearned, renderLearnedJunit, renderLearnedSummary } from "./report.ts";

const diagnosis = {
  hints: [hint],
  judged: [],
  untested: {},
  expects: [{ gap: "submit-status", reading: "ok", sequence: 3, why: "Your client treats 201 as an error." }],
  profile: "observed",
  advice: "The profile observed has this reading.",
} as const;

const comparison = {
  changed: [
    {
      gap: "token-lifetime",
      before: ["3600s"],
      now: ["300s"],
      beforeAt: "2025-12-01T00:00:00.000Z",
      nowAt: "2026-01-01T12:00:00.000Z",
    },
  ],
  confirmed: ["grant-by-client"],
  notShown: [
    { gap: "rate-limit", possible: ["none"], lastAt: "2025-12-29T12:00:00.000Z", age: "3 days old" },
    { gap: "paused", possible: ["absent"], lastAt: undefined, age: undefined },
  ],
} as const;

test("the text has the readings, what changed, each divergence with its reasons, the client's mistakes and the counts", () => {
  expect(renderLearned({ learned, diagnosis, comparison })).toBe(`Found: exactly one reading fits.
  token-lifetime (spec 8): 300s, not 3600s
      #1: token.requestToken returned 200

Several: some readings are ruled out, but more than one fits.
  grant-by-client (spec 5): either or client-credentials, not password. The responses fit more than one reading.
      #1: token.requestToken returned 200

Unknown: no response was conclusive.
  rate-limit (spec 8): The responses fit more than one reading.

No exchange depends on 1 other gap.

Changed: the service no longer follows the profile.
  token-lifetime (spec 8): 3600s until 2025-12-01T00:00:00.000Z, 300s since 2026-01-01T12:00:00.000Z

Confirmed: the profile still holds for 1 gap.

Not shown again: the traffic does not depend on these readings.
  rate-limit (spec 8): none, 3 days old
  paused (spec 3.1): absent, of unknown age

Divergences: no profile explains these responses.
  v2.fetchState, context.process.journey.name
    expected: There is no such member.
    received: It is "<b>x</b>".
    because:  ${explainBasis("error-body-form")}
    because:  ${explainBasis("submit-status=ok")}
    seen:     2 times (#4, #9), first at 2026-01-01T12:04:00.000Z, last at 2026-01-01T12:09:00.000Z

Client: it breaks these requirements.
  FAIL one-token (spec 5): It requested 4 tokens.
    What to change: Keep the token until it expires.
    Seen 4 times, first in #2.

Client: it expects these readings.
  submit-status=ok: Your client treats 201 as an error.
  The profile observed has this reading.

Not judged: 2 exchanges.
  2: Its instance started before the recording.

1 found, 1 several, 0 contradicts, 2 unknown; 1 divergence; 12 exchanges of 1 instance
`);
});

test("a rule explains an expectation by its text, and a reading by the question of its gap and its answer, with the section", () => {
  expect(explainBasis("error-body-form")).toMatch(/^error-body-form \(spec 7\): An error body has the form /);
  expect(explainBasis("token-lifetime=300s")).toMatch(/^token-lifetime=300s \(spec 8\): .+\? .+\.$/);
  expect(explainBasis("no-such-rule")).toBe("no-such-rule");
});

test("without an exchange, the text says that nothing was learned", () => {
  const text = renderLearned({ learned: { ...learned, gaps: [untouchedGap], divergences: [], exchanges: 0 } });
  expect(text).toBe("No request to the service was seen, so nothing was learned.\n");
});

test("a reading that has changed is shown once: as a change, and without a comparison as a divergence", () => {
  const place = "token-lifetime";
  const reading = { ...divergence, kind: "reading", endpoint: "token.requestToken", place } as const;
  const changed = { ...learned, divergences: [reading] };
  const text = renderLearned({ learned: changed, comparison });
  expect(text).not.toContain("token.requestToken, token-lifetime");
  expect(text).toContain("token-lifetime (spec 8): 3600s until ");
  expect(text).toContain("; 0 divergences, 1 changed; ");
  expect(renderLearnedSummary({ learned: changed, comparison })).not.toContain("token.requestToken");
  expect(renderLearned({ learned: changed })).toContain(
    "Other readings than before:\n  token.requestToken, token-lifetime\n",
  );
  expect(renderLearnedJunit({ learned: changed, comparison })).toContain("<failure");
});

test("the text shows at most six reasons and five exchanges of a divergence, and how many there are", () => {
  const basis = Array.from({ length: 9 }, (_, i) => `rule-${i}`);
  const exchanges = Array.from({ length: 7 }, (_, i) => i + 1);
  const text = renderLearned({ learned: { ...learned, divergences: [{ ...divergence, basis, exchanges }] } });
  expect(text.match(/because: {2}rule-/g)).toHaveLength(6);
  expect(text).toContain("\n              and 3 more\n");
  expect(text).toContain("seen:     7 times (#1, #2, #3, #4, #5, …), first at");
});

test("the text shows control characters instead of interpreting them", () => {
  const received = "It is \u001b[31mred\u001b[0m.";
  const text = renderLearned({ learned: { ...learned, divergences: [{ ...divergence, received }] } });
  expect(text).toContain("It is \\u001b[31mred\\u001b[0m.");
});

test("JUnit has a failure for each endpoint with divergences, and a case for each gap that the traffic depends on", () => {
  const other = { ...divergence, place: "status" };
  const contradicted = { ...foundGap, status: "contradicts", possible: [], ruledOut: ["300s"] } as const;
  const gaps = [contradicted, severalGap, ...learned.gaps.slice(2)];
  const junit = renderLearnedJunit({ learned: { ...learned, gaps, divergences: [divergence, other] }, diagnosis });
  expect(junit).toContain('<testsuites name="traffic" tests="5" failures="2">');
  expect(junit).toMatch(
    /classname="divergences" name="v2.fetchState" time="0"><failure message="v2.fetchState, context/,
  );
  expect(junit).toContain("v2.fetchState, status");
  expect(junit).toMatch(/name="token-lifetime \(spec 8\)" time="0"><failure message="Contradicts: /);
  expect(junit).toMatch(/name="grant-by-client \(spec 5\)" time="0"><skipped message="either or client-credentials: /);
  expect(junit).toMatch(/classname="client" name="one-token \(spec 5\)" time="0"><skipped message="FAIL one-token/);
  expect(junit).not.toContain("wrong-method");
});

test("without a divergence, JUnit has a case that passes", () => {
  const junit = renderLearnedJunit({ learned: { ...learned, gaps: [foundGap], divergences: [] } });
  expect(junit).toContain('<testsuites name="traffic" tests="2" failures="0">');
  expect(junit).toContain('<testcase classname="divergences" name="A profile explains every response." time="0"/>');
});

test("the summary is Markdown that shows texts as they are", () => {
  const summary = renderLearnedSummary({ learned, diagnosis, comparison });
  expect(summary).toContain(
    "1 found, 1 several, 0 contradicts, 2 unknown; 1 divergence; 12 exchanges of 1 instance.\n",
  );
  expect(summary).toMatch(/\| endpoint \| place \| expected \| received \| seen \|\n\| --- \| --- \|/);
  expect(summary).toContain("| v2.fetchState |");
  expect(summary).toContain('It is "&#60;b&#62;x&#60;/b&#62;".');
  expect(summary).toContain("| token-lifetime (spec 8): 3600s until ");
  expect(summary).toContain("| FAIL one-token (spec 5) | It requested 4 tokens. | Keep the token until it expires. |");
  const quiet = renderLearnedSummary({ learned: { ...learned, divergences: [] } });
  expect(quiet).not.toContain("|");
});
