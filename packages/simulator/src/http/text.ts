import type { Profile } from "@journey-kit/schemas/profile";
import { cite } from "../machine/result.ts";
import type { Call } from "./call.ts";
import { RefusalError } from "./refusal-error.ts";

const sizes: Readonly<Record<Profile["request-size-limit"], number>> = { "20MiB": 20 * 1024 ** 2, "1MiB": 1024 ** 2 };

/** How many bytes a body may have. Gap `request-size-limit`. */
export const sizeOf = (profile: Profile): number => sizes[profile["request-size-limit"]];

/**
 * Checks the content type of a call. Gap `wrong-content-type`.
 *
 * @throws {RefusalError} `WRONG_CONTENT_TYPE`.
 */
export function checkContentType(call: Call, contentType: string): void {
  const sent = call.header("content-type") ?? "";
  if (sent === contentType || sent.split(";", 1)[0]?.trim().toLowerCase() === contentType) return;
  const rule = contentType === "application/json" ? "bearer-and-json" : "token-form-encoded";
  throw new RefusalError("WRONG_CONTENT_TYPE", `The body must be ${contentType}.`, [rule]);
}

/**
 * Reads a body of the right content type.
 *
 * @throws {RefusalError} `WRONG_CONTENT_TYPE` or `BODY_TOO_LARGE`. Gaps `wrong-content-type`, `request-size-limit`.
 */
export async function readText(call: Call, profile: Profile, contentType: string): Promise<string> {
  checkContentType(call, contentType);
  const text = await call.text(sizeOf(profile));
  if (text !== "too-large") return text;
  throw new RefusalError("BODY_TOO_LARGE", `The body exceeds ${profile["request-size-limit"]}.`, [
    cite(profile, "request-size-limit"),
  ]);
}
