import { isWord } from "@journey-kit/schemas/personal";
import type { Pseudonyms } from "./pseudonyms.ts";
import { sanitiseAddress } from "./sanitise-address.ts";

type Headers = Readonly<Record<string, string>>;
type Sanitise = (value: string, pseudonyms: Pseudonyms) => string | undefined;

const mediaType =
  /^(\*|application|text|multipart|image)\/(\*|json|problem\+json|plain|html|form-data|x-www-form-urlencoded|png|jpeg)/i;
const charset = /;\s*charset=["']?(utf-8|us-ascii|iso-8859-1)["']?/i;

const keepIf =
  (form: RegExp): Sanitise =>
  (value) =>
    form.test(value) ? value : undefined;

const toMediaType: Sanitise = (value) => {
  const type = mediaType.exec(value)?.[0];
  return type === undefined ? "application/octet-stream" : type + (charset.exec(value)?.[0] ?? "");
};

const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The headers that a recording keeps, by name. Every other header is left out. */
const sanitisers: Readonly<Record<string, Sanitise>> = {
  accept: (value) =>
    value
      .split(",")
      .map((one) => mediaType.exec(one.trim())?.[0] ?? "*/*")
      .join(", "),
  allow: keepIf(/^[A-Z]{3,7}(, ?[A-Z]{3,7})*$/),
  authorization: sanitiseCredentials,
  "cache-control": keepIf(/^[a-z-]+(=\d{1,9})?(, ?[a-z-]+(=\d{1,9})?)*$/),
  "content-length": keepIf(/^\d{1,12}$/),
  "content-type": toMediaType,
  date: keepIf(httpDate),
  deprecation: (value) => (/^(@\d{1,12}|true)$/.test(value) || httpDate.test(value) ? value : undefined),
  location: (value, pseudonyms) => sanitiseAddress(pseudonyms, value),
  "retry-after": (value) => (/^\d{1,9}$/.test(value) || httpDate.test(value) ? value : undefined),
  "www-authenticate": sanitiseChallenge,
  "x-request-id": (value, { value: toSample }) => (isWord(value) ? value : toSample(value)),
};

/** Keeps the headers that the meaning of an exchange depends on, without personal and secret values. */
export function sanitiseHeaders(pseudonyms: Pseudonyms, headers: Headers): Headers {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    const sanitise = Object.hasOwn(sanitisers, name) ? sanitisers[name] : undefined;
    const copy = sanitise?.(value, pseudonyms);
    return copy === undefined ? [] : [[name, copy] as const];
  });
  return Object.fromEntries(kept);
}

/** Replaces the credentials of an `Authorization` header. Malformed ones stay malformed. Spec 4.1, 5. */
function sanitiseCredentials(header: string, { client, secret, token }: Pseudonyms): string {
  const [, scheme, space = "", credentials = ""] = /^(Bearer|Basic)(?:(\s+)(.*))?$/i.exec(header) ?? [];
  if (scheme === undefined) return token.of(header);
  if (scheme.toLowerCase() === "bearer") return scheme + space + token.of(credentials);
  const pair = decodeBase64(credentials)?.split(/:(.*)/s, 2);
  if (pair === undefined) return `${scheme}${space}!`;
  const [id = "", password] = pair;
  if (password === undefined) return `${scheme}${space}${btoa("client")}`;
  return `${scheme}${space}${btoa(`${client(decodeForm(id))}:${secret.of(decodeForm(password))}`)}`;
}

function decodeBase64(text: string): string | undefined {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

/** The client id and the secret in a Basic header are encoded as in a form. RFC 6749 2.3.1. */
function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** Keeps the scheme and the parameters of a challenge, and the words of the specification in their values. */
function sanitiseChallenge(header: string, { phrase }: Pseudonyms): string | undefined {
  if (!/^(Bearer|Basic)\b/i.test(header)) return undefined;
  const [, scheme = "", rest = ""] = /^(\w+)(.*)$/s.exec(header) ?? [];
  return scheme + rest.replaceAll(/"([^"]*)"/g, (_, text) => `"${phrase(text)}"`).replaceAll(/[^\x20-\x7e]/g, "?");
}
