import { type ErrorName, errorKindOf } from "@journey-kit/schemas/errors";
import type { GapId, Reading } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import { resolveReading, routeOf } from "@journey-kit/schemas/routes";
import type { Expectation, ExpectedResponse } from "./case.ts";

type Shows = NonNullable<Expectation["shows"]>;

/** The expected values, which may depend on the readings. */
type Showing = Shows | ((profile: Profile) => Shows);

const toShows = (profile: Profile, showing: Showing): Shows =>
  typeof showing === "function" ? showing(profile) : showing;

/** Expects the success status of the endpoint. */
export const succeeds =
  (showing: Showing = {}): ExpectedResponse =>
  (profile, { route }) => ({
    status: resolveReading(profile, routeOf(route).status) ?? 200,
    shows: toShows(profile, showing),
  });

/**
 * Expects the status of an error. The name of the error is not checked, because the specification names only a few errors
 * (gap `error-catalogue`).
 */
export const refused =
  (name: ErrorName, showing: Showing = {}): ExpectedResponse =>
  (profile) => ({
    status: resolveReading(profile, errorKindOf(name).status) ?? 400,
    shows: toShows(profile, showing),
  });

/** Expects the same status under all readings. */
export const responds =
  (status: number, shows: Shows = {}): ExpectedResponse =>
  () => ({ status, shows });

/** Expects a different response under each reading of a gap. */
export const by =
  <Id extends GapId>(gap: Id, responses: { readonly [R in Reading<Id>]: ExpectedResponse }): ExpectedResponse =>
  (profile, request) =>
    responses[profile[gap]](profile, request);

/** Adds headers to an expected response. */
export const withHeaders =
  (response: ExpectedResponse, headers: NonNullable<Expectation["headers"]>): ExpectedResponse =>
  (profile, request) => ({ ...response(profile, request), headers });
