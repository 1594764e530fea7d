import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Compiles the programs in `mistakes` and returns the errors. */
function compile(...flags: readonly string[]) {
  const args = ["node_modules/typescript/bin/tsc", "-p", "mistakes", "--pretty", "false", ...flags];
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return [...stdout.matchAll(/^mistakes\/(.+)\((\d+),\d+\): error (TS\d+): (.*(?:\n .*)*)/gm)].map(
    ([, file, line, code, text]) => ({ file, line: Number(line), code, text }),
  );
}

test.each(["true", "false"])(
  "with exactOptionalPropertyTypes set to %s, the compiler finds each mistake and accepts an application's own types (spec 2.7, 4.2)",
  { timeout: 120_000 },
  (isExact) => {
    const file = "program.ts";
    const lines = readFileSync(`${root}mistakes/${file}`, "utf8").split("\n");
    const mistakes = lines.flatMap((program, i) => {
      const [, code, text] = / \/\/ (TS\d+) (.+)$/.exec(program) ?? [];
      return code === undefined ? [] : [{ file, line: i + 1, code, text: expect.stringContaining(text ?? "") }];
    });
    expect(mistakes).toHaveLength(14);
    expect(compile("--exactOptionalPropertyTypes", isExact)).toEqual(mistakes);
  },
);
