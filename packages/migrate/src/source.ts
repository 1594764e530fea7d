import { type ParseResult, type ParserOptions, parse } from "@babel/parser";
import type { File } from "@babel/types";
import type { Problem } from "./finding.ts";

/** Endings of the sources that are read. */
export const endings = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"] as const;

/** A source taken apart, or why it could not be. */
export type Parsed = { readonly ast: ParseResult<File> } | { readonly problem: Problem };

/** Takes a source apart by what its ending says of it; JavaScript may hold JSX, and Flow where nothing else fits. */
export function parseSource(file: string, text: string): Parsed {
  const [first = [], ...others] = pluginsFor(file);
  let parsed = attempt(file, text, first);
  const told = parsed; // where no dialect fits, the first one tells best why
  for (const plugins of others) if (!("ast" in parsed)) parsed = attempt(file, text, plugins);
  return "ast" in parsed ? parsed : told;
}

type Plugins = NonNullable<ParserOptions["plugins"]>;

/** Decorators come in two dialects: what is written for one is often, and not always, read by the other. */
function pluginsFor(file: string): readonly Plugins[] {
  const legacy: Plugins = ["decorators-legacy", "decoratorAutoAccessors"];
  const modern: Plugins = ["decorators", "decoratorAutoAccessors"];
  if (/\.[cm]?tsx?$/.test(file)) {
    const typescript: Plugins = file.endsWith(".tsx") ? ["typescript", "jsx"] : ["typescript"];
    return [legacy, modern].map((decorators) => [...typescript, ...decorators]);
  }
  return [
    ["jsx", ...modern],
    ["jsx", "flow", ...modern],
    ["jsx", ...legacy],
  ];
}

function attempt(file: string, text: string, plugins: Plugins): Parsed {
  try {
    // What is wrong but leaves no doubt about what is written, a second declaration or a stray return, stops nobody.
    const ast = parse(text, { sourceType: "unambiguous", errorRecovery: true, plugins: [...plugins] });
    return { ast };
  } catch (error) {
    return { problem: toProblem(file, error) };
  }
}

/** Puts into one line why a source cannot be read. */
export function toProblem(file: string, error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error);
  const [, sentence = "", line = "1", column = "0"] = /^(.*?)(?:\s*\((\d+):(\d+)\))?$/.exec(toLine(message)) ?? [];
  return { file, line: Number(line), column: Number(column) + 1, message: sentence };
}

/** A parser may name a character that a terminal would obey. */
const toLine = (message: string): string => (message.split("\n", 1)[0] ?? "").replaceAll(/\p{Cc}/gu, "?");
