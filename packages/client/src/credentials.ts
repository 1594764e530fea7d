import { memberOf } from "./json.ts";

/** Credentials of an API client. Spec 4.1, 5. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Defaults to `service.token`. Gap `token-scope`. */
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
  const user = "username" in credentials && { username: credentials.username, password: credentials.password };
  const { clientId: client_id, clientSecret: client_secret, scope = user ? undefined : "service.token" } = credentials;
  const grant_type = user ? "password" : "client_credentials";
  return new URLSearchParams({ grant_type, client_id, client_secret, ...user, ...(scope !== undefined && { scope }) });
}

/** Credential values that no error may contain. */
export const secretsOf = (credentials: Credentials): readonly unknown[] => [
  credentials.clientSecret,
  memberOf(credentials, "password"),
];
