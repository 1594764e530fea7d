/** Something that a migration left out or that v2 does differently. Every omission has a note. */
export interface Note {
  /** Place in the v1 body, for example `context.config.async`. */
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

/** Adds a note for every member that v2 does not define; these members are left out. */
export const noteOthers = (
  owner: object | undefined,
  known: readonly string[],
  place: string,
  spec: string,
): readonly Note[] =>
  Object.keys(owner ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => ({ what: `${place}${name}`, why: toReason(name), spec }));

const toReason = (name: string): string =>
  name === "documents" || name === "biometrics"
    ? "Left out: v2 rejects it here. It belongs in context.subject."
    : "Left out: v2 does not define it.";
