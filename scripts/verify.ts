// The second half of .ci/run: checks the packed packages, runs the examples, and counts passed and failed checks.
// Arguments: the exit code of `npm test`, whose reports it reads, and its duration in seconds.
import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, globSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Worker } from "node:worker_threads";
import { checkCompatibility } from "./compatibility/check.ts";
import { checkContainer } from "./container/check.ts";
import { type Check, checkGenerators, checkLicences, type Packed, packPackages } from "./package-check.ts";
import { checkRecipes } from "./recipe-check.ts";
import { checkRegistry } from "./registry-check.ts";

const root = dirname(import.meta.dirname);
const [tested = "1", seconds = "0"] = process.argv.slice(2);

/** Runs the example programs. Each must exit with 0. */
function runExamples(): readonly Check[] {
  return globSync("examples/*.ts", { cwd: root, exclude: ["**/*.config.ts"] }).map((file) => {
    const run = spawnSync(process.execPath, [file], { cwd: root, encoding: "utf8", timeout: 60_000 });
    return { name: file, passed: run.status === 0, output: run.stdout + run.stderr };
  });
}

const fuzzedRequests = 200_000;

/**
 * Sends generated requests to every endpoint, on one core. The last line of the output contains the numbers of requests.
 * The output goes to a file, because the other stages block this process.
 */
async function runFuzz(): Promise<Check> {
  const file = join(tmpdir(), `fuzz-${process.pid}.log`);
  const log = openSync(file, "w");
  const stdio: StdioOptions = ["ignore", log, log];
  const run = spawn("pnpm", ["fuzz", "--requests", `${fuzzedRequests}`], { cwd: root, stdio, timeout: 1_200_000 });
  const [status] = await once(run, "close");
  closeSync(log);
  const output = readFileSync(file, "utf8");
  rmSync(file);
  return { name: `fuzz: ${output.trimEnd().split("\n").at(-1)}`, passed: status === 0, output };
}

/** Runs the CI files and the consumers in a thread, so that the stages after them do not wait. */
async function runThread(packed: Packed): Promise<readonly Check[]> {
  const thread = new Worker(new URL("./verify-thread.ts", import.meta.url), { workerData: { root, packed } });
  const [checks] = await once(thread, "message");
  return checks;
}

/** Kills simulators and databases under load. */
function runDurability(): Check {
  const run = spawnSync("pnpm", ["durability"], { cwd: root, encoding: "utf8", timeout: 600_000 });
  const file = join(root, "packages", "simulator", ".report", "durability.json");
  const report: Report | undefined = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  const figures = `${report?.numPassedTests} tests passed, ${report?.numPendingTests} skipped`;
  return { name: `durability: ${figures}`, passed: run.status === 0, output: run.stdout + run.stderr };
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly success: boolean;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly failedFiles: readonly string[];
}

/** Reads the report of a test run in a folder. A missing or unsuccessful report counts as a failure. */
function readReport(folder: string): Count {
  const file = join(root, folder, ".report", "vitest.json");
  if (!existsSync(file)) return { passed: 0, failed: 1, failedFiles: [`${folder}: there is no report`] };
  const report: Report = JSON.parse(readFileSync(file, "utf8"));
  const failedFiles = report.testResults
    .filter(({ status }) => status === "failed")
    .map(({ name }) => relative(root, name));
  const failed = Math.max(report.numFailedTests, report.success ? 0 : 1);
  return { passed: report.numPassedTests, failed, failedFiles };
}

const reports = [".", "examples/workspace-consumer"].map(readReport);
const times = [`npm test ${seconds} s`];

/** Runs a stage and records its duration. */
async function time<Result>(stage: string, run: () => Result | Promise<Result>): Promise<Result> {
  const begin = performance.now();
  const result = await run();
  times.push(`${stage} ${Math.round((performance.now() - begin) / 1_000)} s`);
  return result;
}

const fuzzing = time("fuzz, beside the other stages", runFuzz);
const packed = await time("packing, publint and attw", () => packPackages(root));
const before = [
  { name: "npm test: format, lint, knip, types, tests, build", passed: tested === "0", output: "" },
  ...packed.checks,
  checkLicences(root),
  ...(await time("npx from a registry", () => checkRegistry(packed))),
  ...(await time("container", () => checkContainer(root))),
  ...(await time("recipes", () => checkRecipes(root, packed))),
];
await fuzzing; // what follows takes both cores
const beside = time("CI files and consumers, beside the next stages", () => runThread(packed));
const checks = [
  ...before,
  ...(await time("compatibility", () => checkCompatibility(root, packed))),
  ...(await time("generated clients", () => checkGenerators(root, packed))),
  ...(await time("examples", runExamples)),
  ...(await beside),
  await fuzzing,
  await time("durability", runDurability), // alone, because it counts the commands under load
];

rmSync(packed.folder, { recursive: true });

for (const check of checks) {
  console.log(`${check.passed ? "ok    " : "FAILED"} ${check.name}`);
  if (!check.passed && check.output !== "") console.log(check.output);
}
for (const file of reports.flatMap(({ failedFiles }) => failedFiles)) console.log(`FAILED tests of ${file}`);
console.log(times.join(" · "));
const passed = reports.reduce((sum, each) => sum + each.passed, checks.filter((each) => each.passed).length);
const failed = reports.reduce((sum, each) => sum + each.failed, checks.filter((each) => !each.passed).length);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
