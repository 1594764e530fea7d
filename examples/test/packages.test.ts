import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const packages = globSync("packages/*/package.json", { cwd: root })
  .toSorted()
  .map((path) => ({ folder: path.replace("/package.json", ""), manifest: JSON.parse(read(path)) }));

describe.for(packages)("$folder", ({ folder, manifest }) => {
  test("has the same licence as the repository, and a changelog entry for its version", () => {
    expect(read(`${folder}/LICENSE`)).toBe(read("LICENSE"));
    expect(read(`${folder}/CHANGELOG.md`)).toContain(`\n## ${manifest.version}\n`);
  });

  test("has the same version and supported Node versions as the other packages", () => {
    const [{ manifest: first } = { manifest: undefined }] = packages;
    expect([manifest.version, manifest.engines]).toEqual([first.version, first.engines]);
  });

  test("has a description and keywords for a registry, and a short README without relative links", () => {
    expect(manifest).toMatchObject({ description: expect.stringMatching(/\.$/), license: "MIT" });
    expect(manifest.keywords.length).toBeGreaterThan(3);
    const page = read(`${folder}/README.md`);
    expect(page.match(/\]\((?!https?:|#)[^)]*\)/g)).toBeNull();
    expect(page.split(/\s+/).length).toBeLessThan(600);
  });

  test("has programs that report the required Node version if Node is too old", () => {
    const hook = `Object.defineProperty(process.versions, "node", { value: "22.13.1" });`;
    const args = ["--import", `data:text/javascript,${encodeURIComponent(hook)}`];
    const required = manifest.engines.node.replace(">=", "");
    for (const [name, file] of Object.entries(manifest.bin ?? {})) {
      const { status, stderr } = spawnSync(process.execPath, [...args, join(root, folder, `${file}`), "--version"], {
        encoding: "utf8",
      });
      expect(stderr).toBe(`${name}: Node ${required} or newer is required. This is Node 22.13.1.\n`);
      expect(status).toBe(2);
    }
  });
});

test("the simulator and the contract tests contain one program each, so `npx` needs only the package name", () => {
  const programs = packages.map(({ manifest }) => Object.keys(manifest.bin ?? {}));
  expect(programs).toEqual([[], ["journey-contract"], [], ["journey-sim"]]);
});

test.for(globSync(".github/workflows/*.yml", { cwd: root }))(
  "the workflow %s pins its actions to commits and runs only scripts that exist",
  (file) => {
    const workflow = read(file);
    const actions = workflow.match(/uses: .*/g) ?? [];
    expect(actions.filter((line) => !/^uses: [\w/-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([]);
    const { scripts } = JSON.parse(read("package.json"));
    for (const [, name = ""] of workflow.matchAll(/n?pm run ([\w-]+)/g)) expect(Object.keys(scripts)).toContain(name);
    for (const [path] of workflow.matchAll(/(?<=run: )\.ci\/\w+/g))
      expect(existsSync(join(root, path)), path).toBe(true);
  },
);
