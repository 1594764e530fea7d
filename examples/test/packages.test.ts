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

test("only the package of the program contains one, so `npx` needs only its name", () => {
  const programs = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.bin ?? {}).map((name) => [manifest.name, name]),
  );
  expect(programs).toEqual([["journey-kit", "journey"]]);
});

const files = globSync(
  "{*,{.github,packages,apps,bench,docs,examples,scripts}/**/*}.{ts,tsx,md,mdx,json,mjs,py,sh,yml}",
  {
    cwd: root,
    exclude: (name) => name === "node_modules" || name === "dist",
  },
);

/** The ids of the headings of a page, as GitHub and the documentation site form them. */
const idsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );

describe.for(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "SUPPORT.md"])("%s", (page) => {
  test("names only files that exist", () => {
    const names = [...read(page).matchAll(/`([^`\s*{}<>]+\.(?:tsx?|mdx?|json|mjs|py|sh|yml))`/g)].map(
      ([, name]) => name,
    );
    expect(names.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });

  test("links only to files, folders and headings that exist", () => {
    const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    expect(links.length).toBeGreaterThan(1);
    for (const [link, path, id] of links) {
      const target = path || page;
      expect(existsSync(join(root, target)), link).toBe(true);
      if (id !== undefined) expect(idsOf(target)).toContain(id);
    }
  });
});

test("the README has at most 150 lines, and four of them are about speed", () => {
  const page = read("README.md");
  expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  expect(/<!-- bench -->\n((?:- .*\n)*)<!-- \/bench -->/.exec(page)?.[1]?.match(/^- /gm)).toHaveLength(4);
});

test("the READMEs of the packages name pages of the documentation by their titles", () => {
  const pages = globSync("docs/src/content/docs/**/*.{md,mdx}", { cwd: root });
  const titles = pages.map((page) => /^title: "?(.*?)"?$/m.exec(read(page))?.[1]);
  for (const { folder } of packages) {
    const [, section = ""] = read(`${folder}/README.md`).split("\n## Documentation\n");
    const [text = ""] = section.split("\n## ");
    expect(titles).toEqual(expect.arrayContaining([...text.matchAll(/"([^"]+)"/g)].map(([, title]) => title)));
  }
});

test("the page of the schemas lists every entry of the package", () => {
  const { manifest } = packages.find(({ folder }) => folder === "packages/schemas") ?? {};
  const [, table = ""] = /## Entries\n\n(.*?)\n\n/s.exec(read("docs/src/content/docs/reference/schemas.md")) ?? [];
  const listed = [...table.matchAll(/`(\.[\w/-]*)`/g)].map(([, entry]) => entry);
  expect(listed.toSorted()).toEqual(
    Object.keys(manifest.exports)
      .filter((entry) => !/json$|\*/.test(entry))
      .toSorted(),
  );
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
