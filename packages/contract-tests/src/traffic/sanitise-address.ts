import { isWord } from "@journey-kit/schemas/personal";
import type { Pseudonyms } from "./pseudonyms.ts";

const base = "http://path.invalid";

/**
 * Replaces the personal and secret values in an absolute or relative address: parts of the path that are no names or ids,
 * and the values of the query. Removes the user and the fragment.
 */
export function sanitiseAddress({ isId, personal, token, value }: Pseudonyms, address: string): string {
  if (!URL.canParse(address, base)) return value(address);
  const { origin, pathname, searchParams } = new URL(address, base);
  const toText = (text: string): string => {
    if (token.has(text)) return token.of(text);
    return value(text);
  };
  const toPart = (part: string): string => {
    const text = decode(part);
    return isWord(text) || isId(text) ? part : encodeURIComponent(toText(text));
  };
  const path = pathname.split("/").map((part) => (part === "" ? part : toPart(part)));
  const query = [...searchParams].map(([name, text]): [string, string] => [
    isWord(name) && !personal.has(name) ? name : value(name),
    isId(text) && !isWord(text) ? text : toText(text),
  ]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return `${origin === base ? "" : origin}${path.join("/")}${search}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
