import type { Condition } from "../service/condition.ts";
import type { Failure } from "./explain.ts";

/** A test runner for which a failure can be written as a test. */
export type WrittenRunner = "vitest" | "jest" | "node" | "pytest";

/** What a written test needs to know about the client. */
export interface TestOptions {
  readonly runner: WrittenRunner;
  /** The program and its arguments, or for a client in JavaScript, the module that exports `adapter`. */
  readonly client: readonly string[] | { readonly module: string };
}

/**
 * Writes failures as tests of your own: each contains its condition, so that it needs neither a seed nor a replay token,
 * fails as long as the client has the mistake, and passes after it was corrected.
 *
 * @throws {TypeError} When the runner is pytest and the client is a module.
 */
export function renderTest(failures: readonly Failure[], options: TestOptions): string {
  return options.runner === "pytest" ? renderPytest(failures, options) : renderJavaScript(failures, options);
}

const imports: Readonly<Record<Exclude<WrittenRunner, "pytest">, readonly string[]>> = {
  vitest: ['import { test } from "vitest";'],
  jest: ['import { test } from "@jest/globals";'],
  node: ['import assert from "node:assert/strict";', 'import test from "node:test";'],
};

function renderJavaScript(failures: readonly Failure[], { runner, client }: TestOptions): string {
  if (runner === "pytest") return "";
  const isModule = "module" in client;
  const assertion =
    runner === "node"
      ? "assert.ok(report.passed, renderReport(report));"
      : "if (!report.passed) throw new Error(renderReport(report));";
  const lines = [
    'import { checkClient, renderReport } from "@journey-kit/contract-tests";',
    ...(isModule ? [] : ['import { programClient } from "@journey-kit/contract-tests/program";']),
    ...(imports[runner] ?? []),
    ...(isModule ? [`import { adapter } from ${JSON.stringify(client.module)};`] : []),
    "",
    ...(isModule ? [] : [`const adapter = programClient(${JSON.stringify(client)});`, ""]),
  ];
  for (const { id, text, spec, condition } of failures)
    lines.push(
      `// ${id} (spec ${spec})`,
      `test(${JSON.stringify(`${id}: ${text}`)}, async () => {`,
      `  const report = await checkClient(adapter, {`,
      `    only: [${JSON.stringify(id)}],`,
      `    conditions: [${renderCondition(condition, 4, javaScript)}],`,
      "  });",
      `  ${assertion}`,
      runner === "node" ? "});" : "}, 120_000);",
      "",
    );
  return lines.join("\n");
}

function renderPytest(failures: readonly Failure[], { client }: TestOptions): string {
  if ("module" in client) throw new TypeError("runner: pytest runs a program, not a module.");
  const lines = [
    '"""Conditions under which the client once failed. JOURNEY_COMMAND is how to run journey."""',
    "import json",
    "import os",
    "import shlex",
    "import subprocess",
    "",
    'JOURNEY = shlex.split(os.environ.get("JOURNEY_COMMAND", "npx journey-kit"))',
    `CLIENT = ${JSON.stringify(client)}`,
    "",
    "",
    "def check(requirement, condition):",
    '    flags = ["client", "--only", requirement, "--condition", "-", "--", *CLIENT]',
    "    run = subprocess.run([*JOURNEY, *flags], input=json.dumps(condition), capture_output=True, text=True)",
    "    assert run.returncode == 0, run.stdout + run.stderr",
    "",
  ];
  for (const { id, text, spec, condition } of failures)
    lines.push(
      "",
      `def test_${id.replaceAll("-", "_")}():`,
      `    """${text} (spec ${spec})"""`,
      `    check(${JSON.stringify(id)}, ${renderCondition(condition, 4, python)})`,
      "",
    );
  return lines.join("\n");
}

/** Leaves out what has no value. */
const strip = (condition: Condition): unknown => JSON.parse(JSON.stringify({ ...condition, id: "kept" }));

interface Language {
  readonly word: (value: boolean | null) => string;
  readonly repeat: (part: string, times: number) => string;
  readonly key: (name: string) => string;
}

const javaScript: Language = {
  word: String,
  repeat: (part, times) => `${JSON.stringify(part)}.repeat(${times})`,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)),
};

const python: Language = {
  word: (value) => (value === null ? "None" : value ? "True" : "False"),
  repeat: (part, times) => `${JSON.stringify(part)} * ${times}`,
  key: (name) => JSON.stringify(name),
};

const widest = 118;

/** The most lines of a condition, so that a test stays short. */
const mostLines = 50;

/** Formats a condition. Its first levels have a line for each part, the more levels the fewer parts they have. */
function renderCondition(condition: Condition, indent: number, language: Language): string {
  const texts = [4, 3, 2, 1].map((levels) => renderLiteral(strip(condition), indent, language, levels));
  return texts.find((text) => text.split("\n").length <= mostLines) ?? texts.at(-1) ?? "";
}

/** Formats a value, in one line if it fits or if no `levels` are left. */
function renderLiteral(value: unknown, indent: number, language: Language, levels: number): string {
  if (typeof value === "string") return renderText(value, language);
  if (typeof value === "boolean" || value === null) return language.word(value);
  if (typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const render = (left: number) =>
    Object.entries(value).map(([name, one]) => {
      const text = renderLiteral(one, indent + 2, language, left);
      return isList ? text : `${language.key(name)}: ${text}`;
    });
  const line = render(0).join(", ");
  const inline = isList ? `[${line}]` : line === "" ? "{}" : `{ ${line} }`;
  if (levels === 0 || inline.length + indent <= widest) return inline;
  const pad = " ".repeat(indent);
  const lines = render(levels - 1).map((entry) => `${pad}  ${entry},`);
  return [isList ? "[" : "{", ...lines, pad + (isList ? "]" : "}")].join("\n");
}

/** Formats a long text that repeats a short one as a repetition. */
function renderText(text: string, language: Language): string {
  if (text.length < 200) return JSON.stringify(text);
  for (let length = 1; length <= 24; length++) {
    const part = text.slice(0, length);
    if (text.length % length === 0 && part.repeat(text.length / length) === text)
      return language.repeat(part, text.length / length);
  }
  return JSON.stringify(text);
}
