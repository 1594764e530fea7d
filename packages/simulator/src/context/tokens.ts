import { simulatorPrefix } from "@journey-kit/schemas/calls";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { RefusalError } from "../engine/refusal-error.ts";
import type { Citations } from "../engine/result.ts";
import { createCache } from "../world/cache.ts";
import type { Millis } from "../world/time.ts";

/**
 * The claims of a token. Customer tokens come from the token endpoint, connect tokens from device/start and end-user
 * tokens from device/connect.
 */
export interface Claims {
  readonly kind: "customer" | "connect" | "end-user";
  readonly world: string;
  /** The world's epoch when the token was issued. Tokens of an earlier epoch are revoked. */
  readonly epoch: number;
  readonly issuedAt: Millis;
  readonly expiresAt: Millis;
  /** The instance that the token is bound to. */
  readonly instanceId?: string;
  /** Identifies a single-use token. */
  readonly id?: string;
}

/**
 * Signs and verifies tokens. Simulators with the same key accept each other's tokens. Spec 5; gap `token-form`.
 */
export interface Tokens {
  /** Creates an opaque token of `[A-Za-z0-9_-]` for the kind `connect`, and a JWT for every other kind. */
  sign(claims: Claims): string;
  /** Returns the claims of a token; undefined if its signature is invalid. The caller must check expiry and epoch. */
  verify(token: string): Claims | undefined;
}

/**
 * Checks that a reset of the world has not revoked a token, if there is one. Spec 5.
 *
 * @param epoch The current epoch of the world.
 * @throws {RefusalError} `INVALID_TOKEN`.
 */
export function checkEpoch(claims: Claims | undefined, epoch: number, citations: Citations): void {
  if (claims !== undefined && claims.epoch !== epoch)
    throw refuseToken(citations, "INVALID_TOKEN", "The bearer token was revoked.");
}

/** Refuses the token of a request. Spec 5; gap `invalid-token`. */
export function refuseToken(
  { cite }: Citations,
  name: "MISSING_TOKEN" | "INVALID_TOKEN" | "EXPIRED_TOKEN",
  problem: string,
): RefusalError {
  cite("bearer-authentication");
  if (name === "EXPIRED_TOKEN") cite("token-expires");
  cite("invalid-token=unauthorized");
  const challenge = name === "MISSING_TOKEN" ? "Bearer" : 'Bearer error="invalid_token"';
  return new RefusalError(name, problem, { headers: { "www-authenticate": challenge } });
}

const maxVerified = 10_000;
const second: Millis = 1_000;

const utf8Encoder = new TextEncoder();

/** The only header that is accepted, so that a caller cannot choose the algorithm. */
const jwtHeader = toBase64Url(
  utf8Encoder.encode(JSON.stringify({ kid: `${simulatorPrefix}key`, alg: "HS256", typ: "JWT" })),
);
const macLength = 43;

/** Creates tokens with HMAC-SHA-256 signatures. Verified tokens are cached, because verification takes microseconds. */
export function createTokenSigner(key: Uint8Array): Tokens {
  const verified = createCache<Claims>(maxVerified);
  const keyed = hmac.create(sha256, key); // hashes the key once
  const mac = (text: string): string => toBase64Url(keyed.clone().update(utf8Encoder.encode(text)).digest());

  const remember = (token: string, claims: Claims): Claims => {
    verified.set(token, claims);
    return claims;
  };

  return {
    sign(claims) {
      const token = claims.kind === "connect" ? signOpaque(claims, mac) : signJwt(claims, mac);
      remember(token, claims);
      return token;
    },
    verify(token) {
      const cached = verified.get(token);
      if (cached !== undefined) return cached;
      const claims = token.startsWith(simulatorPrefix) ? verifyOpaque(token, mac) : verifyJwt(token, mac);
      return claims && remember(token, claims);
    },
  };
}

type Mac = (text: string) => string;

/**
 * The registered claims are for callers that decode the token. The simulator reads only the member `sim`, which
 * contains its own claims.
 */
function signJwt(claims: Claims, mac: Mac): string {
  const { world, issuedAt, expiresAt, instanceId = world } = claims;
  const iat = Math.floor(issuedAt / second);
  const exp = Math.max(0, iat + Math.round((expiresAt - issuedAt) / second)); // 0 if a fault issues an expired token
  const payload = { iss: "journey-kit", sub: instanceId, client_id: world, iat, exp, sim: claims };
  const signed = `${jwtHeader}.${toBase64Url(utf8Encoder.encode(JSON.stringify(payload)))}`;
  return `${signed}.${mac(signed)}`;
}

function verifyJwt(token: string, mac: Mac): Claims | undefined {
  const [header, payload, signature, ...more] = token.split(".");
  if (header !== jwtHeader || payload === undefined || signature === undefined || more.length > 0) return undefined;
  if (!isEqual(signature, mac(`${header}.${payload}`))) return undefined;
  return (JSON.parse(fromBase64Url(payload)) as { readonly sim: Claims }).sim; // we signed it, so it has this form
}

/** A signature and a payload without a separator. */
function signOpaque(claims: Claims, mac: Mac): string {
  const payload = toBase64Url(utf8Encoder.encode(JSON.stringify(claims)));
  return `${simulatorPrefix}${mac(payload)}${payload}`;
}

function verifyOpaque(token: string, mac: Mac): Claims | undefined {
  const from = simulatorPrefix.length;
  const payload = token.slice(from + macLength);
  if (!isEqual(token.slice(from, from + macLength), mac(payload))) return undefined;
  return JSON.parse(fromBase64Url(payload)) as Claims; // we signed it, so it has this form
}

/** Compares two texts in a time that does not reveal where they differ. */
export function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i % (other.length || 1));
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Reflect.apply(String.fromCharCode, undefined, bytes)); // spreading the bytes takes eight times as long
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const fromBase64Url = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
  );
