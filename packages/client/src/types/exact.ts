/**
 * The exact form of a type that a schema infers: only the listed members, `readonly` throughout.
 *
 * The schemas are loose because the service ignores unknown members (gap `extra-members`), so their types accept and
 * return any member as `unknown`. `Exact` removes that index signature. It keeps maps, whose values have a type, and an
 * object that lists no member stays open.
 */
export type Exact<Inferred> = unknown extends Inferred ? unknown : ExactPart<Inferred>;

type ExactPart<Part> = Part extends readonly (infer Entry)[]
  ? readonly Exact<Entry>[]
  : Part extends object
    ? [Listed<Part>] extends [never]
      ? Readonly<Record<string, unknown>>
      : { readonly [Name in keyof Part as IfListed<Name, Part[Name]>]: Exact<Part[Name]> }
    : Part;

type IfListed<Name, Value> = string extends Name ? (unknown extends Value ? never : Name) : Name;

type Listed<Part> = keyof { [Name in keyof Part as IfListed<Name, Part[Name]>]: unknown };

/**
 * A union in which every member can be read before the union is narrowed: each object has the members of the others as
 * `undefined`.
 */
export type Filled<Union extends object> = Fill<Union, MembersOfAny<Union>>;

type Fill<Part, Names extends PropertyKey> = Part extends object
  ? Part & { readonly [Name in Exclude<Names, keyof Part>]?: undefined }
  : never;

type MembersOfAny<Union> = Union extends object ? keyof Union : never;
