import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { beforeAll, expect, test } from "vitest";
import { isThorough } from "../../vitest.shared.ts";
import { snippets, toFileName } from "./documents.ts";
import { findWrongLine } from "./output.ts";
import { toBlocks, toSnippets } from "./snippet.ts";

/** A folder inside the examples, so that the programs can import the packages. Not under version control. */
const folder = join(import.meta.dirname, "..", ".report", "programs");

/** The program of Vitest, which runs the programs that are tests. */
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/** Programs to run. A program takes about a second, so all of them run only in CI. */
const programs = snippets.filter(({ runs, place }) => runs && (isThorough || place.startsWith("README.md")));

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const shared = JSON.stringify(join(import.meta.dirname, "..", "..", "vitest.shared.ts"));
  const config = `import { shared } from ${shared};\nexport default { ssr: shared.ssr };\n`;
  writeFileSync(join(folder, "vitest.config.ts"), config);
});

test.concurrent.each(programs)(
  "the program at $place runs without an error and prints what the page says",
  async (snippet) => {
    const served = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
    const isTest = /\bfrom "(vitest|.*\/vitest)"/.test(snippet.text);
    const program = join(folder, isTest ? toFileName(snippet).replace(/ts$/, "test.ts") : toFileName(snippet));
    writeFileSync(program, snippet.text.replaceAll("http://127.0.0.1:4010", served.url));
    const child = spawn(process.execPath, [...(isTest ? [vitest, "run"] : []), program], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 120_000,
    });
    const code = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
    await served.close();
    expect(await code, `${out}\n${error}`).toBe(0);
    expect(findWrongLine(snippet.prints.join("\n\n"), out), out).toBeUndefined();
  },
  150_000,
);

test("reads the language, keywords and title of a Markdown code block, and refuses unknown keywords", () => {
  const fence = "```";
  const block = (info: string, line: string) => `${fence}${info}\n${line}\n${fence}\n`;
  const read = (markdown: string) => toBlocks("a.md", markdown);
  expect(read(`# A\n\n${block('sh no-run title="a.sh"', "run")}${block("", "output")}`)).toEqual([
    { place: "a.md:3", language: "sh", words: ["no-run"], title: "a.sh", text: "run\n" },
    { place: "a.md:6", language: "", words: [], title: undefined, text: "output\n" },
  ]);
  expect(toSnippets(read(`# A\n\n${block("ts", "one();")}text\n${block("ts continues", "two(); // → 2")}`))).toEqual([
    { place: "a.md:3", text: "one();\n\ntwo(); // → 2\n", runs: true, prints: ["2"] },
  ]);
  expect(toSnippets(read(block("ts no-run", "one();")))).toEqual([
    { place: "a.md:1", text: "one();\n", runs: false, prints: [] },
  ]);
  expect(() => read(block("ts skip", "one();"))).toThrow('a.md:1: Unknown keyword "skip"');
  expect(() => toSnippets(read(block("ts continues", "one();")))).toThrow("There is no block to continue");
});
