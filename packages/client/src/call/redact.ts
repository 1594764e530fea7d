/** Removes secrets from text that a service sent. */
export type Redact = (text: string) => string;

const redacted = "[redacted]";

/**
 * Creates a function that redacts `secrets`, raw or form-encoded. The function also redacts any word of more than 64
 * characters, which may be an image or another token. Spec 5.
 */
export const createRedact =
  (secrets: readonly string[]): Redact =>
  (text) =>
    secrets
      .filter(Boolean)
      .flatMap((secret) => [secret, `${new URLSearchParams({ "": secret })}`.slice(1)])
      .reduce((left, secret) => left.replaceAll(secret, redacted), text)
      .replace(/[\w+/=%.-]{65,}/g, redacted);
