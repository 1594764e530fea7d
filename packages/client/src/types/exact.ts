/**
 * The exact form of a schema's type: only the listed members, all of them `readonly`.
 *
 * The service ignores unknown members (gap `extra-members`), so the types of the schemas allow any member as `unknown`.
 * `Exact` removes this index signature. It does not change maps with typed values, or objects without listed members.
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
 * A union of objects whose members can all be read before narrowing: each object has the other objects' members, with
 * the type `undefined`.
 */
export type Filled<Union extends object> = Fill<Union, MembersOfAny<Union>>;

type Fill<Part, Names extends PropertyKey> = Part extends object
  ? Part & { readonly [Name in Exclude<Names, keyof Part>]?: undefined }
  : never;

type MembersOfAny<Union> = Union extends object ? keyof Union : never;
