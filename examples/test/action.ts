import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const root = join(import.meta.dirname, "../..");
const action: Action = parse(readFileSync(join(root, "action.yml"), "utf8"));

const launcher = `exec "${process.execPath}" --conditions=@journey-kit/source "${root}/packages/cli/bin/journey.js" "$@"`;

/** The shell scripts that replace programs of the machine. */
export interface Programs {
  /** The program that `npm install` installs. */
  readonly journey?: string;
  readonly node?: string;
}

/** Creates the folder of a runner. */
function createRunner(folder: string, { journey = launcher, node }: Programs) {
  const home = mkdtempSync(join(folder, "run-"));
  const write = (name: string, text = "", mode = 0o644) => {
    writeFileSync(join(home, name), text, { mode });
    return join(home, name);
  };
  mkdirSync(join(home, "bin"));
  const program = write("journey", `#!/bin/sh\n${journey}\n`, 0o755);
  const install = 'echo "npm $*"\nwhile [ "$1" != --prefix ]; do shift; done\nmkdir -p "$2/node_modules/.bin"';
  write("bin/npm", `#!/bin/sh\n${install}\ncp "${program}" "$2/node_modules/.bin"\n`, 0o755);
  if (node !== undefined) write("bin/node", `#!/bin/sh\n${node}\n`, 0o755);
  return { home, paths: write("path"), outputs: write("outputs"), summary: write("summary.md") };
}

/**
 * Runs the steps of the action in bash, as a runner does, by default with the program `journey` from source. Other
 * actions are returned as `used`, with their inputs.
 */
export function runAction(folder: string, given: Readonly<Record<string, string>>, programs: Programs = {}) {
  const { home, paths, outputs, summary } = createRunner(folder, programs);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const inputs = { ...Object.fromEntries(defaults), ...given };
  const steps: Record<string, { readonly outcome: string; readonly outputs: Readonly<Record<string, string>> }> = {};
  let output = "";
  let code = 0;
  /** Evaluates an expression. Those of the action mean the same in JavaScript. */
  const evaluate = (expression: string): unknown => {
    const functions = { success: () => code === 0, failure: () => code !== 0 };
    return runInNewContext(expression, { inputs, steps, github: { job: "test" }, ...functions });
  };
  const fill = (values: Readonly<Record<string, unknown>> = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => {
        return [name, `${value}`.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression) => `${evaluate(expression)}`)];
      }),
    );
  const runScript = (script: string, values: NodeJS.ProcessEnv) => {
    const added = readFileSync(paths, "utf8").trim().split("\n").toReversed();
    const path = [...added, join(home, "bin"), process.env.PATH].filter(Boolean).join(delimiter);
    const files = { GITHUB_PATH: paths, GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary };
    const env = { ...process.env, GITHUB_ACTIONS: "true", RUNNER_TEMP: home, ...files, ...values, PATH: path };
    const args = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    const { status, stdout, stderr } = spawnSync("bash", args, { cwd: join(root, "examples"), env, encoding: "utf8" });
    output += stdout + stderr;
    return status ?? 1;
  };
  const used: { readonly uses: string; readonly with: object }[] = [];
  for (const { id, if: condition = "success()", uses, run, env, with: values } of action.runs.steps) {
    const hasStatus = /\b(success|failure)\(\)/.test(condition);
    const isRun = evaluate(hasStatus ? condition : `success() && ${condition}`) === true;
    if (isRun && uses !== undefined) used.push({ uses: uses.replace(/@.*/, ""), with: fill(values) });
    const status = isRun && run !== undefined ? runScript(run, fill(env)) : 0;
    code ||= status;
    if (id === undefined) continue;
    const lines = readFileSync(outputs, "utf8").trim().split("\n");
    const outcome = isRun ? (status === 0 ? "success" : "failure") : "skipped";
    steps[id] = { outcome, outputs: Object.fromEntries(lines.map((line) => line.split("=", 2))) };
  }
  return { code, output, used, summary: readFileSync(summary, "utf8") };
}
