import { endpointOf, resolveReading } from "@journey-kit/schemas/endpoints";
import { type ErrorName, errorKindOf, type GapId, type Profile, type Reading } from "@journey-kit/schemas/tables";
import type { CaseRow, Expectation, ExpectedResponse, Shows } from "./case.ts";

/** Expects the success status of the endpoint, and values that depend on the readings. */
export const succeeds =
  (toShows: (profile: Profile) => Shows = () => ({})): ExpectedResponse =>
  (profile, { route }) => ({
    status: resolveReading(profile, endpointOf(route).status) ?? 200,
    shows: toShows(profile),
  });

/** Converts the response of a row to a function. Plain values mean that the case expects success and these values. */
export const toResponse = (response: CaseRow["response"]): ExpectedResponse =>
  typeof response === "function" ? response : succeeds(() => response);

/**
 * Expects the status of an error. The name of the error is not checked, because the specification names only a few errors
 * (gap `error-catalogue`).
 */
export const refused =
  (name: ErrorName, shows: Shows = {}): ExpectedResponse =>
  (profile) => ({ status: resolveReading(profile, errorKindOf(name).status) ?? 400, shows });

/** Expects the same status and values under all readings. */
export const responds =
  (status: number, shows: Shows = {}): ExpectedResponse =>
  () => ({ status, shows });

/** Expects a different response under each reading of a gap. */
export const by =
  <Id extends GapId>(gap: Id, responses: { readonly [R in Reading<Id>]: CaseRow["response"] }): ExpectedResponse =>
  (profile, request) =>
    toResponse(responses[profile[gap]])(profile, request);

export const withHeaders =
  (response: CaseRow["response"], headers: NonNullable<Expectation["headers"]>): ExpectedResponse =>
  (profile, request) => ({ ...toResponse(response)(profile, request), headers });
