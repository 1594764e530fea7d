import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

let clone: string;
let ownPath: string;

/** Programs of a small clone. Those that the user calls print their path. */
const programs = {
  "packages/simulator/scripts/bundle.ts": "",
  "packages/simulator/dist/bin/journey-sim.js": "console.log(process.env.PATH)",
  "packages/contract-tests/bin/journey-contract.js": "console.log(process.env.PATH)",
  "apps/playground/scripts/build.ts": "",
  "scripts/other.ts": "console.log(process.env.PATH)",
};

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), "journey-kit-clone-"));
  const write = (path: string, text: string, mode?: number) => {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    writeFileSync(join(clone, path), text, { mode });
  };
  for (const [path, text] of Object.entries(programs)) write(path, text);
  write("package.json", JSON.stringify({ packageManager: "pnpm@12.0.0", type: "module" }));
  write("own/node", "#!/bin/sh\n", 0o755);
  write("tools/pnpm", "#!/bin/sh\necho 12.0.0\n", 0o755);
  copyFileSync(join(import.meta.dirname, "..", "..", "scripts", "bootstrap.mjs"), join(clone, "scripts/bootstrap.mjs"));
  ownPath = [join(clone, "own"), join(clone, "tools"), "/usr/bin", "/bin"].join(delimiter);
});
afterAll(() => rmSync(clone, { recursive: true }));

const bootstrap = (...args: readonly string[]) =>
  spawnSync(process.execPath, ["scripts/bootstrap.mjs", ...args], {
    cwd: clone,
    env: { PATH: ownPath },
    encoding: "utf8",
  }).stdout.trim();

test("every platform gets Node 24, as the README says", () => {
  const script = readFileSync(join(clone, "scripts/bootstrap.mjs"), "utf8");
  const versions = [...script.matchAll(/"node-[a-z0-9-]+@([^"]+)"|nodeVersion = "([^"]+)"/g)].map(
    ([, other, usual]) => other ?? usual,
  );
  expect(versions.length).toBeGreaterThan(3);
  expect(versions.filter((version) => !version?.startsWith("24."))).toEqual([]);
});

describe.skipIf(process.platform === "win32")("the bootstrap script", () => {
  test.each(["start", "sim", "contract"])(
    "does not change PATH for the task `%s`, which may run the user's own programs",
    (task) => {
      expect(bootstrap(task)).toBe(ownPath);
    },
  );

  test("puts the required Node and pnpm first in PATH for the repository's scripts", () => {
    const tools = [dirname(process.execPath), join(clone, "tools")];
    expect(bootstrap("run", "scripts/other.ts")).toBe([...tools, ownPath].join(delimiter));
  });
});
