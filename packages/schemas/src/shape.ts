import * as z from "zod";
import { isWord, tokenForm } from "./personal/word.ts";
import { memoize } from "./tables/memoize.ts";
import { partsOf } from "./walk.ts";

/**
 * Parses a value that a caller sent; undefined if Zod throws. Zod throws if the value has a `length` that is an object
 * without a primitive value.
 */
export function safeParse<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> | undefined {
  try {
    return z.safeParse(schema, value);
  } catch {
    return undefined;
  }
}

/** Who wrote a body. A caller can put any text where a name is expected. */
export type Author = "caller" | "service";

/** The parts of a value that are no personal data, derived once from its schema. */
export interface Shape {
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
export const shapeOf = memoize((schema: z.core.$ZodType): Shape => {
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

/** Whether a leaf is no personal data: its schema accepts the value and marks it as public. */
export const isPublic = ({ open, isMixed }: Shape, value: unknown, author: Author): boolean =>
  !isMixed && open.some((isSafe) => isSafe(value, author));
