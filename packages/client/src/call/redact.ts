/** Removes secrets from foreign text. */
export type Redact = (text: string) => string;

const redacted = "[redacted]";

/**
 * Creates a function that redacts error text: `secrets`, raw or form-encoded, and any run of more than 64 characters,
 * which may be an image or another token. Spec 5.
 */
export const createRedact =
  (secrets: readonly string[]): Redact =>
  (text) =>
    secrets
      .filter(Boolean)
      .flatMap((secret) => [secret, `${new URLSearchParams({ "": secret })}`.slice(1)])
      .reduce((left, secret) => left.replaceAll(secret, redacted), text)
      .replace(/[\w+/=%.-]{65,}/g, redacted);
