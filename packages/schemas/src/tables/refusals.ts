import { type ErrorName, errorKindOf } from "./errors.ts";
import type { Profile } from "./profile.ts";
import { type RouteName, resolveReading, routeOf } from "./routes.ts";

/** Refusals of a JSON body, whichever endpoint reads it. Spec 7. */
const bodyRefusals: readonly ErrorName[] = [
  "MALFORMED_JSON",
  "BODY_TOO_COMPLEX",
  "MISSING_FIELD",
  "WRONG_VALUE",
  "BODY_TOO_LARGE",
  "WRONG_CONTENT_TYPE",
];

const tokenRefusals: readonly ErrorName[] = ["MISSING_TOKEN", "INVALID_TOKEN", "EXPIRED_TOKEN", "TOKEN_NOT_ACCEPTED"];

/** Other refusals of each endpoint. Spec 4. */
const own: Partial<Record<RouteName, readonly ErrorName[]>> = {
  "token.requestToken": ["INVALID_TOKEN_REQUEST", "INVALID_CLIENT"],
  "v2.startJourney": ["INVALID_FIELD", "UNKNOWN_RESOURCE", "UNAVAILABLE_REGION", "INCOMPATIBLE_JOURNEY"],
  "v2.fetchState": ["UNKNOWN_INSTANCE"],
  "v2.fetchInteraction": ["UNKNOWN_INSTANCE"],
  "v2.submitInteraction": [
    "INVALID_FIELD",
    "FOREIGN_ELEMENT",
    "UNKNOWN_INSTANCE",
    "DUPLICATE_ELEMENT",
    "INTERACTION_NOT_CURRENT",
    "JOURNEY_NOT_ACTIVE",
  ],
  "v2.listTaskSchemas": ["UNKNOWN_INSTANCE"],
  "v2.startDevice": ["UNKNOWN_INSTANCE"],
  "v2.connectDevice": ["INVALID_TOKEN", "EXPIRED_TOKEN"],
  "v2.deleteInstance": ["UNKNOWN_INSTANCE"],
  "v2.terminateInstance": ["UNKNOWN_INSTANCE", "JOURNEY_NOT_ACTIVE"],
  "v2.listTasks": ["UNKNOWN_INSTANCE"],
  "v2.fetchTaskSchema": ["UNKNOWN_TASK"],
  "v2.updateTask": ["INVALID_FIELD", "UNKNOWN_INSTANCE", "INTERACTION_NOT_CURRENT", "JOURNEY_NOT_ACTIVE"],
  "v1.startJourney": [
    "INVALID_FIELD",
    "UNKNOWN_RESOURCE",
    "UNAVAILABLE_REGION",
    "INCOMPATIBLE_JOURNEY",
    "MODULE_FAILED",
  ],
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

type Conditional = (profile: Profile) => readonly ErrorName[];

const hostedOnly: Conditional = (profile) => (profile["page-api-calls"] === "refused" ? ["HOSTED_PAGES_ONLY"] : []);
const nothingValid: Conditional = (profile) =>
  profile["all-elements-invalid"] === "conflict" ? ["NOTHING_VALID"] : [];
const noTasks: Conditional = (profile) => (profile["v2-task-list"] === "not-found" ? ["NO_TASKS"] : []);

/** Refusals that an endpoint can return only under some readings. */
const conditional: Partial<Record<RouteName, Conditional>> = {
  "token.requestToken": (profile) =>
    profile["token-error-body"] === "errors" ? ["BODY_TOO_COMPLEX", "BODY_TOO_LARGE", "WRONG_CONTENT_TYPE"] : [],
  "v2.fetchInteraction": (profile) => [
    ...(errorStatusOf("NO_INTERACTION", profile) < 400 ? [] : (["NO_INTERACTION"] as const)),
    ...(profile["interaction-after-end"] === "conflict" ? (["JOURNEY_ENDED"] as const) : []),
    ...hostedOnly(profile),
  ],
  "v2.submitInteraction": (profile) => [
    "UNEXPECTED_FIELD",
    ...nothingValid(profile),
    ...hostedOnly(profile),
    ...(profile["submit-error-variants"] === "400-401-409-500" ? (["INTERNAL_ERROR"] as const) : []),
  ],
  "v2.updateTask": (profile) => [...nothingValid(profile), ...hostedOnly(profile)],
  "v2.listTaskSchemas": noTasks,
  "v2.listTasks": noTasks,
  "v2.connectDevice": (profile) => [
    ...(profile["connect-token-place"] === "body" ? [] : (["MISSING_TOKEN"] as const)),
    ...(profile["region-visibility"] === "own" ? (["UNKNOWN_INSTANCE"] as const) : []),
  ],
  "v1.startJourney": (profile) => (profile["v1-sync-open-tasks"] === "refused" ? ["OPEN_TASKS"] : []),
};

/**
 * Lists the refusals of an endpoint under a profile, by status. Left out are those of an unknown path or method, of a
 * broken connection, and those that only simulators send. Spec 7; gap `submit-error-variants`.
 */
export function refusalsOf(name: RouteName, profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const { security, generation, method } = routeOf(name);
  const isSecured = security !== "none";
  const isPermissionChecked = generation === "v2" || profile["v1-permissions"] === "enforced";
  const takesJson = method === "POST" && (generation === "v1" || generation === "v2");
  const names: readonly ErrorName[] = [
    ...(takesJson ? bodyRefusals : []),
    ...(isSecured ? tokenRefusals : []),
    ...(isSecured && isPermissionChecked ? (["MISSING_PERMISSION"] as const) : []),
    ...(isSecured && generation === "v2" ? (["V2_NOT_ENABLED"] as const) : []),
    ...(own[name] ?? []),
    ...(conditional[name]?.(profile) ?? []),
    ...(isSecured && profile["extra-members"] === "refused" ? (["UNEXPECTED_FIELD"] as const) : []),
    ...(isSecured && profile["query-parameters"] === "refused" ? (["UNEXPECTED_PARAMETER"] as const) : []),
    ...(isLimited(name, profile) ? (["RATE_LIMITED"] as const) : []),
  ];
  return byStatus([...new Set(names)], profile);
}

/** Whether an endpoint is rate-limited. Gap `rate-limit`. */
function isLimited(name: RouteName, profile: Profile): boolean {
  return profile["rate-limit"] === "limited" && /\.(startJourney|submitInteraction)$/.test(name);
}

const errorStatusOf = (name: ErrorName, profile: Profile): number =>
  resolveReading(profile, errorKindOf(name).status) ?? 500;

function byStatus(names: readonly ErrorName[], profile: Profile): ReadonlyMap<number, readonly ErrorName[]> {
  const sorted = new Map<number, readonly ErrorName[]>();
  for (const name of names) {
    const status = errorStatusOf(name, profile);
    sorted.set(status, [...(sorted.get(status) ?? []), name]);
  }
  return new Map([...sorted].sort(([a], [b]) => a - b));
}
