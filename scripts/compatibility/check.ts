import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Check, copyProject, installFlags, type Packed, runCheck } from "../package-check.ts";
import { tryInBrowser } from "./browser.ts";
import { features, type Place, type Results, tryFeatures, withSimulator } from "./features.ts";
import { type Runtime, runtimes, workerd } from "./runtimes.ts";
import { tryInWorkerd } from "./workerd.ts";

const page = join("docs", "src", "content", "docs", "reference", "compatibility.md");

/**
 * Runs the packed packages on every runtime and in a browser. Reports a failure for each column of the documentation's
 * table that differs from the results. Skips a runtime that this machine cannot install, with a warning.
 */
export async function checkCompatibility(root: string, { folder }: Packed): Promise<readonly Check[]> {
  const project = copyProject(root, "runtimes", folder);
  cpSync(join(root, "examples", "sandbox-worker"), join(project, "sandbox-worker"), { recursive: true });
  const checks = await checkProject(project, readFileSync(join(root, page), "utf8"));
  rmSync(project, { recursive: true, maxRetries: 5 }); // Windows locks files of a process that just ended
  return checks;
}

async function checkProject(project: string, text: string): Promise<readonly Check[]> {
  const installed = runCheck("runtimes: the programs install", project, "npm", ["install", ...installFlags]);
  if (!installed.passed) return [installed];
  const tsc = join(project, "node_modules", "typescript", "bin", "tsc");
  const checks = [
    installed,
    runCheck("runtimes: the programs compile", project, process.execPath, [tsc]),
    runCheck("runtimes: the worker compiles", project, process.execPath, [tsc, "-p", "sandbox-worker"]),
  ];
  const places = runtimes.flatMap((runtime): readonly Place[] => {
    const executable = findExecutable(runtime, project);
    return executable === undefined ? [] : [{ runtime, project, executable }];
  });
  const [first] = places;
  if (first === undefined) return checks;
  await withSimulator(first, [], async (simulator) => {
    for (const place of places) {
      checks.push(compare(place.runtime.name, await tryFeatures({ ...place, simulator }), text));
    }
    const inBrowser = await tryInBrowser({ ...first, simulator });
    if (inBrowser !== undefined) checks.push(compare("Browser", inBrowser, text));
    const executable = findExecutable(workerd, project);
    if (executable === undefined) return;
    checks.push(compare(workerd.name, await tryInWorkerd({ executable, project, simulator }), text));
  });
  return checks;
}

/** Installs a runtime and returns its path. Returns undefined if that fails, as on a platform without a package. */
function findExecutable(
  runtime: Pick<Runtime, "name" | "package" | "executable">,
  project: string,
): string | undefined {
  if (runtime.package === undefined) return process.execPath;
  const folder = join(project, "runtimes", runtime.name);
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", ".", runtime.package, ...installFlags];
  const { passed, output } = runCheck(runtime.name, folder, "npm", args);
  if (passed) return join(folder, "node_modules", runtime.executable);
  console.warn(`NO ${runtime.name.toUpperCase()}: its column of ${page} is not checked.\n${output}`);
  return undefined;
}

/** Compares the results of a runtime with its column of the table. */
function compare(name: string, results: Results, text: string): Check {
  const column = readColumn(text, name);
  const problems = Object.keys(features).flatMap((feature) => {
    const cell = !results.has(feature) ? "–" : results.get(feature) === undefined ? "yes" : "no";
    if (column.get(feature) === cell) return [];
    return [
      `${feature}: the table says "${column.get(feature)}", the result is "${cell}".`,
      results.get(feature) ?? "",
    ];
  });
  const working = [...results.values()].filter((error) => error === undefined).length;
  return {
    name: `runtimes: ${working} of ${results.size} features work on ${name}`,
    passed: problems.length === 0,
    output: problems.join("\n"),
  };
}

/** Reads one column of the first table on a page, by the first cell of each row. */
function readColumn(text: string, name: string): ReadonlyMap<string, string> {
  const [table = ""] = /^\|.*(?:\n\|.*)*/m.exec(text) ?? [];
  const [head = [], , ...rows] = table.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(rows.map((row) => [row[1] ?? "", row[head.indexOf(name)] ?? ""]));
}
