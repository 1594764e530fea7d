import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { checkManagers } from "./manager-check.ts";
import { type Check, installFlags, nodePackage, type Packed } from "./package-check.ts";
import { type Registry, serveRegistry } from "./registry.ts";

/** A package, its folder, and the maximum bytes of its tarball and of its installation with all dependencies. */
interface Ceiling {
  readonly name: string;
  readonly folder: string;
  readonly packed: number;
  readonly installed: number;
}

// Each ceiling is about a tenth above the measured size. Zod alone takes 6 MB of every installation, and
// the page of a run file 2 MB of the last two (0.65 MB packed). The tools for agents take 0.9 MB of the last one.
const ceilings: readonly Ceiling[] = [
  { name: "@journey-kit/schemas", folder: "schemas", packed: 475_000, installed: 12_000_000 },
  { name: "@journey-kit/client", folder: "client", packed: 65_000, installed: 12_500_000 },
  { name: "@journey-kit/simulator", folder: "simulator", packed: 255_000, installed: 18_200_000 },
  { name: "@journey-kit/contract-tests", folder: "contract-tests", packed: 1_020_000, installed: 23_600_000 },
  { name: "journey-kit", folder: "cli", packed: 2_660_000, installed: 8_800_000 },
];

const pageFiles = ["CHANGELOG.md", "LICENSE", "README.md"];

/** The licences of the packages that the program and the playground contain. */
const bundledLicences = ["dist/bin/licenses.md", "dist/playground/licenses.md"];

/** A Node that the packages do not support. */
const unsupportedNode = "20.20.2";

const execute = promisify(execFile);

/**
 * Publishes the tarballs to a registry on this machine, as a release does. Runs the program with npx, installs the packages
 * with each package manager, and measures them.
 */
export async function checkRegistry({ folder }: Packed): Promise<readonly Check[]> {
  const registry = await serveRegistry();
  const place = mkdtempSync(join(tmpdir(), "journey-kit-registry-"));
  const checks: Check[] = [];
  try {
    const published = await check("scripts/publish.ts", () => publish(registry, folder));
    if (!published.passed) return [published];
    checks.push(published, ...(await checkManagers(dirname(import.meta.dirname), registry, place)));
    checks.push(await check("npx journey-kit serve", () => runSimulator(registry, place)));
    checks.push(await check("npx journey-kit server", () => runCases(registry, place)));
    checks.push(await check("the program on an old Node", () => runOldNode(registry, place)));
    for (const ceiling of ceilings) {
      checks.push(await check(`the size of ${ceiling.name}`, () => measure(ceiling, registry, folder, place)));
    }
    return checks;
  } finally {
    registry.close();
    rmSync(place, { recursive: true });
  }
}

/** Runs a check. `run` returns the name of the passed check, or throws. */
async function check(name: string, run: () => Promise<string>): Promise<Check> {
  try {
    return { name: await run(), passed: true, output: "" };
  } catch (error) {
    return { name, passed: false, output: String(error) };
  }
}

/** Publishes every package, and then nothing more. */
async function publish({ flags }: Registry, folder: string): Promise<string> {
  const run = () =>
    execute(process.execPath, [join(import.meta.dirname, "publish.ts"), folder, "--loglevel=error", ...flags]);
  const [{ stdout: first }, { stdout: second }] = [await run(), await run()];
  const counts = [first.match(/^\+ /gm), second.match(/is in the registry already$/gm)].map((found) => found?.length);
  if (counts.some((count) => count !== ceilings.length)) throw new Error(`${first}\n${second}`);
  return `scripts/publish.ts publishes ${ceilings.length} packages, and each only once`;
}

/** The arguments of npm that get our package from the registry on this machine. Only the scoped ones need others. */
const fromRegistry = ({ url }: Registry, name: string): readonly string[] => [
  name.startsWith("@") ? `--@journey-kit:registry=${url}` : `--registry=${url}`,
  ...installFlags,
];

/** An empty folder, and the environment of a machine on which npm has never run. */
function emptyMachine(place: string) {
  const cwd = mkdtempSync(join(place, "empty-"));
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  return { cwd, env: { ...process.env, PATH: path, npm_config_cache: join(cwd, "cache") } };
}

/** Starts the simulator with npx and an empty cache, waits for its first response, and stops it. */
async function runSimulator(registry: Registry, place: string): Promise<string> {
  const begin = performance.now();
  const args = ["--yes", ...fromRegistry(registry, "journey-kit"), "journey-kit", "serve", "--port", "0"];
  const child = spawn("npx", args, { ...emptyMachine(place), detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const errors = text(child.stderr);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (url === undefined) continue;
      const health = await fetch(`${url}/_sim/health`);
      const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
      const page = await fetch(url);
      if (health.ok && page.ok) return `npx journey-kit serve responds after ${seconds} s with an empty cache`;
      throw new Error(`The health check responded with ${health.status}, and the playground with ${page.status}.`);
    }
    throw new Error(`npx ended before the simulator listened:\n${await errors}`);
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM");
  }
}

/** Checks every case with npx and an empty cache. The command starts its own simulator. */
async function runCases(registry: Registry, place: string): Promise<string> {
  const begin = performance.now();
  const args = ["--yes", ...fromRegistry(registry, "journey-kit"), "journey-kit", "server"];
  const { stdout } = await execute("npx", args, { ...emptyMachine(place), timeout: 200_000 });
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  const [count] = /\d+ passed/.exec(stdout) ?? [];
  if (count === undefined) throw new Error(stdout);
  return `npx journey-kit server: ${count} after ${seconds} s with an empty cache`;
}

/** Starts the program with a Node version that is too old. It must print only which version it needs. */
async function runOldNode(registry: Registry, place: string): Promise<string> {
  const cwd = mkdtempSync(join(place, "old-"));
  const install = ["install", "--prefix", cwd];
  await execute("npm", [...install, ...installFlags, `${nodePackage}@${unsupportedNode}`], { cwd });
  await execute("npm", [...install, "--no-save", ...fromRegistry(registry, "journey-kit"), "journey-kit"], { cwd });
  const modules = join(cwd, "node_modules");
  const path = [join(modules, nodePackage, "bin"), process.env.PATH].join(delimiter);
  const { status, stderr } = spawnSync(join(modules, ".bin", "journey"), ["--version"], {
    env: { ...process.env, PATH: path },
    encoding: "utf8",
  });
  const expected = `journey: Node 22.14 or newer is required. This is Node ${unsupportedNode}.\n`;
  if (status !== 2 || stderr !== expected) throw new Error(`exit code ${status}: ${stderr}`);
  return `the program reports in one line that Node ${unsupportedNode} is too old`;
}

/** Installs a package alone in an empty project, and measures it. */
async function measure(ceiling: Ceiling, registry: Registry, folder: string, place: string): Promise<string> {
  const { name } = ceiling;
  const project = join(place, ceiling.folder);
  mkdirSync(project);
  const install = ["install", "--prefix", project, ...fromRegistry(registry, name), name];
  await execute("npm", install, { cwd: project, timeout: 200_000 });
  const modules = join(project, "node_modules");
  const missing = [...pageFiles, ...(name === "journey-kit" ? bundledLicences : [])].filter(
    (file) => !existsSync(join(modules, name, file)),
  );
  if (missing.length > 0) throw new Error(`${name} has no ${missing.join(" and no ")}.`);
  const packed = statSync(join(folder, `${ceiling.folder}.tgz`)).size;
  const installed = sizeOf(modules);
  const figures = [
    `${toKilobytes(packed)} packed (at most ${toKilobytes(ceiling.packed)})`,
    `${toKilobytes(sizeOf(join(modules, name)))} unpacked`,
    `${toKilobytes(installed)} installed with dependencies (at most ${toKilobytes(ceiling.installed)})`,
    ...(ceiling.folder === "client"
      ? [`${toKilobytes(await bundle(project, name))} bundled, minified and gzipped`]
      : []),
  ];
  const report = `${name}: ${figures.join(", ")}`;
  if (packed <= ceiling.packed && installed <= ceiling.installed) return report;
  throw new Error(report);
}

const toKilobytes = (bytes: number): string =>
  `${(bytes / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} kB`;

/** Adds up the sizes of all files below a folder. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Bundles the main entry of an installed package. Returns the gzipped size. */
async function bundle(project: string, name: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from "${name}";`, resolveDir: project },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "neutral",
    target: "es2023",
  });
  return gzipSync(outputFiles[0]?.contents ?? "").length;
}
