import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { controlRoutes } from "@journey-kit/schemas/calls";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const lines = read("Dockerfile").split("\n");

it("the image is built with the versions of Node and pnpm that this repository uses", () => {
  const node = read(".node-version").trim();
  expect(lines.filter((line) => line.startsWith("FROM "))).toEqual([
    `FROM node:${node}-bookworm-slim AS build`,
    `FROM node:${node}-alpine`,
  ]);
  expect(lines).toContain(`RUN npm install --global ${JSON.parse(read("package.json")).packageManager}`);
});

it("the image runs without root, checks the health endpoint, and contains only built files and package.json", () => {
  const user = lines.indexOf("USER 1000");
  expect(user).toBeGreaterThan(0);
  expect(lines.slice(user).filter((line) => /^(RUN|USER|COPY)/.test(line))).toEqual(["USER 1000"]);
  expect(lines.join("\n")).toContain(`fetch('http://127.0.0.1:4010${controlRoutes.readHealth.path}')`);
  const copied = lines.flatMap((line) => /^COPY --from=build \/build\/(\S+)/.exec(line)?.[1] ?? []);
  expect(copied).toEqual(["package.json", "dist/bin", "dist/playground"].map((name) => `packages/simulator/${name}`));
});

it("the build of the image ignores secrets, node_modules and earlier build output", () => {
  const ignored = read(".dockerignore").split("\n");
  for (const pattern of ["**/node_modules", "**/dist", ".git", "**/.env*", "**/*.pem", "**/*.key"]) {
    expect(ignored).toContain(pattern);
  }
});

it("the build of the image installs no devDependencies, and every package that it imports is a dependency", () => {
  const install = lines.find((line) => line.startsWith("RUN pnpm install"));
  expect(install).toContain(' --prod --filter journey-kit --filter "@journey-kit/playground..."');
  const [shared = [], simulator = [], page = []] = [".", "packages/simulator", "apps/playground"].map((folder) =>
    Object.keys(JSON.parse(read(`${folder}/package.json`)).dependencies),
  );
  const program = [...importsIn("packages/simulator/src"), ...importsIn("packages/simulator/scripts")];
  expect(program.filter((name) => ![...simulator, ...shared].includes(name))).toEqual([]);
  expect(importsIn("apps/playground/src").filter((name) => !page.includes(name))).toEqual([]);
  expect(page).toEqual(expect.arrayContaining(["vite", "@vitejs/plugin-react"])); // what vite.config.ts and build.ts import
});

/** The packages that the sources in a folder import, except in tests and for types. */
function importsIn(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => read(join(folder, file)));
  const imports = /^(?!import type).*\bfrom "([^"]+)";$|^import "([^"]+)";$|\bimport\("([^"]+)"\)/gm;
  const names = files
    .flatMap((text) =>
      [...text.matchAll(imports)].map(([, ...found]) => found.find((name) => name !== undefined) ?? ""),
    )
    .filter((name) => !/^(\.|node:)/.test(name));
  return [...new Set(names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}
