import * as z from "zod";
import { isRecord } from "../world/path.ts";
import { isTokenFree, isWord, toImagePlaceholder, toPlaceholder } from "./placeholder.ts";
import { type Shape, shapeOf } from "./shape.ts";

const mostEntries = 50;
const mostNodes = 2_000;

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
  schema instanceof z.ZodString ? typeof value === "string" : z.safeParse(schema, value).success;

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
