import { simulatorMark } from "@journey-kit/schemas/mark";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import type { Millis } from "../world/time.ts";

/**
 * The claims of a token. Customer tokens come from the token endpoint, connect tokens from device/start and end-user
 * tokens from device/connect.
 */
export interface Claims {
  readonly kind: "customer" | "connect" | "end-user";
  readonly world: string;
  /** Epoch of the world at issue. Tokens of an earlier epoch are revoked. */
  readonly epoch: number;
  readonly expiresAt: Millis;
  /** The instance that the token is bound to. */
  readonly instanceId?: string;
}

/** Signs and verifies tokens. Simulators with the same key accept each other's tokens. Spec 5. */
export interface Tokens {
  sign(claims: Claims): string;
  /** Returns the claims of a token; undefined if its signature is invalid. The caller must check expiry and epoch. */
  verify(token: string): Claims | undefined;
}

const cacheSize = 10_000;

/** Creates tokens with HMAC-SHA-256 signatures. Verified tokens are cached, because verification takes microseconds. */
export function createTokens(key: Uint8Array): Tokens {
  const verified = new Map<string, Claims>();
  const mac = (payload: string): string => toBase64Url(hmac(sha256, key, utf8ToBytes(payload)));

  const remember = (token: string, claims: Claims): Claims => {
    const oldest = verified.size >= cacheSize ? verified.keys().next().value : undefined;
    if (oldest !== undefined) verified.delete(oldest);
    verified.set(token, claims);
    return claims;
  };

  return {
    sign(claims) {
      const payload = toBase64Url(utf8ToBytes(JSON.stringify(claims)));
      const token = `${simulatorMark}${payload}.${mac(payload)}`;
      remember(token, claims);
      return token;
    },
    verify(token) {
      const cached = verified.get(token);
      if (cached !== undefined) return cached;
      const [payload, signature, ...more] = token.slice(simulatorMark.length).split(".");
      if (!token.startsWith(simulatorMark) || payload === undefined || signature === undefined) return undefined;
      if (more.length > 0 || !isEqual(signature, mac(payload))) return undefined;
      return remember(token, JSON.parse(fromBase64Url(payload)) as Claims); // we signed it, so it has this form
    },
  };
}

/** Compares two texts without revealing, through timing, where they differ. */
export function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let i = 0; i < one.length; i += 1) difference |= one.charCodeAt(i) ^ other.charCodeAt(i % (other.length || 1));
  return difference === 0;
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const fromBase64Url = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
  );
