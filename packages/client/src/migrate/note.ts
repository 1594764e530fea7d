/** Describes something that a migration left out, or that v2 does differently. */
export interface Note {
  /** Path in the v1 body, for example `context.config.async`. */
  readonly what: string;
  readonly why: string;
  /** Section of the specification. */
  readonly spec: string;
}

/** A v2 body migrated from a v1 body. */
export interface Migrated<Body> {
  /** Undefined if there is nothing to send to v2; a note explains why. */
  readonly body: Body | undefined;
  readonly notes: readonly Note[];
}

/** Returns a note for every member of `owner` that is not in `known`. The migration leaves these members out. */
export const noteOthers = (
  owner: object | undefined,
  known: readonly string[],
  place: string,
  spec: string,
): readonly Note[] =>
  Object.keys(owner ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({ what: `${place}${name}`, why: reasonFor(name), spec }));

const reasonFor = (name: string): string =>
  name === "documents" || name === "biometrics"
    ? "Left out, because v2 accepts it only in context.subject."
    : "Left out, because v2 does not define it.";
