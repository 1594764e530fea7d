import { EventEmitter } from "node:events";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { ada, crashed, reported, run } from "../../test/evidence.ts";
import type { Ending } from "./evidence.ts";
import { findPrinted, listenToConsole, listenToRejections, redact, type Secrets, withoutSecrets } from "./output.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const secrets: Secrets = { clientId: "client", clientSecret: "s3cr3t-12", tokens: ["token-1", "token-2"] };

test.each([
  ["its secret", "secret=s3cr3t-12", "secret=…"],
  ["Basic credentials", `Basic ${btoa("client:s3cr3t-12")}`, "Basic …=="],
  ["Basic credentials without padding", `Basic ${btoa("client:s3cr3t-12").replace(/=+$/, "")}!`, "Basic …!"],
  ["its tokens", "Bearer token-1, Bearer token-2", "Bearer …, Bearer …"],
  ["a secret twice", "s3cr3t-12 s3cr3t-12", "… …"],
  ["part of its secret", "s3cr3t", "s3cr3t"],
  ["its id", "client", "client"],
])("removes secrets from a text with %s (spec 5)", (_, text, expected) => {
  expect(redact(text, secrets)).toBe(expected);
});

test("Basic credentials encode the id and the secret first (spec 4.1)", () => {
  const odd = { clientId: "a b", clientSecret: "c:d", tokens: [] };
  expect(redact(`Basic ${btoa("a%20b:c%3Ad")}`, odd)).toMatch(/^Basic …=*$/);
});

test("no text keeps a secret, wherever it is (spec 5)", () => {
  const secret = fc.constantFrom("s3cr3t-12", "token-1", btoa("client:s3cr3t-12"));
  fc.assert(
    fc.property(fc.string(), secret, fc.string(), (before, one, after) => {
      const found = redact(before + one + after, secrets);
      for (const value of [secrets.clientSecret, ...secrets.tokens, one]) expect(found).not.toContain(value);
    }),
  );
});

test("removes secrets from each kind of ending (spec 5)", () => {
  const problem = "no s3cr3t-12";
  const report = { conclusion: "accept", instanceId: "one", output: problem, unhandled: problem } as const;
  const endings: readonly Ending[] = [
    { kind: "reported", report },
    { kind: "crashed", problem },
    { kind: "timed-out", problem },
    reported("reject"),
  ];
  expect(endings.map((one) => withoutSecrets(one, secrets))).toEqual([
    { kind: "reported", report: { ...report, output: "no …", unhandled: "no …" } },
    { kind: "crashed", problem: "no …" },
    { kind: "timed-out", problem: "no …" },
    reported("reject"),
  ]);
});

const ending = (output: string): Ending => ({ kind: "reported", report: { conclusion: "accept", output } });

test.each<[string, readonly Ending[], readonly string[], readonly string[]]>([
  ["nothing", [reported("accept"), ending(" \n")], [], []],
  ["a text", [ending("201")], [], ["text"]],
  ["a text with console", [reported("accept")], ["201"], ["text"]],
  ["a crash", [crashed], [], ["text"]],
  ["a secret", [ending("s3cr3t-12")], [], ["text", "secret"]],
  ["a token with console", [], ["token-1"], ["text", "secret"]],
  ["a secret in a crash", [{ kind: "crashed", problem: "Error: s3cr3t-12" }], [], ["text", "secret"]],
  ["a last name", [ending("Lovelace")], [], ["text", "personal"]],
  ["a short first name, which can be a word", [ending("Ada")], [], ["text"]],
  ["an image", [ending("aW1hZ2Ux")], [], ["text", "personal"]],
  ["a date of birth", [], ["born 1990-12-10"], ["text", "personal"]],
  ["the type of a document", [ending("Primary")], [], ["text"]],
  ["a secret and a name", [ending("Lovelace s3cr3t-12")], [], ["text", "secret", "personal"]],
])("finds out what a client printed: %s (spec 5)", (_, endings, logged, expected) => {
  expect(findPrinted(endings, logged, secrets, [run])).toEqual(expected);
});

test("finds data of every person, also in lists (spec 5)", () => {
  const other = { ...run, subject: { identity: { ...ada.identity, middleNames: ["Noel", "Gordon"] } } };
  expect(findPrinted([ending("Gordon")], [], secrets, [run])).toEqual(["text"]);
  expect(findPrinted([ending("Gordon")], [], secrets, [run, other])).toEqual(["text", "personal"]);
});

test("collects what is written with console, which still prints it, until the last listener closes (spec 5)", () => {
  const printed = vi.spyOn(console, "log").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const before = [console.log, console.error];
  const one = listenToConsole();
  console.log("first", 1);
  const other = listenToConsole();
  console.error(new TypeError("second"));
  one.close();
  console.log({ third: [null] }, undefined);
  other.close();
  console.log("fourth");
  expect(one.texts).toEqual(["first 1", "TypeError: second"]);
  expect(other.texts).toEqual(["TypeError: second", '{"third":[null]} undefined']);
  expect(printed.mock.calls).toEqual([["first", 1], [{ third: [null] }, undefined], ["fourth"]]);
  expect([console.log, console.error]).toEqual(before);
});

test("collects an object that contains itself, and one without JSON (spec 5)", () => {
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  const { texts, close } = listenToConsole();
  const own: Record<string, unknown> = {};
  own.own = own;
  console.info(own);
  console.info({ toJSON: () => undefined });
  close();
  expect(texts).toEqual(["[object Object]", ""]);
});

test("closing twice restores the console once (spec 5)", () => {
  const before = console.warn;
  const { close } = listenToConsole();
  close();
  const replaced = () => undefined;
  console.warn = replaced;
  close();
  expect(console.warn).toBe(replaced);
  console.warn = before;
});

test("collects rejections that nothing handles, until it closes (spec 4.2)", () => {
  const process = new EventEmitter();
  vi.stubGlobal("process", process);
  const { texts, close } = listenToRejections();
  process.emit("unhandledRejection", new RangeError("no"));
  process.emit("unhandledRejection", { code: 7 });
  close();
  process.emit("unhandledRejection", "late");
  expect(texts).toEqual(["Nothing handled a rejection: RangeError: no", 'Nothing handled a rejection: {"code":7}']);
});

test("collects nothing where there is no process, as in a browser (spec 4.2)", () => {
  vi.stubGlobal("process", undefined);
  const { texts, close } = listenToRejections();
  close();
  expect(texts).toEqual([]);
});
