import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { beforeAll, describe, expect, test } from "vitest";
import { isThorough } from "../../vitest.shared.ts";
import { documents, readBlocks } from "./documents.ts";
import { findWrongLine } from "./output.ts";
import { type Block, readOutput } from "./snippet.ts";

const examples = join(import.meta.dirname, "..");
const folder = join(examples, ".report", "commands");

/** A shell block, and the output that the document shows after it. */
interface Command {
  readonly block: Block;
  readonly output: string | undefined;
}

/** Pairs each shell block with its output. */
const toCommands = (blocks: readonly Block[]): readonly Command[] =>
  blocks.filter(({ language }) => language === "sh").map((block) => ({ block, output: readOutput(blocks, block) }));

/** The `npm` and `npx` of the scripts; `./journey` is in their folder. */
const bin = join(folder, "bin");

beforeAll(() => {
  mkdirSync(bin, { recursive: true });
  for (const name of ["npm", "npx", "./journey"]) {
    const program = `exec "${process.execPath}" --conditions=@journey-kit/source "${import.meta.dirname}/npm.ts" ${name} "$@"`;
    writeFileSync(join(bin, basename(name)), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  }
});

/** Shell commands that replace the lines with `-` in a file with those with `+`. */
function changeFile(file: string, diff: string): string {
  const linesWith = (sign: string) => diff.split("\n").flatMap((line) => (line[0] === sign ? [line.slice(1)] : []));
  const [from, to] = [linesWith("-"), linesWith("+")].map((lines) => JSON.stringify(lines.join("\n")));
  const change = `const text = fs.readFileSync("${file}", "utf8"); if (!text.includes(${from})) throw new Error("${file}"); fs.writeFileSync("${file}", text.replace(${from}, () => ${to}));`;
  return `"${process.execPath}" <<'END'\nconst fs = require("node:fs"); ${change}\nEND\n`;
}

/** Runs the shell blocks of a document in one shell, in a folder with the files that the document shows. */
async function runCommands(name: string, blocks: readonly Block[]) {
  const cwd = join(folder, name.replaceAll(/\W/g, "-"));
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  symlinkSync(examples, join(cwd, "examples"));
  symlinkSync(join(bin, "journey"), join(cwd, "journey"));
  for (const { language, title, text: content } of blocks)
    if (title !== undefined && language !== "diff") writeFileSync(join(cwd, title), content);

  const served = await serveSimulator(createSimulator(), { port: 0 });
  const runnable = toCommands(blocks).filter(({ block }) => !block.words.includes("no-run"));
  const script = blocks.map((block) => {
    if (block.language === "diff" && block.title !== undefined) return changeFile(block.title, block.text);
    if (!runnable.some((one) => one.block === block)) return "";
    const commands = block.text.replaceAll("http://127.0.0.1:4010", served.url);
    const run = block.words.includes("fails") ? `if ( ${commands} ); then exit 99; fi\n` : commands;
    return `printf '\\n@@ ${block.place}\\n'\n${run}`;
  });
  writeFileSync(join(cwd, "commands.sh"), script.join(""));
  const child = spawn("sh", ["-e", "commands.sh"], {
    cwd,
    env: { ...process.env, PATH: [bin, process.env.PATH].join(delimiter), SIMULATOR_URL: served.url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await served.close();
  const printed = new Map(
    out
      .split(/^@@ /m)
      .slice(1)
      .map((part) => [part.split("\n", 1)[0], part] as const),
  );
  return { code: await code, out, err, printed, runnable };
}

/** The guides, the home page, the README and the skill. The recipes and the reference have separate tests. */
const guided = documents.filter((name) => !/^packages.*README|\/(recipes|reference|decisions)\//.test(name));
/** Running all pages takes minutes, so only one runs locally. */
const sample = guided.filter((name) => isThorough || name === "README.md");
const pages = sample
  .map((name) => [name, readBlocks(name)] as const)
  .filter(([, blocks]) => blocks.some(({ language, words }) => language === "sh" && !words.includes("no-run")));

describe.concurrent("shell blocks in the documentation", () => {
  test.each(pages)(
    "the commands in %s print the output that the page shows",
    { timeout: 300_000 },
    async (name, blocks) => {
      const { code, out, err, printed, runnable } = await runCommands(name, blocks);
      expect(code, `${out}\n${err}`).toBe(0);
      for (const { block, output } of runnable) {
        if (output === undefined) continue;
        expect(findWrongLine(output, printed.get(block.place) ?? ""), `${block.place}\n${out}`).toBeUndefined();
      }
    },
  );
});

const jsonBlocks = documents.flatMap((name) => readBlocks(name).filter(({ language }) => language === "json"));

test.each(jsonBlocks)("the JSON block at $place is valid", ({ text: content }) => {
  expect(() => JSON.parse(content)).not.toThrow();
});

const pythonBlocks = documents.flatMap((name) => readBlocks(name).filter(({ language }) => language === "python"));
const hasPython = spawnSync("python3", ["-c", ""]).status === 0;

test.runIf(hasPython).each(pythonBlocks)("the Python block at $place is valid", ({ text: content }) => {
  const check = spawnSync("python3", ["-c", "import ast, sys; ast.parse(sys.stdin.read())"], { input: content });
  expect(`${check.stderr}`).toBe("");
});
