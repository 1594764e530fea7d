// Runs the examples of a page in the browser of the reader: the program `journey` and JavaScript modules. A simulator in
// the worker responds to every request, so none leaves the browser.
import process from "node:process";
import type { Writable } from "node:stream";
import { createSimulator } from "@journey-kit/simulator";
import manifest from "../../../packages/cli/package.json" with { type: "json" };
import { run } from "../../../packages/cli/src/program.ts";
import type { Printed, Program } from "./messages.ts";

const simulator = createSimulator();
const print = (text: string): void => postMessage({ text } satisfies Printed);
const stream = { write: (text: string) => print(text) } as unknown as Writable; // the program only writes

Object.assign(globalThis, {
  process,
  fetch: (input: RequestInfo, init?: RequestInit) => simulator.fetch(new Request(input, init)),
});
console.log = (...values) => print(`${values.join(" ")}\n`);

const terminal = {
  out: stream,
  err: stream,
  stop: new AbortController().signal,
  version: manifest.version,
  command: "./journey",
};

async function runModule(text: string): Promise<number> {
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  await import(/* @vite-ignore */ address);
  return 0;
}

/** Splits a shell script into the words of its commands, without comments. Knows quotes, but no other syntax of a shell. */
const parseScript = (script: string): readonly (readonly string[])[] =>
  script
    .split("\n")
    .map((line) => [...line.replace(/(^|\s)#.*/, "").matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)])
    .map((words) => words.map(([word]) => word.replaceAll(/["']/g, "")))
    .filter((words) => words.length > 0);

/** Runs a command of a script, and returns its exit code. */
async function runCommand([name, ...args]: readonly string[], files: Program["files"]): Promise<number> {
  const [first = ""] = args;
  switch (name) {
    case "export":
      for (const [variable = "", value = ""] of args.map((arg) => arg.split(/=(.*)/s))) process.env[variable] = value;
      return 0;
    case "./journey":
      return run(args, terminal);
    case "node":
      if (files[first] !== undefined) return runModule(files[first]);
  }
  throw new Error(`${name} ${first} does not run in a browser.`);
}

/** Runs a program until a command fails. */
async function runProgram({ language, text, files }: Program): Promise<unknown> {
  if (language === "js") return runModule(text);
  const commands = parseScript(text);
  const shown = commands.filter(([name]) => name !== "export");
  for (const command of commands) {
    const place = shown.indexOf(command);
    if (shown.length > 1 && place >= 0) print(`${place === 0 ? "" : "\n"}$ ${command.join(" ")}\n`);
    if ((await runCommand(command, files)) !== 0) return;
  }
}

addEventListener("message", async ({ data }: MessageEvent<Program>) => {
  await runProgram(data).catch((error: unknown) => print(`${error}\n`));
  postMessage({ hasEnded: true } satisfies Printed);
});
