import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
let clone: string;
let ownPath: string;

/** Programs of a small clone. Those that the user calls print their path. */
const programs = {
  "packages/cli/scripts/bundle.ts": "",
  "packages/cli/dist/bin/journey.js":
    "const { env } = process; console.log([env.PATH, env.JOURNEY_COMMAND, process.cwd(), ...process.argv.slice(2)].join(' '))",
  "apps/playground/scripts/build.ts": "",
  "apps/playground/scripts/dev.ts": "",
  "docs/scripts/serve.ts": "",
  "scripts/other.ts": "console.log(process.env.PATH)",
};

/** Records each installation. Only an installation of everything contains turbo. */
const pnpm = `#!/bin/sh
echo 12.0.0
if [ "$1" = install ]; then echo "$*" >> installations; fi
case "$*" in install*--prod*) ;; install*) mkdir -p node_modules/turbo ;; esac
`;

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "journey-kit-clone-"));
  const write = (path: string, text: string, mode?: number) => {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text, { mode });
  };
  for (const [path, text] of Object.entries(programs)) write(path, text);
  write("package.json", JSON.stringify({ packageManager: "pnpm@12.0.0", type: "module" }));
  write("own/node", "#!/bin/sh\n", 0o755);
  write("tools/pnpm", pnpm, 0o755);
  for (const file of ["scripts/bootstrap.mjs", "journey"]) copyFileSync(join(root, file), join(clone, file));
  ownPath = [join(clone, "own"), join(clone, "tools"), "/usr/bin", "/bin"].join(delimiter);
});
afterAll(() => rmSync(clone, { recursive: true }));

const bootstrapWith = (env: NodeJS.ProcessEnv, ...args: readonly string[]) =>
  spawnSync(process.execPath, ["scripts/bootstrap.mjs", ...args], {
    cwd: clone,
    env: { PATH: ownPath, ...env },
    encoding: "utf8",
  }).stdout.trim();
const bootstrap = (...args: readonly string[]) => bootstrapWith({}, ...args);

/** The flags of the installations since the last call, and the filters in them. */
function readInstallations() {
  const file = join(clone, "installations");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  rmSync(file, { force: true });
  return lines.map((line) => line.replace("install --frozen-lockfile", "").trim());
}
const forProgram = "--prod --filter journey-kit-workspace...";
const forPage = `${forProgram} --filter @journey-kit/playground...`;

test("every platform gets Node 24, as the README says", () => {
  const script = readFileSync(join(clone, "scripts/bootstrap.mjs"), "utf8");
  const versions = [...script.matchAll(/"node-[a-z0-9-]+@([^"]+)"|nodeVersion = "([^"]+)"/g)].map(
    ([, other, usual]) => other ?? usual,
  );
  expect(versions.length).toBeGreaterThan(3);
  expect(versions.filter((version) => !version?.startsWith("24."))).toEqual([]);
});

describe.skipIf(process.platform === "win32")("the bootstrap script", () => {
  test("runs journey with the user's own PATH, for commands that run the user's own programs, in the user's folder", () => {
    const folder = join(clone, "own");
    expect(bootstrapWith({ INIT_CWD: folder }, "start", "--port", "0")).toBe(
      `${ownPath} ./journey ${folder} serve --port 0`,
    );
    const script = join(clone, "journey");
    const env = { PATH: [dirname(process.execPath), ownPath].join(delimiter), INIT_CWD: clone };
    const { stdout } = spawnSync(script, ["exec", "--", "npm", "test"], { cwd: folder, env, encoding: "utf8" });
    expect(stdout.trim()).toBe(`${env.PATH} ${script} ${folder} exec -- npm test`);
  });

  test("puts the required Node and pnpm first in PATH for the repository's scripts", () => {
    const tools = [dirname(process.execPath), join(clone, "tools")];
    expect(bootstrap("run", "scripts/other.ts")).toBe([...tools, ownPath].join(delimiter));
  });
});

describe.skipIf(process.platform === "win32")("the bootstrap script installs", () => {
  beforeEach(() => {
    rmSync(join(clone, "node_modules"), { recursive: true, force: true });
    readInstallations();
  });

  test("only what the task runs", () => {
    for (const task of ["journey", "start", "dev", "docs", "start", "journey"]) bootstrap(task);
    expect(readInstallations()).toEqual(
      [forProgram, forPage, `${forPage} --filter @journey-kit/docs`].map((flags) => `--trust-lockfile ${flags}`),
    );
  });

  test("everything for the tests, which other tasks then use", () => {
    for (const task of ["start", "run", "start", "journey"]) bootstrap(task);
    expect(readInstallations()).toEqual([`--trust-lockfile ${forPage}`, "--trust-lockfile"]);
  });

  test("everything for the verification of pacts, because Pact is a devDependency", () => {
    bootstrap("journey", "pacts", "my-pacts");
    expect(readInstallations()).toEqual(["--trust-lockfile"]);
  });

  test("again after a manifest changed, and everything if it was installed by hand", () => {
    bootstrap("start");
    bootstrap("journey");
    writeFileSync(join(clone, "pnpm-workspace.yaml"), "packages: []\n");
    bootstrap("journey");
    rmSync(join(clone, "pnpm-workspace.yaml"));
    bootstrap("start");
    mkdirSync(join(clone, "node_modules/turbo"));
    bootstrap("start");
    expect(readInstallations()).toEqual(
      [forPage, forProgram, forPage, ""].map((flags) => `--trust-lockfile ${flags}`.trim()),
    );
  });

  test("with a check of the age of each package in CI", () => {
    bootstrapWith({ CI: "true" }, "start");
    expect(readInstallations()).toEqual([forPage]);
  });

  test("with a check of the age of each package if the lockfile is not the committed one", () => {
    writeFileSync(join(clone, "pnpm-lock.yaml"), "");
    spawnSync("git", ["init"], { cwd: clone });
    bootstrap("start");
    rmSync(join(clone, ".git"), { recursive: true });
    rmSync(join(clone, "pnpm-lock.yaml"));
    expect(readInstallations()).toEqual([forPage]);
  });
});

/** The sources that `npm start`, `./journey`, `dev` and `docs` run, by the package whose dependencies they import. */
const sources = {
  docs: ["src/**", "scripts/serve.ts", "*.ts"],
  "apps/playground": ["src/**", "scripts/{build,dev}.ts", "vite.config.ts"],
  "packages/client": ["src/**"],
  "packages/contract-tests": ["src/**"],
  "packages/schemas": ["src/**"],
  "packages/simulator": ["src/**"],
  "packages/cli": ["src/**", "scripts/{bundle,program,built-ins}.ts"],
};
/** The root package lists what the program bundles, because the published package has no dependencies. */
const { dependencies: bundled } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test.each(Object.entries(sources))("what users run of %s imports no devDependency", (folder, patterns) => {
  const { name, dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const installed = { ...dependencies, ...peerDependencies, ...(folder === "packages/cli" && bundled) };
  const imported = readImports(patterns.map((pattern) => join(folder, pattern)));
  expect(imported.length).toBeGreaterThan(0);
  expect(imported.filter((one) => one !== name && !Object.hasOwn(installed, one))).toEqual([]);
});

/** The packages that the sources import, except in tests and for types. */
function readImports(patterns: readonly string[]): readonly string[] {
  const files = globSync(patterns, { cwd: root }).filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const imports = /^(?!import type).*\bfrom "([^"]+)";$|^import "([^"]+)";$|\bimport\("([^"]+)"\)/gm;
  const names = files
    .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(imports)])
    .map(([, ...found]) => found.find((name) => name !== undefined) ?? "")
    .filter((name) => !/^(\.|node:|astro:)/.test(name));
  return [...new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}
