import type { ErrorBody, ErrorEntry, V1ErrorBody } from "@journey-kit/schemas";
import { errorKindOf } from "@journey-kit/schemas/errors";
import type { Profile } from "@journey-kit/schemas/profile";
import { resolveReading } from "@journey-kit/schemas/routes";
import { type Basis, type Recorder, type Refusal, readingBasis } from "../engine/result.ts";

const maxProblemLength = 4_096;

/** Status under which a refusal travels. Spec 7. */
export const toErrorStatus = (profile: Profile, { name }: Refusal): number =>
  resolveReading(profile, errorKindOf(name).status) ?? 500;

const isOlder = (profile: Profile, generation: "v1" | "v2"): boolean =>
  generation === "v1" && profile["v1-error-body"] !== "errors";

/** The rules and readings behind the status and the form of a refusal. */
export function errorBasis(profile: Profile, { name }: Refusal, generation: "v1" | "v2"): readonly Basis[] {
  const { status, extendedLocation } = errorKindOf(name);
  return [
    ...(typeof status === "object" ? [readingBasis(profile, status.gap)] : []),
    ...(isOlder(profile, generation)
      ? (["v1-error-older-form"] as const)
      : (["error-body-form", "error-code-numeric-string", "error-location-named"] as const)),
    ...(generation === "v1" ? [readingBasis(profile, "v1-error-body")] : []),
    ...(extendedLocation !== undefined ? [readingBasis(profile, "error-location-values")] : []),
  ];
}

/** Error body of a refusal, in the form of its generation. Spec 7, 9; gap `v1-error-body`. */
export function toErrorBody(profile: Profile, refusal: Refusal, generation: "v1" | "v2"): ErrorBody | V1ErrorBody {
  if (!isOlder(profile, generation)) return { errors: entries(profile, refusal) };
  const message = refusal.problems.join(" ").slice(0, maxProblemLength);
  return {
    status: toErrorStatus(profile, refusal),
    message,
    error: errorKindOf(refusal.name).wireName ?? refusal.name,
  };
}

function entries(profile: Profile, { name, problems }: Refusal): ErrorEntry[] {
  const { code, action, location, extendedLocation, wireName } = errorKindOf(name);
  const where =
    profile["error-location-values"] === "extended" && extendedLocation !== undefined ? extendedLocation : location;
  return problems.map((problem) => ({
    code,
    name: wireName ?? name,
    problem: problem.slice(0, maxProblemLength),
    action,
    ...(where !== null && { location: where }),
  }));
}

/** Renders a refusal as status and body, and records what decided both. Spec 7, 9; gap `v1-error-body`. */
export function renderError(
  { addBasis }: Recorder,
  profile: Profile,
  refusal: Refusal,
  generation: "v1" | "v2",
): { readonly status: number; readonly body: ErrorBody | V1ErrorBody } {
  addBasis(...errorBasis(profile, refusal, generation));
  return { status: toErrorStatus(profile, refusal), body: toErrorBody(profile, refusal, generation) };
}
