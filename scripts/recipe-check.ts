import { execFile, spawnSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { openInEditor } from "../examples/test/editor.ts";
import { readJobs } from "../examples/test/jobs.ts";
import { findBrowser } from "../packages/simulator/test/launch-browser.ts";
import { type Check, installFlags, type Packed } from "./package-check.ts";

/** A recipe in a folder outside the workspace. */
interface Recipe {
  readonly name: string;
  readonly folder: string;
  /** The packed packages that the recipe needs. */
  readonly tarballs: readonly string[];
  /** The shell commands that install the recipe, except its tarballs, and run its tests. */
  readonly steps: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Edits of the recipes' clients. An edited client repeats a start whose response was lost. */
const bugs = [
  {
    file: "client.ts",
    from: "if (answer.status === 401) {",
    to: "if (answer.status === 0 && renewals > 0) return post(path, content, signal, renewals - 1);\n    if (answer.status === 401) {",
  },
  {
    file: "pytest/age_check.py",
    from: "raise UnknownOutcome from error",
    to: 'started = self._post("/start", {"resourceId": "age-check@latest", "context": context})',
  },
];

/**
 * Installs the tarballs in copies of the recipes and runs their tests. Then breaks the clients, and checks that the
 * tests of every recipe fail. Warns about a recipe that this machine cannot run.
 */
export async function checkRecipes(root: string, packed: Packed): Promise<readonly Check[]> {
  const copy = mkdtempSync(join(tmpdir(), "journey-kit-recipes-"));
  cpSync(join(root, "examples", "recipes"), copy, { recursive: true });
  const manifests = globSync("*/package.json", { cwd: copy }).toSorted();
  const recipes = (await Promise.all(manifests.map((file) => toRecipe(root, copy, packed, dirname(file))))).flat();
  const tested = await runInPairs(recipes, async (recipe) => {
    const begin = performance.now();
    const installed = await install(recipe);
    const outcome = installed.code === 0 ? await runSteps(recipe) : installed;
    return { recipe, ...outcome, seconds: Math.round((performance.now() - begin) / 1_000) };
  });
  const compiled = compile(root, copy);
  const completed = await checkEditor(join(copy, "ci", "profile.json"));
  for (const { file, from, to } of bugs.filter((bug) => existsSync(join(copy, bug.file)))) {
    const text = readFileSync(join(copy, file), "utf8");
    if (!text.includes(from)) throw new Error(`${file} no longer contains "${from}".`);
    writeFileSync(join(copy, file), text.replace(from, to));
  }
  const working = tested.filter(({ code }) => code === 0);
  const broken = await runInPairs(working, async ({ recipe }) => {
    const steps = recipe.steps.slice(-1); // the other steps install
    return { recipe, ...(await runSteps({ ...recipe, steps })) };
  });
  rmSync(copy, { recursive: true });
  return [
    ...tested.map(({ recipe, code, output, seconds }) => ({
      name: `recipe: ${recipe.name} passes ${seconds} s after the start of npm install`,
      passed: code === 0,
      output,
    })),
    ...broken.map(({ recipe, code, output }) => ({
      name: `recipe: ${recipe.name} detects a client that repeats a lost start`,
      passed: code === 1 && /start.a.second.journey/.test(output),
      output,
    })),
    { name: "recipe: all recipes compile", ...compiled },
    {
      name: "recipe: an editor offers readings in a profile file, with the schema in the installed package",
      ...completed,
    },
  ];
}

/**
 * Prepares a recipe. If the machine lacks what the recipe needs, warns, removes the recipe and returns an empty list.
 */
async function toRecipe(root: string, copy: string, packed: Packed, name: string): Promise<readonly Recipe[]> {
  const folder = join(copy, name);
  const { devDependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const packages = Object.keys(devDependencies).filter((dependency) =>
    /^(@journey-kit\/|journey-kit$)/.test(dependency),
  );
  const needed = packages.includes("@journey-kit/contract-tests") ? ["client"] : [];
  const folders = packages.map((one) => (one === "journey-kit" ? "cli" : basename(one)));
  const tarballs = [...new Set(["schemas", ...needed, ...folders])].map((one) => join(packed.folder, `${one}.tgz`));
  const path = [dirname(process.execPath), process.env.PATH];
  const recipe = { name, folder, tarballs, steps: ["npm test"], env: { ...process.env, PATH: path.join(delimiter) } };
  if (name === "ci") return [{ ...recipe, steps: readTestSteps(root) }];
  if (name === "playwright") {
    const browser = await findWorkingBrowser();
    if (browser !== undefined) return [{ ...recipe, env: { ...recipe.env, CHROMIUM: browser } }];
    console.warn('NO BROWSER: the recipe "playwright" is skipped. Set CHROMIUM to the path of a browser.');
    rmSync(folder, { recursive: true });
    return [];
  }
  if (name === "pytest") {
    const python = findPython(copy);
    if (python !== undefined) return [{ ...recipe, env: { ...recipe.env, PATH: [python, ...path].join(delimiter) } }];
    console.warn('NO PYTEST: the recipe "pytest" is skipped. Install Python 3 and pytest.');
    rmSync(folder, { recursive: true });
    return [];
  }
  return [recipe];
}

/** The commands of the workflow that install the recipe and run its tests. `checkCi` runs the whole workflow. */
const readTestSteps = (root: string): readonly string[] =>
  (readJobs(root, "github/journeys.yml").typescript ?? []).filter((step) => !step.includes("journey client"));

/** The path of a browser that starts, if there is one. */
async function findWorkingBrowser(): Promise<string | undefined> {
  const path = await findBrowser().catch(() => "chromium");
  return spawnSync(path, ["--version"]).status === 0 ? path : undefined;
}

/** The folder of a Python 3 with pytest. Installs pytest in a virtual environment if the machine has none. */
function findPython(copy: string): string | undefined {
  const run = (program: string, ...args: readonly string[]) => spawnSync(program, args, { encoding: "utf8" });
  const found = run("python3", "-c", "import os, pytest, sys; print(os.path.dirname(sys.executable))");
  if (found.status === 0) return found.stdout.trim();
  const folder = join(copy, "python");
  const isInstalled =
    run("python3", "-m", "venv", folder).status === 0 &&
    run(join(folder, "bin", "pip"), "install", "--quiet", "--retries=0", "pytest").status === 0;
  return isInstalled ? join(folder, "bin") : undefined;
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

const run = (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Outcome> =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, env, timeout: 200_000 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` }),
    );
  });

const install = ({ folder, tarballs, env }: Recipe): Promise<Outcome> =>
  run("npm", ["install", "--save-dev", ...tarballs, ...installFlags], folder, env);

const runSteps = ({ folder, steps, env }: Recipe): Promise<Outcome> =>
  run("bash", ["-ec", steps.join("\n")], folder, env);

/** Compiles every recipe with the compiler of the workspace. */
function compile(root: string, copy: string): Pick<Check, "passed" | "output"> {
  const args = ["--project", copy, "--typeRoots", join(root, "node_modules", "@types")];
  const { status, stdout } = spawnSync(join(root, "node_modules", ".bin", "tsc"), args, { encoding: "utf8" });
  return { passed: status === 0, output: stdout };
}

/**
 * Opens a file with a relative `$schema` in an editor, which must accept the file and complete the readings of a gap.
 */
async function checkEditor(file: string): Promise<Pick<Check, "passed" | "output">> {
  const marked = readFileSync(file, "utf8").replace('"none"', '"|none"');
  const { problems, offers } = await openInEditor(pathToFileURL(file).href, marked);
  const passed = problems.length === 0 && offers.has('"limited"');
  return { passed, output: `Problems: ${problems.join(" ")}\nOffers: ${[...offers.keys()].join(", ")}\n` };
}

/** Runs a function for each value, for two values at a time. */
async function runInPairs<Value, Result>(
  values: readonly Value[],
  act: (value: Value) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = values.entries();
  const worker = async () => {
    for (const [i, value] of queue) results[i] = await act(value);
  };
  await Promise.all([worker(), worker()]);
  return results;
}
