import type { Hide } from "./hide.ts";

/** Whether a value is valid in an `Authorization` header. The platform's own error would quote an invalid one. */
export const isToken = (value: unknown): value is string => typeof value === "string" && /^[!-~]+$/.test(value);

/** The request id of a response. Spec 7. */
export function requestIdOf({ headers }: Response, hide: Hide): string | undefined {
  const id = headers.get("x-request-id");
  return id === null ? undefined : hide(id);
}
