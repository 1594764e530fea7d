import * as z from "zod";
import { leaves, wire } from "./meta.ts";

const secret = z.string().min(1);
// Left out where HTTP Basic carries them: gap `client-authentication`.
const client = {
  client_id: z.string().min(1).register(leaves, { public: true }).optional(),
  client_secret: secret.optional(),
};

/** The password form of a token request, as form fields. A scope is tolerated. Spec 4.1; gap `token-scope`. */
export const PasswordTokenRequest = z
  .looseObject({
    grant_type: z.literal("password").register(leaves, { public: true }),
    ...client,
    username: secret,
    password: secret,
    scope: z.string().optional(),
  })
  .register(wire, {
    id: "PasswordTokenRequest",
    spec: "4.1",
    gap: "token-scope",
    description: "Asks for a token with the credentials of a client and a user.",
  });
export type PasswordTokenRequest = z.infer<typeof PasswordTokenRequest>;

/** The client-credentials form of a token request, as form fields. Spec 4.1; gaps `token-scope`, `client-authentication`. */
export const ClientCredentialsTokenRequest = z
  .looseObject({
    grant_type: z.literal("client_credentials").register(leaves, { public: true }),
    ...client,
    scope: z.string().register(leaves, { public: true, description: "`service.token`." }).optional(),
  })
  .register(wire, {
    id: "ClientCredentialsTokenRequest",
    spec: "4.1",
    gap: "token-scope",
    description: "Asks for a token with the credentials of a client.",
  });
export type ClientCredentialsTokenRequest = z.infer<typeof ClientCredentialsTokenRequest>;

/** Body of `POST /as/token.oauth2`, in either form. Spec 4.1; gap `grant-by-client`. */
export const TokenRequest = z.union([PasswordTokenRequest, ClientCredentialsTokenRequest]).register(wire, {
  id: "TokenRequest",
  spec: "4.1",
  gap: "grant-by-client",
  description: "Asks for an access token.",
});
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Answer of the token endpoint. Spec 2.11; gap `expires-in-unit`. */
export const TokenResponse = z
  .looseObject({
    access_token: secret,
    expires_in: z.int().min(0).register(leaves, { public: true }),
    token_type: z.literal("Bearer").register(leaves, { public: true }),
  })
  .register(wire, {
    id: "TokenResponse",
    spec: "2.11",
    gap: "expires-in-unit",
    description: "An access token and how long it lives.",
  });
export type TokenResponse = z.infer<typeof TokenResponse>;

/** Refusal of the token endpoint, as RFC 6749 5.2 writes it. Spec 4.1; gap `token-error-body`. */
export const TokenError = z
  .looseObject({
    error: z
      .enum([
        "invalid_request",
        "invalid_client",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "invalid_scope",
      ])
      .register(leaves, { public: true }),
    error_description: z
      .string()
      .regex(/^[ !#-[\]-~]*$/)
      .optional(),
    error_uri: z.string().optional(),
  })
  .register(wire, {
    id: "TokenError",
    spec: "4.1",
    gap: "token-error-body",
    description: "Refusal of the token endpoint, as RFC 6749 5.2 writes it.",
  });
export type TokenError = z.infer<typeof TokenError>;
