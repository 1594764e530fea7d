import { leaves } from "@journey-kit/schemas";
import * as z from "zod";

/** What a journal may keep of a value, made once from the schema of the value. */
export interface Shape {
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
export function shapeOf(schema: z.core.$ZodType): Shape {
  const known = shapes.get(schema) ?? make(schema);
  shapes.set(schema, known);
  return known;
}

function make(schema: z.core.$ZodType): Shape {
  const meta = leaves.get(schema);
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
