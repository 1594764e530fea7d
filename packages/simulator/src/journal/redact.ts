import { type Author, isPublic, type Shape, shapeOf } from "@journey-kit/schemas";
import { isRecord } from "@journey-kit/schemas/calls";
import { isWord } from "@journey-kit/schemas/personal";
import type * as z from "zod";
import { parseImage } from "../engine/subject.ts";
import { findSyntaxError } from "./syntax-error.ts";

const maxCopied = 50;
const maxNodes = 2_000;

/**
 * Copies a body without personal and secret values. A leaf is kept if its schema accepts the value and marks it as
 * public. Every other leaf becomes a placeholder of its type and length. Members that the schema does not know are
 * counted, not named.
 */
export function redact(schema: z.core.$ZodType, body: unknown, author: Author): unknown {
  return copy(shapeOf(schema), body, author, { left: maxNodes });
}

interface Budget {
  left: number;
}

function copy(shape: Shape, value: unknown, author: Author, budget: Budget): unknown {
  budget.left -= 1;
  if (budget.left < 0) return "‹cut›";
  if (Array.isArray(value))
    return shape.entry === undefined ? toPlaceholder(value) : copyArray(shape.entry, value, author, budget);
  if (isRecord(value)) {
    const isKnown = shape.members !== undefined || shape.rest !== undefined;
    return isKnown ? copyObject(shape, value, author, budget) : toPlaceholder(value);
  }
  if (shape.isImage && typeof value === "string") return describeImage(value);
  return isPublic(shape, value, author) ? value : toPlaceholder(value);
}

function copyArray(entry: Shape, value: readonly unknown[], author: Author, budget: Budget): unknown[] {
  const copies = value.slice(0, maxCopied).map((each) => copy(entry, each, author, budget));
  return value.length > maxCopied ? [...copies, `‹${value.length - maxCopied} more›`] : copies;
}

function copyObject(shape: Shape, value: Readonly<Record<string, unknown>>, author: Author, budget: Budget): object {
  const copies: Record<string, unknown> = {};
  let unknown = 0;
  for (const name of Object.keys(value)) {
    const member = shape.members?.get(name) ?? (author === "service" || isWord(name) ? shape.rest : undefined);
    if (member === undefined || name === "__proto__") unknown += 1;
    else copies[name] = copy(member, value[name], author, budget);
  }
  return unknown === 0 ? copies : { ...copies, "…": `‹${unknown} more›` };
}

const stringPlaceholders = Array.from({ length: 256 }, (_, length) => `‹string ${length}›`);

/** Replaces a value with its type and, if it has one, its length. */
export function toPlaceholder(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === "string") return stringPlaceholders[value.length] ?? `‹string ${value.length}›`;
  if (Array.isArray(value)) return `‹array ${value.length}›`;
  return typeof value === "object" ? `‹object ${Object.keys(value).length}›` : `‹${typeof value}›`;
}

const digestForm = /^[0-9a-f]{32,128}$/;

/** Replaces an image with its size and digest, or with the length of its text if it has no digest. */
function describeImage(text: string): string {
  const image = text.length < 200 ? parseImage(text) : undefined;
  if (image?.encoding === undefined || image.encoding === "none") return `‹image of ${text.length} characters›`;
  return digestForm.test(image.digest) && Number.isSafeInteger(image.bytes)
    ? `‹image of ${image.bytes} bytes, digest ${image.digest}›`
    : `‹image of ${text.length} characters›`;
}

/** Replaces text from a caller with a placeholder unless it looks like a name. */
export const toWord = (text: string): string => (isWord(text) ? text : (toPlaceholder(text) ?? ""));

/** Replaces malformed JSON with its length and the position of the syntax error. */
export function describeMalformed(text: string): string {
  const position = findSyntaxError(text);
  return `‹malformed text of ${text.length} characters${position === undefined ? "" : `, syntax error at ${position}`}›`;
}
