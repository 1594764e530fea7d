import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type Check, installFlags } from "./package-check.ts";
import type { Registry } from "./registry.ts";

/** A package manager, with its strictest settings for peer dependencies and without a lockfile. */
interface Manager {
  readonly name: string;
  /** The npm package and the file that runs on Node, or the program on the path. */
  readonly program: { readonly package: string; readonly file: string } | string;
  readonly install: readonly string[];
  /** Settings that the project contains. They name no registry. */
  readonly files?: Readonly<Record<string, string>>;
  /** The settings with which it gets every package from a registry. */
  readonly env: (url: string, place: string) => NodeJS.ProcessEnv;
}

const npmSettings = (url: string): NodeJS.ProcessEnv => ({ npm_config_registry: url });

const managers: readonly Manager[] = [
  { name: "npm", program: "npm", install: ["install", "--strict-peer-deps", ...installFlags], env: npmSettings },
  {
    name: "pnpm",
    program: "pnpm",
    install: ["install", "--no-frozen-lockfile"],
    files: { "pnpm-workspace.yaml": "strictPeerDependencies: true\n" },
    env: (url) => ({ pnpm_config_registry: url }),
  },
  {
    name: "Yarn 1",
    program: { package: "yarn@1.22.22", file: "yarn/bin/yarn.js" },
    install: ["install", "--no-lockfile", "--non-interactive"],
    env: npmSettings,
  },
  {
    name: "Yarn 4 with Plug'n'Play",
    program: { package: "@yarnpkg/cli-dist@4.18.1", file: "@yarnpkg/cli-dist/bin/yarn.js" },
    install: ["install"],
    files: {
      // A missing or wrong peer dependency is an error instead of a warning.
      ".yarnrc.yml": ["YN0002", "YN0060", "YN0086"].reduce(
        (text, code) => `${text}  - { code: ${code}, level: error }\n`,
        "nodeLinker: pnp\nlogFilters:\n",
      ),
    },
    env: (url, place) => ({
      YARN_GLOBAL_FOLDER: join(place, "yarn"), // the user's one may know an earlier registry
      YARN_NPM_REGISTRY_SERVER: url,
      YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      YARN_ENABLE_TELEMETRY: "false",
    }),
  },
];

const execute = promisify(execFile);

/**
 * Installs the packages from the registry in an empty project with each package manager, without overrides, and runs the
 * tests of the example `tarball-consumer` that use them in process, and `journey --version`.
 */
export async function checkManagers(root: string, registry: Registry, place: string): Promise<readonly Check[]> {
  const tools = join(place, "managers");
  mkdirSync(tools);
  const packages = managers.flatMap(({ program }) => (typeof program === "string" ? [] : [program.package]));
  await execute("npm", ["install", "--prefix", tools, ...installFlags, ...packages], { cwd: tools });
  return Promise.all(managers.map((manager) => checkManager(root, registry, place, tools, manager)));
}

async function checkManager(
  root: string,
  registry: Registry,
  place: string,
  tools: string,
  { name, program, install, files = {}, env: settings }: Manager,
): Promise<Check> {
  const begin = performance.now();
  const { project, version } = createProject(root, place, files);
  const [command, ...first] =
    typeof program === "string" ? [program] : [process.execPath, join(tools, "node_modules", program.file)];
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { ...process.env, ...settings(registry.url, place), PATH: path, NO_COLOR: "1" };
  let output = "";
  try {
    for (const args of [install, ["run", "test"], ["run", "version"]]) {
      const { stdout, stderr } = await execute(command ?? "", [...first, ...args], {
        cwd: project,
        env,
        timeout: 200_000,
      });
      output += stdout + stderr;
    }
    const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
    const passed = /Tests +\d+ passed/.test(output) && output.includes(`\n${version}\n`);
    return { name: `a project installs and runs the packages with ${name} in ${seconds} s`, passed, output };
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string }; // of `execFile`
    return { name: `a project with ${name}`, passed: false, output: `${output}${stdout}${stderr}${error}` };
  }
}

/** The versions of Vite and Vitest with which the packages are developed. */
function readCatalog(root: string): Readonly<Record<string, string>> {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8");
  return Object.fromEntries(
    [...text.matchAll(/^ {2}(vite|vitest): (.+)$/gm)].map(([, name, version]) => [name, version]),
  );
}

/** Creates a project that tests a client in process with Vitest, and depends on the packages by their versions. */
function createProject(root: string, place: string, files: Readonly<Record<string, string>>) {
  const example = join(root, "examples", "tarball-consumer");
  const project = mkdtempSync(join(place, "project-"));
  const { version } = JSON.parse(readFileSync(join(root, "packages", "cli", "package.json"), "utf8"));
  for (const file of ["src/onboarding.ts", "src/onboarding.test.ts", "vitest.config.ts"])
    cpSync(join(example, file), join(project, file));
  // With Yarn 1, Vitest needs Vite in the project.
  const names = ["@journey-kit/client", "@journey-kit/contract-tests", "@journey-kit/simulator", "journey-kit"];
  const manifest = {
    name: "consumer",
    private: true,
    type: "module",
    scripts: { test: "vitest run", version: "journey --version" },
    devDependencies: { ...Object.fromEntries(names.map((name) => [name, version])), ...readCatalog(root) },
  };
  for (const [file, text] of Object.entries({ "package.json": JSON.stringify(manifest), ...files }))
    writeFileSync(join(project, file), text);
  return { project, version };
}
