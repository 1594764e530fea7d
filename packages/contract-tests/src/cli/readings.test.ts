import { expect, test } from "vitest";
import { readingCount } from "../../test/reading-count.ts";
import { runVerb } from "../../test/terminal.ts";

/** A program that asks for a token, whatever comes of it, and knows its person. */
const source = `const { JOURNEY_AUTH_URL: auth, JOURNEY_CLIENT_ID: id, JOURNEY_CLIENT_SECRET: secret } = process.env;
  const form = { grant_type: "client_credentials", scope: "service.token", client_id: id, client_secret: secret };
  await fetch(auth + "/as/token.oauth2", { method: "POST", body: new URLSearchParams(form) });
  console.log("accept");`;
const program = [process.execPath, "--input-type=module", "-e", source];
const age = ["--journey", "age-check@latest"];

test("a program that survives every reading ends with 0, one that does not with 1 and the reason (spec 4.2)", async () => {
  const good = await runVerb("readings", ...age, "--", ...program);
  expect(good).toMatchObject({ code: 0, err: "" });
  const [, profiles, survived] =
    /^(\d+) profiles, \1 runs, 0 failed, [\d.]+ s\.\n(\d+) of \2 readings survived\.$/m.exec(good.out) ?? [];
  expect(survived).toBe(`${readingCount}`);
  const bad = await runVerb("readings", ...age, "--json", "--", "echo", "reject");
  expect(bad.code).toBe(1);
  expect(bad.err).toContain(`run 1 of ${profiles}: age-check@latest: reported "reject"; expected "accept"\n`);
  expect(bad.err).toContain(`\n${profiles} runs failed; looking for the readings that are to blame\n`);
  expect(bad.err).toMatch(/\njourney-contract: The program sent no request\. [^\n]+\n$/);
  expect(JSON.parse(bad.out).causes).toEqual([
    { readings: {}, failures: [{ resourceId: "age-check@latest", problem: 'reported "reject"; expected "accept"' }] },
  ]);
});

test("a program that sends no request fails, whatever it prints", async () => {
  const { code, err } = await runVerb("readings", ...age, "--", "echo", "accept");
  expect({ code, err }).toEqual({
    code: 1,
    err: "journey-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n",
  });
});

test("coverage that is not reached is a failure (spec 2 to 9)", async () => {
  const { code, out } = await runVerb("readings", ...age, "--min", "90", "--", ...program);
  expect(code).toBe(1);
  expect(out).toMatch(/^Coverage: \d+ % of what can be met, .*; at least 90 % were wanted: NOT REACHED\.$/m);
});

test.each([
  [["--generation", "v3"], "--generation takes v1 or v2."],
  [["--strength", "4"], "--strength takes 2 or 3."],
  [["--parallel", "0"], "--parallel takes a whole number from 1 to 99."],
  [["--timeout", "soon"], "--timeout takes seconds, such as 0.2 or 10."],
])("%j is told in one line and exit 2", async (flags, line) => {
  const { code, err } = await runVerb("readings", ...flags, "--", "true");
  expect(code).toBe(2);
  expect(err).toBe(`journey-contract: ${line} Try journey-contract --help.\n`);
});
