import type { ErrorBody, V1ErrorBody } from "@journey-kit/schemas";
import { errorKindOf, wireErrorOf } from "@journey-kit/schemas/tables";
import type { Citations, Refusal } from "../engine/result.ts";

const maxProblemLength = 4_096;

interface ErrorOptions {
  /** Adds the path of each problem, as the control API does. The service only has texts. */
  readonly hasPaths?: boolean;
}

/**
 * Status and body of a refusal, in the form that an API version uses. Spec 7, 9; gaps `v1-error-body`,
 * `error-location-values`.
 */
export function renderError(
  citations: Citations,
  { name, problems, places = [] }: Refusal,
  apiVersion: "v1" | "v2",
  { hasPaths = false }: ErrorOptions = {},
): { readonly status: number; readonly body: ErrorBody | V1ErrorBody } {
  const { action, location, extendedLocation, ...kind } = errorKindOf(name);
  const wire = wireErrorOf(name, citations.choose);
  const status =
    typeof kind.status === "object" ? (kind.status.by[citations.choose(kind.status.gap)] ?? 500) : kind.status;
  const isOlder = apiVersion === "v1" && citations.choose("v1-error-body") !== "errors";
  if (isOlder) citations.cite("v1-error-older-form");
  else citations.cite("error-body-form", "error-code-numeric-string", "error-location-named");
  const isExtended = extendedLocation !== undefined && citations.choose("error-location-values") === "extended";
  const where = isExtended ? extendedLocation : location;
  if (isOlder) {
    const message = problems.join(" ").slice(0, maxProblemLength);
    return { status, body: { status, message, error: wire.name } };
  }
  const errors = problems.map((problem, i) => ({
    ...wire,
    problem: problem.slice(0, maxProblemLength),
    action,
    ...(where !== null && { location: where }),
    ...(hasPaths && places[i]?.path !== undefined && { path: places[i].path }),
  }));
  return { status, body: { errors } };
}
