import type { Call } from "./call.ts";
import { TokenRefusal } from "./token-refusal.ts";

/** The id and the secret of an API client, and how they came; empty where they did not. */
export interface Credentials {
  readonly scheme: "form" | "basic";
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Reads client credentials from the form, or from HTTP Basic where that is allowed. RFC 6749 2.3.1.
 *
 * @throws {TokenRefusal} `invalid_request` when both forms are used, `invalid_client` when Basic is malformed.
 */
export function readCredentials(call: Call, form: URLSearchParams, allowsBasic: boolean): Credentials {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(call.header("authorization") ?? "")?.[1];
  if (encoded === undefined || !allowsBasic) {
    return { scheme: "form", clientId: form.get("client_id") ?? "", clientSecret: form.get("client_secret") ?? "" };
  }
  if (form.has("client_secret")) throw new TokenRefusal("invalid_request", "The client authenticates twice.");
  return { scheme: "basic", ...decode(encoded) };
}

/** Whether a request carries credentials in the way of HTTP Basic. */
export const usesBasic = (call: Call): boolean => /^Basic /i.test(call.header("authorization") ?? "");

/** The client id that a request names in either way, before anything is checked; empty where it names none. */
export function readClientId(call: Call, form: URLSearchParams): string {
  const named = form.get("client_id") ?? "";
  if (named !== "") return named;
  try {
    return readCredentials(call, form, true).clientId;
  } catch {
    return "";
  }
}

function decode(encoded: string): Pick<Credentials, "clientId" | "clientSecret"> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(
      Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)),
    );
    const colon = text.indexOf(":");
    const part = (value: string) => decodeURIComponent(value.replaceAll("+", " "));
    if (colon > 0) return { clientId: part(text.slice(0, colon)), clientSecret: part(text.slice(colon + 1)) };
  } catch {
    // falls through: what cannot be decoded names no client
  }
  throw new TokenRefusal("invalid_client", "The Basic credentials are malformed.", "basic");
}
