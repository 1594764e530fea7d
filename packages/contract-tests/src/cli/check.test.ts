import { createSimulator } from "@journey-kit/simulator";
import { type Served, serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli, runNpm } from "../../test/terminal.ts";

let served: Served;
beforeAll(async () => {
  served = await serveSimulator(createSimulator(), { port: 0 });
});
afterAll(() => served.close());

const check = (...args: readonly string[]) => runCli("check", "--simulator", served.url, "--seed", "1", ...args);

test("exits with 1 after a failure, and prints a token with which `replay` reproduces the failure (spec 4.2)", async () => {
  const { code, out } = await check("--runs", "3", "--", "echo", "accept");
  expect({ code, out }).toEqual({ code: 1, out: expect.stringMatching(/^BROKEN {2}reports-conclusion: /) });
  const [, token = ""] = /^Replay it: journey-contract replay (\S+) -- echo accept$/m.exec(out) ?? [];
  const replayed = await runCli("replay", token, "--simulator", served.url, "--json", "--", "echo", "accept");
  expect({ code: replayed.code, ...JSON.parse(replayed.out) }).toMatchObject({
    code: 1,
    passed: false,
    failure: { id: "reports-conclusion", replay: token },
  });
  expect(await runCli("replay", token, "--simulator", served.url)).toEqual({
    code: 2,
    out: "",
    err: "journey-contract: To replay a failure of `check`, pass the program after --. Try journey-contract --help.\n",
  });
});

test("exits with 1 if the program sends no request", async () => {
  const { code, out, err } = await check("--runs", "2", "--except", "reports-conclusion", "--", "echo", "accept");
  expect({ code, out }).toEqual({ code: 1, out: "The client sent no request in 2 generated situations (seed 1).\n" });
  expect(err).toContain("journey-contract: The program sent no request. Does it read JOURNEY_BASE_URL?\n");
});

test("the printed replay command quotes the program's arguments, and repeats flags that change the run", async () => {
  const flags = ["--timeout", "5", "--poll-seconds", "0.1", "--except", "backs-off", "--runs", "1"];
  const { out } = await check(...flags, "--", "echo", "it's a file.py", "", "accept");
  const [, token = "", rest] = /^Replay it: journey-contract replay (\S+) (.*)$/m.exec(out) ?? [];
  expect(rest).toBe("--poll-seconds 0.1 --timeout 5 --except backs-off -- echo 'it'\\''s a file.py' '' accept");
  const ignoring = ["--except", "reports-conclusion", "--timeout", "5", "--simulator", served.url];
  const replayed = await runCli("replay", token, ...ignoring, "--", "echo", "accept");
  expect(replayed).toMatchObject({ code: 1, out: expect.stringMatching(/^The client sent no request in 1 /) });
});

test("in a clone of the repository, the printed replay command starts with npm run", async () => {
  const { out } = await runNpm("contract", "check", "--simulator", served.url, "--runs", "1", "--", "echo", "accept");
  expect(out).toMatch(/^Replay it: npm run -s contract -- replay \S+ -- echo accept$/m);
});

test("exits with 2 if the program cannot be started", async () => {
  expect(await check("--", "nosuchprog")).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining('journey-contract: "nosuchprog" cannot be started: spawn nosuchprog ENOENT\n'),
  });
});

test.each([
  [["check", "--except", "one-tokn", "--", "true"], 'Did you mean "one-token"?'],
  [["check", "--runs", "0", "--", "true"], "--runs must be a whole number from 1 to 100000."],
  [
    ["check", "--any-readings", "--profile", "observed", "--", "true"],
    "journey-contract: --any-readings cannot be used with --profile. Try journey-contract --help.",
  ],
  [
    ["check", "--reading", "submit-status=ok", "--any-readings", "--", "true"],
    "journey-contract: --any-readings cannot be used with --reading. Try journey-contract --help.",
  ],
  [["replay", "c1.cut", "--", "true"], "The replay token is incomplete or comes from another version of the kit."],
  [["replay", "nope"], "A replay token begins with c1. or r1."],
])("%j prints the problem and exits with 2", async (args, line) => {
  expect(await runCli(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(line) });
});
