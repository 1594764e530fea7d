import { type ErrorName, errorKindOf } from "@journey-kit/schemas/errors";
import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import { resolveReading, routeOf } from "@journey-kit/schemas/routes";
import type { Answering, Expectation } from "./case.ts";

type Shows = NonNullable<Expectation["shows"]>;

/** What an answer shows, whatever the readings or by them. */
type Showing = Shows | ((profile: Profile) => Shows);

const toShows = (profile: Profile, showing: Showing): Shows =>
  typeof showing === "function" ? showing(profile) : showing;

/** The request succeeds, with the status of its endpoint. */
export const succeeds =
  (showing: Showing = {}): Answering =>
  (profile, { route }) => ({
    status: resolveReading(profile, routeOf(route).status) ?? 200,
    shows: toShows(profile, showing),
  });

/**
 * The request is refused. The name stands for its status: names are ours beyond those that the specification gives
 * (gap `error-catalogue`), so an answer is held to none.
 */
export const refused =
  (name: ErrorName, showing: Showing = {}): Answering =>
  (profile) => ({
    status: resolveReading(profile, errorKindOf(name).status) ?? 400,
    shows: toShows(profile, showing),
  });

/** A status, whatever the readings. */
export const answers =
  (status: number, shows: Shows = {}): Answering =>
  () => ({ status, shows });

/** The answer that each reading of a gap gives. */
export const by =
  <Id extends GapId>(gap: Id, answerings: { readonly [R in Reading<Id>]: Answering }): Answering =>
  (profile, ask) =>
    answerings[profile[gap]](profile, ask);

/** The same answer, with headers. */
export const withHeaders =
  (answering: Answering, headers: NonNullable<Expectation["headers"]>): Answering =>
  (profile, ask) => ({ ...answering(profile, ask), headers });
