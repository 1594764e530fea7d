import * as z from "zod";
import { doc } from "../meta.ts";
import { identifier, word } from "./identifiers.ts";

const secret = z.string().min(1);
// Optional, because a client can send them with HTTP Basic.
const client = { client_id: identifier.optional(), client_secret: secret.optional() };
const clientForms = { "client-authentication": { form: { client_id: identifier, client_secret: secret } } } as const;

/** The form fields of a token request with the password grant. `scope` is ignored. Spec 4.1; gap `token-scope`. */
export const PasswordTokenRequest = doc(
  z.looseObject({
    grant_type: doc(z.literal("password"), { public: true }),
    ...client,
    username: secret,
    password: secret,
    scope: z.string().optional(),
  }),
  {
    id: "PasswordTokenRequest",
    spec: "4.1",
    gap: "token-scope",
    description: "Requests a token with client and user credentials.",
    examples: [
      { grant_type: "password", client_id: "acme", client_secret: "secret", username: "ada", password: "secret" },
    ],
    forms: clientForms,
  },
);
export type PasswordTokenRequest = z.infer<typeof PasswordTokenRequest>;

/**
 * The form fields of a token request with the client-credentials grant. Spec 4.1; gaps `token-scope`,
 * `client-authentication`.
 */
export const ClientCredentialsTokenRequest = doc(
  z.looseObject({
    grant_type: doc(z.literal("client_credentials"), { public: true }),
    ...client,
    scope: doc(z.literal("service.token"), { public: true }),
  }),
  {
    id: "ClientCredentialsTokenRequest",
    spec: "4.1",
    gap: "token-scope",
    description: "Requests a token with client credentials.",
    examples: [
      { grant_type: "client_credentials", client_id: "acme", client_secret: "secret", scope: "service.token" },
    ],
    forms: { ...clientForms, "token-scope": { any: { scope: word.optional() } } },
  },
);
export type ClientCredentialsTokenRequest = z.infer<typeof ClientCredentialsTokenRequest>;

/**
 * Body of `POST /as/token.oauth2`. Spec 4.1; gap `grant-by-client`.
 *
 * The schema is one flat object, because code generators cannot read a union of forms. It therefore accepts a request
 * without a field that its grant requires. {@link PasswordTokenRequest} and {@link ClientCredentialsTokenRequest} are
 * exact.
 */
export const TokenRequest = doc(
  z.looseObject({
    grant_type: doc(z.enum(["password", "client_credentials"]), {
      public: true,
      forms: {
        "grant-by-client": {
          password: z.literal("password"),
          "client-credentials": z.literal("client_credentials"),
        },
      },
    }),
    ...client,
    username: doc(z.string(), { description: "Required with the `password` grant." }).optional(),
    password: doc(z.string(), { description: "Required with the `password` grant." }).optional(),
    scope: doc(z.string(), {
      description: "Required with the `client_credentials` grant. Must be `service.token`.",
      forms: { "token-scope": { any: doc(z.string(), { description: "Any scope." }) } },
    }).optional(),
  }),
  {
    id: "TokenRequest",
    spec: "4.1",
    gap: "grant-by-client",
    description: "Requests an access token with the password or the client-credentials grant.",
    examples: [
      { grant_type: "client_credentials", client_id: "acme", client_secret: "secret", scope: "service.token" },
      { grant_type: "password", client_id: "acme", client_secret: "secret", username: "ada", password: "secret" },
    ],
    forms: clientForms,
  },
);
export type TokenRequest = z.infer<typeof TokenRequest>;

/** Successful response of the token endpoint. Spec 2.11; gap `expires-in-unit`. */
export const TokenResponse = doc(
  z.looseObject({
    access_token: secret,
    expires_in: doc(z.int().min(0), {
      public: true,
      description: "Lifetime of the token in seconds, unless gap `expires-in-unit` has another reading.",
    }),
    token_type: doc(z.literal("Bearer"), { public: true }),
  }),
  {
    id: "TokenResponse",
    spec: "2.11",
    gap: "expires-in-unit",
    description: "An access token and its lifetime.",
    examples: [{ access_token: "2YotnFZFEjr1zCsicMWpAA", expires_in: 3600, token_type: "Bearer" }],
  },
);
export type TokenResponse = z.infer<typeof TokenResponse>;

const grantErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
] as const;

/** Error body of the token endpoint, in the form of RFC 6749 5.2. Spec 4.1; gap `token-error-body`. */
export const TokenError = doc(
  z.looseObject({
    error: doc(z.enum(grantErrors), { public: true }),
    error_description: z
      .string()
      .regex(/^[ !#-[\]-~]*$/)
      .optional(),
    error_uri: z.string().optional(),
  }),
  {
    id: "TokenError",
    spec: "4.1",
    gap: "token-error-body",
    description: "The error body of the token endpoint, as defined in RFC 6749, section 5.2.",
    examples: [{ error: "invalid_client", error_description: "The client secret is wrong." }],
  },
);
export type TokenError = z.infer<typeof TokenError>;
