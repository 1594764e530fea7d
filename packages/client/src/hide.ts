/** Takes secrets out of a text that others wrote. */
export type Hide = (text: string) => string;

const hidden = "[hidden]";

/**
 * Makes what keeps secrets out of errors: whatever a service quotes, none of `secrets` appears, as it is or as a form
 * writes it, and neither does a run of more than 64 characters that may be an image or another's token.
 */
export const createHide =
  (secrets: readonly unknown[]): Hide =>
  (text) =>
    secrets
      .filter((secret): secret is string => typeof secret === "string" && secret !== "")
      .flatMap((secret) => [secret, encodeURIComponent(secret), `${new URLSearchParams([["", secret]])}`.slice(1)])
      .reduce((left, secret) => left.replaceAll(secret, hidden), text)
      .replace(/[\w+/=%.-]{65,}/g, hidden);
