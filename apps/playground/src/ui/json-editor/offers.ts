import { type Position, readPosition } from "./position.ts";
import { branchesOf, isForbidden, type JsonSchema, type SchemaObject, stepInto, typeName } from "./schema.ts";

/** A name or a value that the schema allows at the cursor. */
export interface Offer {
  /** The text in the list of offers, without quotes. The editor compares it with what the user types. */
  readonly label: string;
  /** The text that replaces the token at the cursor. */
  readonly insert: string;
  readonly kind: "property" | "value";
  /** The type of a property, or where a value comes from. */
  readonly detail?: string;
  readonly description?: string;
  readonly isRequired?: boolean;
}

/** Offers at a cursor, and the range of the text that they replace. */
export interface Offers {
  readonly from: number;
  readonly to: number;
  readonly offers: readonly Offer[];
}

/** Lists what the schema allows at the cursor: names of properties that are still missing, or values. */
export function offersAt(text: string, cursor: number, schema: JsonSchema): Offers {
  const position = readPosition(text, cursor);
  const { from, to, text: typed } = position.token;
  if (position.expects === "nothing") return { from, to, offers: [] };
  const colon = /^\s*:/.test(text.slice(to)) ? "" : ": ";
  const offers =
    position.expects === "name"
      ? nameOffers(schema, position, colon)
      : valueOffers(schema, position).filter(({ insert }) => !typed.startsWith('"') || insert.startsWith('"'));
  return { from, to, offers: [...new Map(offers.map((offer) => [offer.insert, offer])).values()] };
}

/** What the schema says about the name or the value at the cursor; undefined if it says nothing. */
export interface Description {
  readonly from: number;
  readonly to: number;
  readonly type?: string;
  readonly text?: string;
}

/** Describes the name or the value at the cursor. */
export function describeAt(text: string, cursor: number, schema: JsonSchema): Description | undefined {
  const position = readPosition(text, cursor);
  const { from, to, text: token } = position.token;
  if (token === "") return undefined;
  const described =
    position.expects === "name"
      ? ownersAt(schema, position).flatMap((owner) => stepInto(owner, token.replaceAll('"', "")))
      : position.expects === "value"
        ? targetsAt(schema, position)
        : [];
  const description = described.flatMap((part) => descriptionOf(schema, part) ?? [])[0];
  const type = described.flatMap((part) => typeName(schema, part) ?? [])[0];
  if (description === undefined && type === undefined) return undefined;
  return { from, to, ...(type !== undefined && { type }), ...(description !== undefined && { text: description }) };
}

function nameOffers(root: JsonSchema, position: Position, colon: string): readonly Offer[] {
  const taken = position.frames.at(-1)?.members;
  return ownersAt(root, position).flatMap(({ properties = {}, propertyNames, required = [] }) => {
    const named = typeof propertyNames === "object" ? (propertyNames.enum ?? []) : [];
    const all: readonly (readonly [string, JsonSchema])[] = [
      ...Object.entries(properties),
      ...named.map((name) => [String(name), true] as const),
    ];
    return all
      .filter(([name, member]) => taken?.has(name) !== true && !isForbidden(member))
      .map(([name, member]) => {
        const detail = typeName(root, member);
        const description = descriptionOf(root, member);
        return {
          label: name,
          insert: `${JSON.stringify(name)}${colon}`,
          kind: "property" as const,
          isRequired: required.includes(name),
          ...(detail !== undefined && { detail }),
          ...(description !== undefined && { description }),
        };
      });
  });
}

function valueOffers(root: JsonSchema, position: Position): readonly Offer[] {
  const branches = targetsAt(root, position).flatMap((target) => branchesOf(root, target, new Map()));
  const exact = branches.flatMap(({ const: only, enum: values = [], description }) =>
    [...(only === undefined ? [] : [only]), ...values].map((value) => toOffer(value, undefined, description)),
  );
  const typed = branches.flatMap(({ type }) => [type ?? []].flat().flatMap((name) => ofType[name] ?? []));
  const given = branches.flatMap(({ default: standard, examples = [] }) => [
    ...(standard === undefined ? [] : [toOffer(standard, "default")]),
    ...examples.map((example) => toOffer(example, "example")),
  ]);
  const isKnown = exact.length > 0;
  return [...exact, ...given, ...typed.filter(({ label }) => !isKnown || label !== '""')];
}

function toOffer(value: unknown, detail?: string, description?: string): Offer {
  const insert = JSON.stringify(value, null, 2);
  return {
    label: typeof value === "string" ? value : JSON.stringify(value),
    insert,
    kind: "value",
    ...(detail !== undefined && { detail }),
    ...(description !== undefined && { description }),
  };
}

const start = (label: string, detail: string): Offer => ({ label, insert: label, kind: "value", detail });

const ofType: Readonly<Record<string, readonly Offer[]>> = {
  boolean: [toOffer(true), toOffer(false)],
  null: [toOffer(null)],
  object: [start("{}", "object")],
  array: [start("[]", "list")],
  string: [start('""', "text")],
};

/** The schemas of the object whose member is named at the cursor. */
const ownersAt = (root: JsonSchema, { frames }: Position): readonly SchemaObject[] =>
  frames
    .slice(0, -1)
    .reduce<readonly SchemaObject[]>(
      (found, { key }, i) => enter(root, found, key, frames[i + 1]?.members),
      branchesOf(root, root, frames[0]?.members ?? new Map()),
    );

/** The schemas of the value at the cursor. */
function targetsAt(root: JsonSchema, position: Position): readonly JsonSchema[] {
  const key = position.frames.at(-1)?.key;
  return key === undefined ? [root] : ownersAt(root, position).flatMap((owner) => stepInto(owner, key));
}

const enter = (
  root: JsonSchema,
  owners: readonly SchemaObject[],
  key: string | number | undefined,
  known: ReadonlyMap<string, unknown> = new Map(),
): readonly SchemaObject[] =>
  key === undefined
    ? []
    : owners.flatMap((owner) => stepInto(owner, key)).flatMap((schema) => branchesOf(root, schema, known));

const descriptionOf = (root: JsonSchema, schema: JsonSchema): string | undefined =>
  branchesOf(root, schema, new Map()).find(({ description }) => description !== undefined)?.description;
