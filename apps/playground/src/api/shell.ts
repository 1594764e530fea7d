import { paths } from "@journey-kit/schemas/calls";

/** Quotes a text for the shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes a shell command that sets `TOKEN` to a token of a client. Spec 4.1. */
export function toTokenCommand(address: string, clientId: string): string {
  const form = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: "secret",
    scope: "service.token",
  });
  return [
    `TOKEN=$(curl -s ${address}${paths["token.requestToken"]} -d ${quote(form.toString())} \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
  ].join("\n");
}
