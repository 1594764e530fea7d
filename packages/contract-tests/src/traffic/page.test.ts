import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { divergence, hint, learned } from "../../test/traffic-report.ts";
import { renderLearnedPage } from "./page.ts";

const diagnosis = { hints: [hint], judged: [], untested: {}, expects: [], profile: undefined, advice: undefined };

test("the page has the divergences with their reasons, the client's mistakes and the readings", async () => {
  const comparison = {
    changed: [],
    confirmed: [],
    notShown: [{ gap: "rate-limit", possible: ["none"], lastAt: undefined, age: "3 days old" }],
  } as const;
  const advice = "Your client sends filterKeys; the `observed` profile has it.";
  const expected = {
    gap: "v1-state-data",
    reading: "by-filter-keys",
    sequence: 3,
    why: "Your client sends filterKeys.",
  } as const;
  const expects = [expected];
  const page = await renderLearnedPage({ learned, diagnosis: { ...diagnosis, expects, advice }, comparison });
  for (const text of [
    "12 exchanges of 1 instance.",
    "<code>context.process.journey.name</code>",
    "error-body-form (spec 7): An error body has the form",
    "FAIL one-token (spec 5)",
    "Keep the token until it expires.",
    `Seen ${hint.exchanges} times, first in #${hint.sequence}.`,
    "the <code>observed</code> profile has it.",
    "rate-limit (spec 8): none, 3 days old",
    "<code>grant-by-client</code>",
    "#7: Its instance started before the recording.",
  ])
    expect(page).toContain(text);
  expect(page).not.toMatch(/undefined|false|\[object|`/);
});

test("the page shows what was received as text, and loads and runs nothing", async () => {
  const place = `"><script>alert(1)</script>`;
  const page = await renderLearnedPage({ learned: { ...learned, divergences: [{ ...divergence, place }] } });
  expect(page).toContain("It is &quot;&lt;b&gt;x&lt;/b&gt;&quot;.");
  expect(page).not.toMatch(/<script|<b>|javascript:|\shref=|\ssrc=|url\(|@import/i);
});

test("its policy allows nothing but its own styles, which support light and dark", async () => {
  const page = await renderLearnedPage({ learned });
  const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? "";
  const hash = createHash("sha256").update(styles).digest("base64");
  expect(page).toContain(
    `content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`.replaceAll(
      "'",
      "&#39;",
    ),
  );
  expect(styles).toContain("@media (prefers-color-scheme: dark)");
});

test("without divergences, the page says so", async () => {
  const page = await renderLearnedPage({ learned: { ...learned, divergences: [] } });
  expect(page).toContain("A profile explains every response.");
});
