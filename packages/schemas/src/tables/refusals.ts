import { type ErrorName, errorKindOf } from "./errors.ts";
import type { Profile } from "./profile.ts";
import { type RouteName, resolveReading, routeOf } from "./routes.ts";

/** Refusals of each endpoint, except token and permission errors. Spec 4. */
const own: Partial<Record<RouteName, readonly ErrorName[]>> = {
  "token.requestToken": ["INVALID_TOKEN_REQUEST", "INVALID_CLIENT"],
  "v2.startJourney": ["UNKNOWN_RESOURCE", "UNAVAILABLE_REGION", "INCOMPATIBLE_JOURNEY"],
  "v2.fetchState": ["UNKNOWN_INSTANCE"],
  "v2.fetchInteraction": ["UNKNOWN_INSTANCE"],
  "v2.listTaskSchemas": ["UNKNOWN_INSTANCE"],
  "v2.startDevice": ["UNKNOWN_INSTANCE"],
  "v2.connectDevice": ["INVALID_TOKEN"],
  "v2.deleteInstance": ["UNKNOWN_INSTANCE"],
  "v2.terminateInstance": ["UNKNOWN_INSTANCE", "JOURNEY_NOT_ACTIVE"],
  "v2.listTasks": ["UNKNOWN_INSTANCE"],
  "v2.fetchTaskSchema": ["UNKNOWN_TASK"],
  "v1.startJourney": ["UNKNOWN_RESOURCE", "UNAVAILABLE_REGION", "INCOMPATIBLE_JOURNEY", "MODULE_FAILED"],
  "v1.fetchState": ["UNKNOWN_INSTANCE"],
  "v1.listTasks": ["UNKNOWN_INSTANCE"],
  "v1.fetchTaskSchema": ["UNKNOWN_TASK"],
  "v1.listTaskSchemas": ["UNKNOWN_INSTANCE"],
  "v1.updateTask": [
    "INVALID_FIELD",
    "UNKNOWN_INSTANCE",
    "UNKNOWN_TASK",
    "TASK_ALREADY_COMPLETED",
    "JOURNEY_NOT_ACTIVE",
  ],
};

/** Refusals that an endpoint can return only under some readings. */
const conditional: Partial<Record<RouteName, (profile: Profile) => readonly ErrorName[]>> = {
  "v2.fetchInteraction": (profile) => [
    ...(profile["interaction-while-running"] === "processing" ? [] : (["NO_INTERACTION"] as const)),
    ...(profile["interaction-after-end"] === "conflict" ? (["JOURNEY_ENDED"] as const) : []),
    ...(profile["page-api-calls"] === "refused" ? (["HOSTED_PAGES_ONLY"] as const) : []),
  ],
  "v2.updateTask": (profile) => (profile["page-api-calls"] === "refused" ? ["HOSTED_PAGES_ONLY"] : []),
  "v2.listTaskSchemas": (profile) => (profile["v2-task-list"] === "not-found" ? ["NO_TASKS"] : []),
  "v1.startJourney": (profile) => (profile["v1-sync-open-tasks"] === "refused" ? ["OPEN_TASKS"] : []),
};

/** The error statuses that each reading documents for a submit. Spec 7; gap `submit-error-variants`. */
const submitVariants: Readonly<Record<Profile["submit-error-variants"], readonly number[]>> = {
  "400-401-403-409": [400, 401, 403, 409],
  "400-401-409-500": [400, 401, 409, 500],
};

/**
 * Lists the documented refusals of an endpoint under a profile, by status. Every endpoint can also return undocumented
 * refusals, such as `UNKNOWN_PATH` or `BODY_TOO_LARGE`. Spec 7.
 */
export function refusalsOf(name: RouteName, profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  if (name === "v2.submitInteraction") return submitRefusals(profile);
  const { security, generation } = routeOf(name);
  const isPermissionChecked = generation === "v2" || profile["v1-permissions"] === "enforced";
  const names: readonly ErrorName[] = [
    ...(generation === "token" ? [] : (["MISSING_FIELD", "WRONG_VALUE"] as const)),
    ...(security === "none" ? [] : (["MISSING_TOKEN", "INVALID_TOKEN", "EXPIRED_TOKEN"] as const)),
    ...(security !== "none" && isPermissionChecked ? (["MISSING_PERMISSION"] as const) : []),
    ...(security !== "none" && generation === "v2" ? (["V2_NOT_ENABLED"] as const) : []),
    ...(own[name] ?? []),
    ...(conditional[name]?.(profile) ?? []),
    ...(security !== "none" && profile["query-parameters"] === "refused" ? (["UNEXPECTED_PARAMETER"] as const) : []),
    ...(isLimited(name, profile) ? (["RATE_LIMITED"] as const) : []),
  ];
  return byStatus(names, profile);
}

function submitRefusals(profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const names: readonly ErrorName[] = [
    "MISSING_FIELD",
    "WRONG_VALUE",
    "INVALID_FIELD",
    "UNEXPECTED_FIELD",
    "FOREIGN_ELEMENT",
    "MISSING_TOKEN",
    "INVALID_TOKEN",
    "EXPIRED_TOKEN",
    "MISSING_PERMISSION",
    "DUPLICATE_ELEMENT",
    "INTERACTION_NOT_CURRENT",
    "JOURNEY_NOT_ACTIVE",
    "INTERNAL_ERROR",
  ];
  const all = byStatus(names, profile);
  const variants = submitVariants[profile["submit-error-variants"]].map(
    (status) => [status, all.get(status) ?? []] as const,
  );
  return new Map([
    ...variants,
    ...(isLimited("v2.submitInteraction", profile) ? byStatus(["RATE_LIMITED"], profile) : []),
  ]);
}

/** Whether an endpoint is rate-limited. Gap `rate-limit`. */
function isLimited(name: RouteName, profile: Profile): boolean {
  return profile["rate-limit"] === "limited" && /\.(startJourney|submitInteraction)$/.test(name);
}

function byStatus(names: readonly ErrorName[], profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const sorted = new Map<number, readonly ErrorName[]>();
  for (const name of names) {
    const status = resolveReading(profile, errorKindOf(name).status) ?? 500;
    sorted.set(status, [...(sorted.get(status) ?? []), name]);
  }
  return new Map([...sorted].sort(([a], [b]) => a - b));
}
