/** What a migration did not carry over, or what v2 will do otherwise. Nothing is left out without one. */
export interface Note {
  /** Place in the v1 body, for example `context.config.async`. */
  readonly what: string;
  readonly why: string;
  /** Section of the specification. */
  readonly spec: string;
}

/** A v2 body made of a v1 body. */
export interface Migrated<Body> {
  /** Undefined where v2 has nothing to send; a note then says why. */
  readonly body: Body | undefined;
  readonly notes: readonly Note[];
}

/** Notes every member of an object that v2 does not show; such members are left out. */
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
    ? "Left out: in v2 it makes the request fail here. It belongs in context.subject."
    : "Left out: v2 shows no such member.";
