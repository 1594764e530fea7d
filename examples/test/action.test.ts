import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isThorough } from "../../vitest.shared.ts";
import { type Programs, runAction as runIn } from "./action.ts";

const folder = mkdtempSync(join(tmpdir(), "journey-action-"));
afterAll(() => rmSync(folder, { recursive: true }));

const runAction = (inputs: Readonly<Record<string, string>>, programs: Programs = {}) =>
  runIn(folder, inputs, programs);

/** Prints its arguments, and fails. */
const recorder = { journey: 'echo "journey $*"; exit 3' };

test("runs a command against a simulator of the requested version, and adds its result to the summary", () => {
  const script = 'fetch(process.env.JOURNEY_BASE_URL + "/_sim/health").then(({ status }) => console.log(status))';
  const command = `node -e '${script}' | grep 200`;
  const { code, output, used, summary } = runAction({ command, version: "1.2.3", profile: "observed", share: "" });
  expect({ code, summary }).toEqual({ code: 0, summary: `### Tests against a simulator: pass\n\n    ${command}\n\n` });
  expect(output).toMatch(/^npm install .* journey-kit@1\.2\.3$/m);
  expect(used).toEqual([]);
});

test("sets up Node only if the machine has no recent Node", () => {
  const setup = { "node-version": "24", "package-manager-cache": "false" };
  const change = "Object.defineProperty(process.versions, 'node', { value: '22.13.0' })";
  for (const node of ["exit 127", `exec "${process.execPath}" -e "${change}; $2"`])
    expect(runAction({ command: "true" }, { node, journey: "true" }).used).toEqual([
      { uses: "actions/setup-node", with: setup },
    ]);
});

test("fails with the exit code of the command, and still checks the client", () => {
  const { code, output, summary } = runAction({ command: "true\nexit 7", client: "echo accept", share: "" });
  expect(code).toBe(7);
  expect(summary).toContain("### Tests against a simulator: FAIL with exit code 7\n\n    true\n    exit 7\n\n### Req");
  expect(summary).toMatch(/^\| FAIL \| `reports-conclusion` \| /m);
  expect(output).toMatch(/^::error title=/m);
});

test("passes every input to journey, and uploads the pages of failures", () => {
  const inputs = { command: "npm test", client: "node run.js", profile: "p.json" };
  const { code, output, used } = runAction(inputs, recorder);
  expect(code).toBe(3);
  expect(output.split("\n").filter((line) => line.startsWith("journey "))).toEqual([
    "journey exec --profile p.json --latency 0 --share journey-runs -- bash -eo pipefail -c npm test",
    expect.stringMatching(
      /^journey client --profile p\.json --seconds 300 --summary \S+ --share journey-runs -- bash -eo pipefail -c node run\.js$/,
    ),
  ]);
  const upload = { name: "test-runs", path: "journey-runs", "if-no-files-found": "ignore" };
  expect(used.at(-1)).toEqual({ uses: "actions/upload-artifact", with: upload });
  expect(runAction(inputs, { journey: "true" }).used).toEqual([]);
});

test("an empty value of latency or share turns the flag off", () => {
  const { output, used } = runAction({ command: "npm test", latency: "", share: "" }, recorder);
  expect(output).toContain("\njourney exec --profile specified -- bash ");
  expect(used).toEqual([]);
});

test("an input is text, and not a part of a script", () => {
  const { code, output } = runAction({ command: "true", share: "", profile: '"; exit 9; "' });
  expect(code).toBe(2);
  expect(output).toContain('journey: --profile must be "specified", "observed" or the path of a JSON file.');
});

test("needs a command or a client", () => {
  const { code, output } = runAction({});
  expect({ code, output }).toEqual({
    code: 2,
    output: "::error title=Journey Kit::Set the input command, client or both.\n",
  });
});

const hasPython = spawnSync("python3", ["-c", ""]).status === 0;
if (!hasPython) console.warn("*** NO PYTHON 3: the action is not run with a Python client. ***");

test.runIf(isThorough && hasPython)("passes a Python client that meets every requirement", { timeout: 300_000 }, () => {
  const { code, summary } = runAction({ client: "python3 client.py", profile: "observed", share: "" });
  expect(code).toBe(0);
  expect(summary).not.toMatch(/^\| (FAIL|untested) /m);
});
