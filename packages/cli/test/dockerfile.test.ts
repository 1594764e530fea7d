import { readFileSync } from "node:fs";
import { join } from "node:path";
import { controlRoutes } from "@journey-kit/schemas/calls";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..", "..");
const read = (name: string): string => readFileSync(join(root, name), "utf8");
const lines = read("Dockerfile").split("\n");

it("the image is built with this repository's version of Node, and contains what `npm start` builds", () => {
  const node = read(".node-version").trim();
  expect(lines.filter((line) => line.startsWith("FROM "))).toEqual([
    `FROM node:${node}-bookworm-slim AS build`,
    `FROM node:${node}-alpine`,
  ]);
  expect(lines).toContain("RUN npm start -- --help");
});

it("the image runs without root, checks the health endpoint, and contains only built files and package.json", () => {
  const user = lines.indexOf("USER 1000");
  expect(user).toBeGreaterThan(0);
  expect(lines.slice(user).filter((line) => /^(RUN|USER|COPY)/.test(line))).toEqual(["USER 1000"]);
  expect(lines.join("\n")).toContain(`fetch('http://127.0.0.1:4010${controlRoutes.readHealth.path}')`);
  const copied = lines.flatMap((line) => /^COPY --from=build \/build\/(\S+)/.exec(line)?.[1] ?? []);
  expect(copied).toEqual(["package.json", "dist/bin", "dist/playground"].map((name) => `packages/cli/${name}`));
});

it("the build of the image ignores secrets, node_modules and earlier build output", () => {
  const ignored = read(".dockerignore").split("\n");
  for (const pattern of ["**/node_modules", "**/dist", ".git", "**/.env*", "**/*.pem", "**/*.key"]) {
    expect(ignored).toContain(pattern);
  }
});
