import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";

/** One line of the summary. `output` is shown if the check failed. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

/** A folder that contains packed packages. */
export interface Packed {
  readonly folder: string;
  readonly checks: readonly Check[];
}

/** The oldest supported Node. The newest one runs this script. */
const oldNode = "22.14.0";

const platform = `${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** The npm package with Node for this platform. */
export const nodePackage = platform === "darwin-arm64" ? `node-bin-${platform}` : `node-${platform}`;

/** The oldest and the newest supported Vitest. */
const vitestVersions = ["4.1.0", "5.1.0"];

/** Flags of every `npm install`. */
export const installFlags = [
  ...["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=http"],
  // Retries a hanging registry request long before the installation times out.
  ...["--fetch-timeout=20000", "--fetch-retries=5", "--fetch-retry-mintimeout=1000"],
];

/** Runs a program to its end. The check passes if the exit code is 0. */
export function runCheck(
  name: string,
  cwd: string,
  command: string,
  args: readonly string[],
  env = process.env,
): Check {
  // On Windows, npm and pnpm are scripts, which only a shell can start.
  const shell = process.platform === "win32" && !isAbsolute(command);
  const run = spawnSync(command, args, { cwd, env, shell, encoding: "utf8", timeout: 400_000 });
  const output = `${run.stdout ?? ""}${run.stderr ?? ""}${run.error?.message ?? ""}`;
  return { name, passed: run.status === 0, output };
}

/** Packs every public package into a folder, by default a temporary one, and checks each tarball. */
export function packPackages(root: string, folder = mkdtempSync(join(tmpdir(), "journey-kit-"))): Packed {
  const checks = globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .flatMap((file) => {
      const source = dirname(file);
      const tarball = join(folder, `${basename(source)}.tgz`);
      return [
        runCheck(`${source} can be packed`, join(root, source), "pnpm", ["pack", "--out", tarball]),
        runCheck(`${source} passes publint`, root, "pnpm", ["run", "publint", tarball]),
        runCheck(`${source} passes attw`, root, "pnpm", ["run", "attw", tarball]),
      ];
    });
  return { folder, checks };
}

/** Checks the licences of all packages that users install with ours or that we bundle. */
export const checkLicences = (root: string): Check =>
  runCheck("the licences of all dependencies are allowed", root, process.execPath, ["scripts/licences.ts"]);

/** Installs the tarballs in a copy of the example project and tests it with each supported Node and Vitest. */
export function checkConsumer(root: string, { folder }: Packed): readonly Check[] {
  const project = copyProject(root, "tarball-consumer", folder);
  const checks = vitestVersions.flatMap((version) => checkWith(project, version));
  rmSync(project, { recursive: true });
  return checks;
}

/** Installs the tarballs in a copy of `generated-clients` and runs its generators, compiler and tests. */
export function checkGenerators(root: string, { folder }: Packed): readonly Check[] {
  const project = copyProject(root, "generated-clients", folder);
  const installed = runCheck("npm installs the code generators and the proxy", project, "npm", [
    "install",
    ...installFlags,
  ]);
  // The generators run on the first Node on the path.
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const run = (name: string, ...args: readonly string[]) => runCheck(name, project, process.execPath, args, env);
  const checks = [
    () => run("openapi-typescript, hey-api and orval generate clients without a warning", "generate.ts"),
    () => run("the generated clients compile", "node_modules/typescript/bin/tsc"),
    () =>
      run(
        "the generated clients complete every journey, and Prism reports no violation",
        "node_modules/vitest/vitest.mjs",
        "run",
      ),
  ];
  const results = [installed, ...(installed.passed ? checks.map((check) => check()) : [])];
  rmSync(project, { recursive: true });
  return results;
}

/** Copies an example and the tarballs out of the workspace. */
export function copyProject(root: string, name: string, folder: string): string {
  const project = mkdtempSync(join(tmpdir(), `journey-kit-${name}-`));
  cpSync(join(root, "examples", name), project, { recursive: true });
  cpSync(folder, join(project, "tarballs"), { recursive: true });
  return project;
}

function checkWith(project: string, vitest: string): readonly Check[] {
  const packages = [`vitest@${vitest}`, `${nodePackage}@${oldNode}`];
  const install = ["install", "--save-dev", ...packages, ...installFlags];
  const installed = runCheck(`a project installs the tarballs with Vitest ${vitest}`, project, "npm", install);
  if (!installed.passed) return [installed];
  const modules = join(project, "node_modules");
  const nodes = [
    [process.versions.node, process.execPath],
    [oldNode, join(modules, nodePackage, "bin", "node")],
  ] as const;
  return [
    installed,
    runCheck(`a project with the tarballs compiles with Vitest ${vitest}`, project, process.execPath, [
      join(modules, "typescript/bin/tsc"),
    ]),
    ...nodes.map(([version, node]) => {
      // The packed programs run on the first Node on the path.
      const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
      const run = [join(modules, "vitest/vitest.mjs"), "run"];
      return runCheck(
        `the tests of a project with the tarballs pass on Node ${version} with Vitest ${vitest}`,
        project,
        node,
        run,
        env,
      );
    }),
  ];
}
