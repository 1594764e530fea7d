import fc from "fast-check";
import { expect, test } from "vitest";
import { findWrongLine } from "./output.ts";

const shown = `age-check@latest on http://127.0.0.1:4010, world me

/as/token.oauth2                        200  token for 3600 s, "expires_in":3600
/v2/captain/journey/start               201  instance sim_szkvlwoHgp2sK87oq6KT
/v2/captain/journey/state/fetch         200  Completed

Next: ./journey explain sim_szkvlwoHgp2sK87oq6KT --world me
  #1 13:43:00 token.requestToken 200, 2026-11-22T06:02:02.734Z to 2026-11-22T06:02:03.734Z
  Found in run 61 with seed 1, pid 4711
  request 2f1f3c1e-9a0b-4d5e-8f6a-0123456789ab, digest ${"0af1".repeat(16)}
Replay it: "c1.fVPRbtQwEPyV0z47…"
14 kept, 1 broken, after 2 s (PT2S), in 10% of 12 requests
`;

test("finds no wrong line in the same output, also if it contains more paragraphs", () => {
  expect(findWrongLine(shown, shown)).toBeUndefined();
  expect(findWrongLine(shown, shown.replaceAll("\n\n", "\n\nmore\n\n"))).toBeUndefined();
});

test.each([
  ["status", "201", "200"],
  ["lifetime", '"expires_in":3600', '"expires_in":300'],
  ["lifetime in a sentence", "3600 s", "300 s"],
  ["count", "14 kept", "15 kept"],
  ["percentage", "10%", "11%"],
  ["duration", "after 2 s", "after 38 s"],
  ["ISO duration", "PT2S", "PT3S"],
  ["number of a request", "#1 ", "#2 "],
  ["number of a run", "run 61", "run 62"],
  ["version", "@latest", "@1"],
  ["column", "201  instance", "201 instance"],
  ["indentation", "  #1", "#1"],
])("notices a wrong %s", (_, right, wrong) => {
  const printed = shown.replace(right, wrong);
  expect(printed).not.toBe(shown);
  expect(findWrongLine(shown, printed)).toBeDefined();
});

const digits = fc.integer({ min: 0, max: 9 }).map(String);

test("notices every changed digit, except in ids, instants, ports, digests, seeds and process ids", () => {
  const varies =
    /:4010|sim_\w{20}|\d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+Z|(?<=seed )\d+|(?<=pid )\d+|(?<=c1\.)[\w-]+|[\da-f]{64}|[\da-f-]{36}/g;
  const masked = [...shown.matchAll(varies)].flatMap(({ index, 0: { length } }) =>
    Array.from({ length }, (__, i) => index + i),
  );
  const places = [...shown.matchAll(/\d/g)].map(({ index }) => index);
  fc.assert(
    fc.property(fc.constantFrom(...places), digits, (at, digit) => {
      fc.pre(shown[at] !== digit);
      const wrong = findWrongLine(shown, shown.slice(0, at) + digit + shown.slice(at + 1));
      expect(wrong === undefined).toBe(masked.includes(at));
    }),
    { numRuns: 500 },
  );
});

test("notices two swapped lines, a left-out line and an additional line within a paragraph", () => {
  const lines = shown.trimEnd().split("\n");
  const line = fc.nat({ max: lines.length - 1 });
  fc.assert(
    fc.property(line, line, (one, other) => {
      const [a = "", b = ""] = [lines[one], lines[other]];
      fc.pre(a !== b && a !== "" && b !== "");
      const swapped = lines.map((text, i) => (i === one ? b : i === other ? a : text));
      expect(findWrongLine(shown, swapped.join("\n"))).toBeDefined();
      expect(findWrongLine(shown, lines.toSpliced(one, 1).join("\n"))).toBeDefined();
    }),
  );
  expect(findWrongLine("one\ntwo\n", "one\nmore\ntwo\n")).toBe("two");
  expect(findWrongLine("one\n\ntwo\n", "one\nmore\ntwo\n")).toBeUndefined();
});

test.each([
  ["id", "sim_szkvlwoHgp2sK87oq6KT", "sim_A-_456789012345678zz"],
  ["instant", "2026-11-22T06:02:02.734Z", "2031-01-02T23:59:59.001Z"],
  ["time", "13:43:00", "01:02:03"],
  ["port", "127.0.0.1:4010", "127.0.0.1:51234"],
  ["seed", "seed 1", "seed 98765"],
  ["process id", "pid 4711", "pid 9"],
  ["UUID", "2f1f3c1e-9a0b-4d5e-8f6a-0123456789ab", "00000000-0000-4000-8000-000000000000"],
  ["digest", "0af1".repeat(16), "1234".repeat(16)],
  ["replay token", "c1.fVPRbtQwEPyV0z47…", "c1.dVPBbtswDP2-V4J3l_Ic6"],
  ["address of the simulator", "--world me", "--world me --simulator http://127.0.0.1:51234"],
])("accepts another %s", (_, one, other) => {
  expect(shown).toContain(one);
  expect(findWrongLine(shown, shown.replaceAll(one, other))).toBeUndefined();
});
