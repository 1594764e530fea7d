import { partsOf } from "@journey-kit/schemas";
import { isRecord } from "@journey-kit/schemas/calls";
import { isWord, tokenForm } from "@journey-kit/schemas/personal";
import * as z from "zod";
import { parseImage } from "../engine/subject.ts";
import { memoize } from "../world/cache.ts";
import { safeParse } from "../world/parse.ts";
import { findSyntaxError } from "./syntax-error.ts";

const maxCopied = 50;
const maxNodes = 2_000;

/** Who wrote a body. A caller can put any text where a name is expected. */
export type Author = "caller" | "service";

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
  return isOpen(shape, value, author) ? value : toPlaceholder(value);
}

const isOpen = ({ open, isMixed }: Shape, value: unknown, author: Author): boolean =>
  !isMixed && open.some((isSafe) => isSafe(value, author));

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

/** The parts of a value that a journal may keep, derived once from its schema. */
interface Shape {
  /** Checks of a public leaf, one for each of its schemas. */
  readonly open: readonly ((value: unknown, author: Author) => boolean)[];
  /** Whether the schema also allows a leaf that may be personal. */
  readonly isMixed: boolean;
  readonly isImage: boolean;
  /** Members of an object, by name; undefined if the whole object is hidden. */
  readonly members: ReadonlyMap<string, Shape> | undefined;
  readonly rest: Shape | undefined;
  readonly entry: Shape | undefined;
}

const hidden: Shape = {
  open: [],
  isMixed: true,
  isImage: false,
  members: undefined,
  rest: undefined,
  entry: undefined,
};
const noShape: Shape = { ...hidden, isMixed: false };

/** Returns the shape of a schema's values. A leaf that no schema marks as public is personal. */
const shapeOf = memoize((schema: z.core.$ZodType): Shape => {
  const meta = z.globalRegistry.get(schema);
  if (meta?.public === true) return { ...noShape, open: [createCheck(schema)] };
  if (meta?.contentEncoding === "base64") return { ...hidden, isImage: true };
  const { inner, members, rest, entry, options } = partsOf(schema);
  if (inner !== undefined) return shapeOf(inner);
  if (entry !== undefined) return { ...noShape, entry: shapeOf(entry) };
  if (options !== undefined) return options.map(shapeOf).reduce(join);
  if (members === undefined) return schema instanceof z.ZodLiteral || schema instanceof z.ZodNull ? noShape : hidden;
  const isFree = rest === undefined || rest instanceof z.ZodUnknown || rest instanceof z.ZodNever;
  return {
    ...noShape,
    members: new Map(Array.from(members, ([name, member]) => [name, shapeOf(member)])),
    rest: isFree ? undefined : shapeOf(rest),
  };
});

/** Creates the check of a public leaf. A string is checked for its form, unless the schema lists every string. */
function createCheck(schema: z.core.$ZodType): Shape["open"][number] {
  const isListed = schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral;
  const isValid = (value: unknown) => safeParse(schema, value)?.success === true;
  if (isListed) return isValid;
  return (value, author) => {
    if (typeof value !== "string") return isValid(value);
    if (!(schema instanceof z.ZodString) && !isValid(value)) return false;
    return author === "caller" ? isWord(value) : !tokenForm.test(value);
  };
}

/** Combines two possible shapes of a value. The result hides everything that either shape hides. */
function join(one: Shape, other: Shape): Shape {
  const names = new Set([...(one.members?.keys() ?? []), ...(other.members?.keys() ?? [])]);
  const member = (name: string) => joinMaybe(one.members?.get(name), other.members?.get(name)) ?? hidden;
  return {
    open: [...one.open, ...other.open],
    isMixed: one.isMixed || other.isMixed,
    isImage: one.isImage || other.isImage,
    members: names.size === 0 ? undefined : new Map([...names].map((name) => [name, member(name)])),
    rest: joinMaybe(one.rest, other.rest),
    entry: joinMaybe(one.entry, other.entry),
  };
}

const joinMaybe = (one: Shape | undefined, other: Shape | undefined): Shape | undefined =>
  one === undefined || other === undefined ? (one ?? other) : join(one, other);

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
