import { isRecord } from "@journey-kit/schemas/subject-path";
import * as z from "zod";
import { parseImage } from "../engine/subject.ts";

const mostEntries = 50;
const mostNodes = 2_000;

/** Zod throws for a value whose \`length\` is an object without a primitive value. */
function isAccepted(schema: z.core.$ZodType, value: unknown): boolean {
  try {
    return z.safeParse(schema, value).success;
  } catch {
    return false;
  }
}

/** Who wrote a body: what a caller put where a name is due need not be one. */
export type Author = "caller" | "service";

/**
 * Copies a body without anything personal or secret: a leaf that its schema marks as public is kept where it has the
 * form it should have; every other one becomes a placeholder of its type and length. Members that no schema knows are
 * counted, not named.
 */
export function redact(schema: z.core.$ZodType, body: unknown, author: Author): unknown {
  const budget = { left: mostNodes };
  return copy(shapeOf(schema), body, author, budget);
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
  if (shape.isImage && typeof value === "string") return toImagePlaceholder(value);
  return isOpen(shape, value, author) ? value : toPlaceholder(value);
}

function isOpen({ open, isMixed }: Shape, value: unknown, author: Author): boolean {
  if (isMixed || !open.some((schema) => isValid(schema, value))) return false;
  if (typeof value !== "string") return true;
  return author === "caller" ? isWord(value) : isTokenFree(value);
}

/** A name is not looked at twice: whatever text looks like one will do. */
const isValid = (schema: z.core.$ZodType, value: unknown): boolean =>
  schema instanceof z.ZodString ? typeof value === "string" : isAccepted(schema, value);

function copyArray(entry: Shape, value: readonly unknown[], author: Author, budget: Budget): unknown[] {
  const kept = value.slice(0, mostEntries).map((each) => copy(entry, each, author, budget));
  return value.length > mostEntries ? [...kept, `‹${value.length - mostEntries} more›`] : kept;
}

function copyObject(shape: Shape, value: Readonly<Record<string, unknown>>, author: Author, budget: Budget): object {
  const kept: Record<string, unknown> = {};
  let unknown = 0;
  for (const name of Object.keys(value)) {
    const member = shape.members?.get(name) ?? (author === "service" || isWord(name) ? shape.rest : undefined);
    if (member === undefined || name === "__proto__") unknown += 1;
    else kept[name] = copy(member, value[name], author, budget);
  }
  return unknown === 0 ? kept : { ...kept, "…": `‹${unknown} more›` };
}

/** What a journal may keep of a value, made once from the schema of the value. */
interface Shape {
  /** Schemas of leaves that say nothing about a person. */
  readonly open: readonly z.core.$ZodType[];
  /** Whether a leaf of another kind may stand here too, so that a text may be personal. */
  readonly isMixed: boolean;
  readonly isImage: boolean;
  /** Members of an object by name; undefined where no object is looked into. */
  readonly members: ReadonlyMap<string, Shape> | undefined;
  /** Every other member of an object. */
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
const none: Shape = { ...hidden, isMixed: false };
const shapes = new WeakMap<z.core.$ZodType, Shape>();

/** The shape of a schema. A leaf that no schema marks as public counts as personal. */
function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema) ?? make(schema);
  shapes.set(schema, known);
  return known;
}

function make(schema: z.core.$ZodType): Shape {
  const meta = z.globalRegistry.get(schema);
  if (meta?.public === true) return { ...none, open: [schema] };
  if (meta?.contentEncoding === "base64") return { ...hidden, isImage: true };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return shapeOf(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) return { ...none, entry: shapeOf(schema.element) };
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    const members = new Map(Object.entries(shape).map(([name, member]) => [name, shapeOf(member)]));
    const rest = schema.def.catchall;
    const isFree = rest === undefined || rest instanceof z.ZodUnknown || rest instanceof z.ZodNever;
    return { ...none, members, rest: isFree ? undefined : shapeOf(rest) };
  }
  if (schema instanceof z.ZodUnion) return schema.options.map(shapeOf).reduce(join);
  return schema instanceof z.ZodLiteral || schema instanceof z.ZodNull ? none : hidden;
}

/** The shape of a value that may have either shape: what one of them hides is hidden. */
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

const known = Array.from({ length: 256 }, (_, length) => `‹string ${length}›`);

/** Stands for a value: its type and, where it has one, its length. */
export function toPlaceholder(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === "string") return known[value.length] ?? `‹string ${value.length}›`;
  if (Array.isArray(value)) return `‹array ${value.length}›`;
  return typeof value === "object" ? `‹object ${Object.keys(value).length}›` : `‹${typeof value}›`;
}

const digestForm = /^[0-9a-f]{64,128}$/;

/** Stands for an image: its length in bytes and its digest, or its length as a text where nothing was digested. */
function toImagePlaceholder(text: string): string {
  const image = text.length < 200 ? parseImage(text) : undefined;
  if (image?.encoding === undefined || image.encoding === "none") return `‹image of ${text.length} characters›`;
  return digestForm.test(image.digest) && Number.isSafeInteger(image.bytes)
    ? `‹image of ${image.bytes} bytes, digest ${image.digest}›`
    : `‹image of ${text.length} characters›`;
}

const tokenForm = /sim_[\w-]{24,}\.[\w-]{40,}|^eyJ[\w-]*\./;
const wordForm = /^[\w@:./$#-]{1,128}$/;

/** Whether a text that a caller chose looks like a name: no sentence, no token, nothing longer than names are. */
export const isWord = (text: string): boolean => wordForm.test(text) && !tokenForm.test(text);

/** Whether a text of our own carries no token. */
const isTokenFree = (text: string): boolean => !tokenForm.test(text);

/** A text of the caller as it may be shown: as it is where it looks like a name. */
export const toWord = (text: string): string => (isWord(text) ? text : (toPlaceholder(text) ?? ""));

/** Stands for a text that is no JSON: its length and the place of the fault. */
export function toTextPlaceholder(text: string): string {
  const position = findFault(text);
  return `‹malformed text of ${text.length} characters${position === undefined ? "" : `, wrong at ${position}`}›`;
}

const token =
  /[ \t\n\r]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([[\]{}:,]))/y;
const longest = 100_000;

type Wanted = "value" | "first-entry" | "key" | "first-key" | "colon" | "next";

/**
 * Finds the place at which a text stops being JSON, as a number of characters; undefined where it is too long to look
 * or is JSON after all. The parser's own message is no help: it quotes the text.
 */
export function findFault(text: string): number | undefined {
  if (text.length > longest) return undefined;
  const open: ("{" | "[")[] = [];
  let wanted: Wanted = "value";
  token.lastIndex = 0;
  for (;;) {
    const from = token.lastIndex;
    if (wanted === "next" && open.length === 0) return findRest(text, from);
    const found = token.exec(text);
    const next: Wanted | undefined = found === null ? undefined : step(wanted, open, found);
    if (next === undefined) return findRest(text, from) ?? text.length;
    wanted = next;
  }
}

/** The first character from a place on that is no white space. */
function findRest(text: string, from: number): number | undefined {
  const rest = text.slice(from).search(/[^ \t\n\r]/);
  return rest === -1 ? undefined : from + rest;
}

/** What may follow a token; undefined where the token itself may not stand here. */
function step(wanted: Wanted, open: ("{" | "[")[], [, text, scalar, mark]: RegExpExecArray): Wanted | undefined {
  const inObject = open.at(-1) === "{";
  const takesValue = wanted === "value" || wanted === "first-entry";
  if (text !== undefined && (wanted === "key" || wanted === "first-key")) return "colon";
  if (text !== undefined || scalar !== undefined) return takesValue ? "next" : undefined;
  if (mark === "{" || mark === "[") {
    if (!takesValue) return undefined;
    open.push(mark);
    return mark === "{" ? "first-key" : "first-entry";
  }
  if (mark === ":") return wanted === "colon" ? "value" : undefined;
  if (mark === ",") return wanted === "next" ? (inObject ? "key" : "value") : undefined;
  const isClosable = wanted === "next" || wanted === (inObject ? "first-key" : "first-entry");
  if (!isClosable || (mark === "}") !== inObject) return undefined;
  open.pop();
  return "next";
}
