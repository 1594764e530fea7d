import { memberOf } from "./json.ts";

/** Credentials of an API client. Spec 4.1, 5. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `service.token` where left out. Gap `token-scope`. */
  readonly scope?: string;
}

/** Credentials of an API client and a user, for the password grant. Spec 4.1, 5. */
export interface PasswordCredentials extends ClientCredentials {
  readonly username: string;
  readonly password: string;
}

/** Credentials for either grant of the token endpoint: with a user name, the password grant. Spec 4.1. */
export type Credentials = ClientCredentials | PasswordCredentials;

/** Form fields of a token request. Spec 4.1. */
export function toTokenForm(credentials: Credentials): URLSearchParams {
  const { clientId: client_id, clientSecret: client_secret, scope } = credentials;
  const client = { client_id, client_secret };
  if (!("username" in credentials)) {
    return new URLSearchParams({ grant_type: "client_credentials", ...client, scope: scope ?? "service.token" });
  }
  const { username, password } = credentials;
  const user = { ...client, username, password, ...(scope !== undefined && { scope }) };
  return new URLSearchParams({ grant_type: "password", ...user });
}

/** What of the credentials no error may show. */
export const secretsOf = (credentials: Credentials): readonly unknown[] => [
  credentials.clientSecret,
  memberOf(credentials, "password"),
];
