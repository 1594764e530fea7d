import type { Hide } from "./hide.ts";

/** Whether a value can stand in an `Authorization` header. One that cannot would be quoted by the platform's error. */
export const isToken = (value: unknown): value is string => typeof value === "string" && /^[!-~]+$/.test(value);

/** The request id of an answer. Spec 7. */
export function requestIdOf({ headers }: Response, hide: Hide): string | undefined {
  const id = headers.get("x-request-id");
  return id === null ? undefined : hide(id);
}
