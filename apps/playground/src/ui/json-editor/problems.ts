import { jsonLanguage } from "@codemirror/lang-json";
import type { JsonSchema } from "./schema.ts";
import { type SchemaProblem, validate } from "./validate.ts";

/** What is wrong with a JSON text, and where. */
export interface JsonProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** Names and indexes that lead to the value; undefined if the text is not JSON. */
  readonly path?: SchemaProblem["path"];
}

type Node = ReturnType<typeof jsonLanguage.parser.parse>["topNode"];

/** Finds the problems of a JSON text: its first syntax error, or the values that the schema does not allow. */
export function findProblems(text: string, schema: JsonSchema): readonly JsonProblem[] {
  const root = jsonLanguage.parser.parse(text).topNode;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const from = Math.min(firstError(root) ?? text.length, Math.max(0, text.length - 1));
    return [{ from, to: Math.min(from + 1, text.length), message: describeSyntaxError(error) }];
  }
  return validate(schema, value).map(({ path, message }) => ({ ...rangeOf(root, text, path), path, message }));
}

function firstError(root: Node): number | undefined {
  let found: number | undefined;
  root.cursor().iterate((node) => {
    if (node.type.isError) found ??= node.from;
  });
  return found;
}

/** Removes the position from a parser's message, because the mark in the text shows it. */
const describeSyntaxError = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.replace(/ in JSON at position.*$|, ".*" is not valid JSON$|, \.{3}.*$/s, "")}.`;
};

/**
 * Finds the range of a value in the text. For an object or a list, the range is only the first character, so that the
 * mark is short.
 */
function rangeOf(
  root: Node,
  text: string,
  path: SchemaProblem["path"],
): { readonly from: number; readonly to: number } {
  let node = root.firstChild ?? root;
  for (const key of path) {
    const child = typeof key === "number" ? entriesOf(node)[key] : memberOf(node, text, key);
    if (child === undefined) break;
    node = child;
  }
  const isLong = node.name === "Object" || node.name === "Array";
  return { from: node.from, to: isLong ? node.from + 1 : node.to };
}

const entriesOf = (list: Node): readonly Node[] =>
  childrenOf(list).filter(({ name, type }) => !type.isError && !/^[[\],]$/.test(name));

const memberOf = (object: Node, text: string, name: string): Node | undefined =>
  object
    .getChildren("Property")
    .findLast(({ firstChild }) => firstChild && JSON.parse(text.slice(firstChild.from, firstChild.to)) === name)
    ?.lastChild ?? undefined;

function childrenOf(node: Node): readonly Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
}
