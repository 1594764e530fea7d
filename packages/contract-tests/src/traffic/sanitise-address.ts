import { endpointNames, endpointOf, pathsOf } from "@journey-kit/schemas/endpoints";
import { isWord } from "@journey-kit/schemas/personal";
import { regions } from "@journey-kit/schemas/tables";
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
  const parts = pathname.split("/").map(decode);
  const others = parts.filter((part) => !isOfEndpoint(part) && (isWord(part) || !isId(part)));
  const isShort = others.length === 0 || isWord(others.join("/")); // short numbers can be parts of a long one
  const isKept = (part: string): boolean =>
    isOfEndpoint(part) || (isId(part) && !personal.has(part) && (isShort || !/^\d{1,5}$/.test(part)));
  const path = parts.map((part) => encodeURIComponent(isKept(part) ? part : toText(part)).replaceAll("%40", "@"));
  const query = [...searchParams].map(([name, text]): [string, string] => [
    isWord(name) && !personal.has(name) ? name : value(name),
    isId(text) && !isWord(text) ? text : toText(text),
  ]);
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  return `${origin === base ? "" : origin}${path.join("/")}${search}`;
}

const endpointParts: ReadonlySet<string> = new Set([
  ...endpointNames.flatMap((name) => pathsOf(endpointOf(name))).flatMap((path) => path.split("/")),
  ...regions,
]);

/** Whether a part of a path can be one of an endpoint, or is empty. */
const isOfEndpoint = (part: string): boolean => endpointParts.has(part);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
