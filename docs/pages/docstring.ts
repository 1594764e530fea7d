import { gaps } from "@journey-kit/schemas/tables";
import { toGapLink } from "./markdown.ts";

/** A docstring, as Markdown. */
export interface Docstring {
  readonly text: string;
  /** The errors that a function throws, each with its reason. */
  readonly throws: readonly string[];
  readonly returns: string | undefined;
  readonly example: string | undefined;
}

/** Reads a comment without its delimiters. */
export function parseDocstring(comment: string): Docstring {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, ""));
  const [text = "", ...tags] = lines.join("\n").split(/^@(?=\w)/m);
  const valuesOf = (tag: string) =>
    tags
      .filter((one) => one.startsWith(`${tag} `) || one.startsWith(`${tag}\n`))
      .map((one) => one.slice(tag.length).trim());
  return {
    text: toMarkdown(text.trim()),
    throws: valuesOf("throws").map((value) => toMarkdown(toReason(toLine(value)))),
    returns: valuesOf("returns").map((value) => toMarkdown(toLine(value)))[0],
    example: valuesOf("example")[0],
  };
}

const toLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, " ");

/** Turns `{ApiError} When it fails.` into the rest of a sentence that begins with "Throws". */
const toReason = (value: string): string =>
  value.replace(/^\{([\w |]+)\} (When\b|If\b|With\b)?/, (_, errors: string, word?: string) => {
    const names = errors.split(" | ").map((name) => `\`${name}\``);
    return `${names.join(" or ")}${word === undefined ? ": " : ` ${word.toLowerCase()}`}`;
  });

/** Turns links to names into code, and links the gaps. */
const toMarkdown = (text: string): string =>
  text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll(/\bgaps?\s`[\w-]+`(?:(?:,| and|, and)\s`[\w-]+`)*/gi, (list) =>
      list.replaceAll(/`([\w-]+)`/g, (code, id: string) => (Object.hasOwn(gaps, id) ? toGapLink(id) : code)),
    );
