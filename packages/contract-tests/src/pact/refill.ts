import { sampleNames, toSubject } from "../target/sample.ts";
import { memberOf } from "./member.ts";

/** A journal's stand-in for a value: what it was, and how long. */
const placeholder = /^‹(\w+)(?: of)?(?: (\d+))?.*›$/;

/** A few bytes in base64. */
const image = "aW1hZ2U=";

const person = toSubject(sampleNames.map((element) => ({ element, kind: "valid" })));

/**
 * Puts made-up values where a journal shows placeholders: those of a person who has everything where it is data of the
 * subject, else any of the type. Members that the journal has only counted are left out.
 *
 * @param path Where in the body the value stands.
 */
export function refill(value: unknown, path: readonly (string | number)[] = []): unknown {
  if (typeof value === "string") return placeholder.test(value) ? invent(value, path) : value;
  if (Array.isArray(value)) {
    return value.map((entry, i) => refill(entry, [...path, i])).filter((entry) => entry !== undefined);
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "…");
  return Object.fromEntries(members.map(([name, member]) => [name, refill(member, [...path, name])]));
}

function invent(text: string, path: readonly (string | number)[]): unknown {
  const [, kind, length] = placeholder.exec(text) ?? [];
  if (kind === "image") return image;
  if (kind === "number") return 1;
  if (kind === "boolean") return true;
  if (kind === "object") return {};
  if (kind === "array") return [];
  if (kind !== "string") return undefined;
  if (length === "0") return "";
  const known = memberOf(person, ...path.slice(path.indexOf("subject") + 1));
  if (typeof known === "string") return known;
  const name = String(path.findLast((step) => typeof step === "string"));
  if (name === "scope") return "service.token";
  return /date/i.test(name) ? "1990-12-10" : "text";
}
