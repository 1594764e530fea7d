/** Removes secrets from foreign text. */
export type Redact = (text: string) => string;

const hidden = "[hidden]";

/**
 * Creates a function that redacts error text: `secrets`, raw or form-encoded, and any run of more than 64 characters,
 * which may be an image or another token.
 */
export const createRedact =
  (secrets: readonly unknown[]): Redact =>
  (text) =>
    secrets
      .filter((secret): secret is string => typeof secret === "string" && secret !== "")
      .flatMap((secret) => [secret, encodeURIComponent(secret), `${new URLSearchParams([["", secret]])}`.slice(1)])
      .reduce((left, secret) => left.replaceAll(secret, hidden), text)
      .replace(/[\w+/=%.-]{65,}/g, hidden);
