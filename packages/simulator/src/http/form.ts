import type { Call } from "./call.ts";
import { RefusalError } from "./refusal-error.ts";

const maxBytes = 64 * 1_024;
const maxParameters = 100;

const forms = new WeakMap<Call, Promise<URLSearchParams>>();

/**
 * Parses the form of a token request, once for each call. The limits are checked before anything is parsed, because
 * parsing a form of many parameters takes quadratic time.
 *
 * @throws {RefusalError} `BODY_TOO_LARGE` above 64 KiB, `BODY_TOO_COMPLEX` above 100 parameters.
 */
export function readForm(call: Call): Promise<URLSearchParams> {
  const form = forms.get(call) ?? parseForm(call);
  forms.set(call, form);
  return form;
}

async function parseForm(call: Call): Promise<URLSearchParams> {
  const text = await call.text(maxBytes);
  if (text === "too-large") throw new RefusalError("BODY_TOO_LARGE", "The form exceeds 64 KiB.");
  if (text.split("&", maxParameters + 1).length <= maxParameters) return new URLSearchParams(text);
  throw new RefusalError("BODY_TOO_COMPLEX", `The form has more than ${maxParameters} parameters.`);
}
