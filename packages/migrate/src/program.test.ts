import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { endpointChanges } from "@journey-kit/client/migrate";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../test/terminal.ts";

const scratch = mkdtempSync(join(tmpdir(), "journey-migrate-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Writes a project and gives its folder. */
function write(name: string, files: Readonly<Record<string, string>>): string {
  for (const [file, text] of Object.entries(files)) {
    const path = join(scratch, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(scratch, name);
}

const call = "client.v1.listTasks({ instanceId });\n";

test.each([
  [[], "It takes report DIR or map."],
  [["list"], 'There is no command "list".'],
  [["report"], '"report" needs DIR.'],
  [["report", "a", "b"], '"b" is one word too many.'],
  [["map", "a"], '"a" is one word too many.'],
  [["map", "--skip", "a"], '--skip does not belong to "map".'],
  [["report", "--nope"], "Unknown option '--nope'."],
  [["report", "/nowhere/at/all"], "/nowhere/at/all does not exist."],
])("%j is told in one line and exit 2", (args, line) => {
  const err = `journey-migrate: ${line} Try journey-migrate --help.\n`;
  expect(runCommand(...args)).toEqual({ code: 2, out: "", err });
});

test("shows help and version, whatever else is asked", () => {
  const { code, out } = runCommand("report", "--help");
  expect(code).toBe(0);
  expect(out).toContain("journey-migrate report DIR");
  expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
  expect(runCommand("-v")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
});

test("ends with 0 where nothing is left of v1 (spec 9)", () => {
  const folder = write("clean", { "a.ts": "client.v2.fetchInteraction({ instanceId });\n", "b.css": "a {}" });
  expect(runCommand("report", folder)).toEqual({ code: 0, out: "0 places in 0 files; 1 file read.\n", err: "" });
});

test("lists every place with what v2 has instead, and ends with 1 (spec 4.3)", () => {
  const folder = write("two", { "a.ts": `\uFEFF${call}`, "b/c.jsx": "\n  fetch('/captain/api/journey/start');\n" });
  const { code, out } = runCommand("report", folder);
  expect(code).toBe(1);
  expect(out.replaceAll(folder, "").replaceAll(/ {2,}/g, "  ").split("\n")).toEqual([
    "PLACE  IS  FOUND  IN V2",
    "/a.ts:1:1  deprecated  v1.listTasks  v2.fetchInteraction",
    "/b/c.jsx:2:9  v1  /captain/api/journey/start  /v2/captain/journey/start",
    "2 places in 2 files; 2 files read.",
    "",
  ]);
});

test("answers as JSON, with what is deprecated by name only where that is asked (spec 4.3)", () => {
  const folder = write("json", { "a.ts": `${call}client.v1.fetchState({ instanceId });\n` });
  const { code, out } = runCommand("report", folder, "--json", "--deprecated");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toEqual({
    files: 1,
    findings: [
      {
        file: join(folder, "a.ts"),
        line: 1,
        column: 1,
        kind: "call",
        found: "v1.listTasks",
        replacement: "v2.fetchInteraction",
        deprecated: true,
        spec: "4.3",
      },
    ],
    problems: [],
  });
});

test("reads every kind of source and no folder that is not the project's own", () => {
  const kinds = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
  const others = ["node_modules/a.ts", "dist/a.js", ".git/a.ts", "b/node_modules/a.ts", "skipped/a.ts", "a.vue"];
  const files = [...kinds.map((kind) => `src/a.${kind}`), ".hidden/a.ts", ...others];
  const folder = write("kinds", Object.fromEntries(files.map((file) => [file, call])));
  symlinkSync(folder, join(folder, "loop"));
  const { out } = runCommand("report", `${folder}/`, "--skip", "skipped", "--json");
  const found: { readonly files: number; readonly findings: readonly { readonly file: string }[] } = JSON.parse(out);
  expect(found.files).toBe(9);
  expect(found.findings.map(({ file }) => file)).toEqual(
    [".hidden/a.ts", ...kinds.map((kind) => `src/a.${kind}`).sort()].map((file) => join(folder, file)),
  );
});

test("tells of a source that it cannot read, reads the others, and does not end with 0", () => {
  const folder = write("broken", { "a.ts": "const = 1;\n", "b.ts": "export {};\n" });
  const { code, out } = runCommand("report", folder);
  expect(code).toBe(1);
  expect(out).toBe(`${folder}/a.ts:1:7  not read: Unexpected token\n0 places in 0 files; 2 files read.\n`);
});

test("shows which endpoint takes the place of which (spec 4.3, 9)", () => {
  const { code, out } = runCommand("map");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^\/captain\/api\/journey\/task\/update +deprecated +\/v2\/captain\/journey\/interaction\/submit$/m,
  );
  expect(JSON.parse(runCommand("map", "--json").out)).toEqual(endpointChanges);
  expect(runCommand("map", "--deprecated").out).not.toContain("/journey/start");
});
