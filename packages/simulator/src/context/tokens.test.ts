import { markedForm } from "@journey-kit/schemas/calls";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claims, createTokenSigner, isEqual } from "./tokens.ts";

const key = new Uint8Array(32).fill(1);
const tokens = createTokenSigner(key);
const claims: fc.Arbitrary<Claims> = fc.record(
  {
    kind: fc.constantFrom("customer" as const, "connect" as const, "end-user" as const),
    world: fc.string({ minLength: 1, unit: "binary" }),
    epoch: fc.nat(),
    issuedAt: fc.nat(),
    expiresAt: fc.nat(),
    instanceId: fc.string(),
    id: fc.string(),
  },
  { requiredKeys: ["kind", "world", "epoch", "issuedAt", "expiresAt"] },
);
const customer: Claims = { kind: "customer", world: "ada", epoch: 1, issuedAt: 1_500, expiresAt: 61_500 };
const connect: Claims = { ...customer, kind: "connect", instanceId: "instance-1", id: "1" };

const encode = (value: unknown): string => btoa(JSON.stringify(value)).replaceAll("=", "");
const decode = (part = ""): unknown => JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/")));
const bytesOf = (part = "") =>
  Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

test("verifies a token that another process signed with the same key (spec 5)", () => {
  fc.assert(
    fc.property(claims, (signed) => {
      const replica = createTokenSigner(new Uint8Array(32).fill(1));
      expect(replica.verify(tokens.sign(signed))).toEqual(JSON.parse(JSON.stringify(signed)));
    }),
  );
});

test.each([customer, connect])("refuses a $kind token with any character changed, added or removed (spec 5)", (of) => {
  const token = tokens.sign(of);
  fc.assert(
    fc.property(fc.nat(token.length), fc.constantFrom("", "A", "_", ".", "=", "é"), (at, replacement) => {
      const forged = token.slice(0, at) + replacement + token.slice(at + 1);
      if (forged !== token) expect(tokens.verify(forged)).toBeUndefined();
    }),
    { numRuns: 1_000 },
  );
});

test("access and end-user tokens are JWTs with registered claims and a valid HS256 signature (gap token-form)", async () => {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["verify"]);
  for (const [of, sub] of [
    [customer, "ada"],
    [{ ...connect, kind: "end-user" } as const, "instance-1"],
  ] as const) {
    const [header, payload, signature, ...more] = tokens.sign(of).split(".");
    expect(more).toEqual([]);
    expect(header).toMatch(markedForm);
    expect(decode(header)).toEqual({ alg: "HS256", typ: "JWT", kid: expect.stringMatching(/^sim_/) });
    expect(decode(payload)).toMatchObject({ iss: expect.any(String), sub, client_id: "ada", iat: 1, exp: 61 });
    const signed = new TextEncoder().encode(`${header}.${payload}`);
    expect(await crypto.subtle.verify(algorithm, imported, bytesOf(signature), signed)).toBe(true);
  }
});

test.each(["none", "None", "HS384", "RS256", undefined])(
  "refuses a JWT whose header says alg %s (RFC 8725 3.1)",
  (alg) => {
    const [header, payload, signature] = tokens.sign(customer).split(".");
    const claimed = encode({ ...Object(decode(header)), alg });
    for (const forged of [`${claimed}.${payload}.`, `${claimed}.${payload}.${signature}`, `${claimed}.${payload}`]) {
      expect(tokens.verify(forged)).toBeUndefined();
    }
  },
);

test("connect tokens contain only letters, digits, `-` and `_` (gap token-form)", () => {
  fc.assert(
    fc.property(claims, (of) => {
      expect(tokens.sign({ ...of, kind: "connect" })).toMatch(/^sim_[A-Za-z0-9-_]+$/);
    }),
  );
});

test("`isEqual` agrees with `===` for strings of any length", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isEqual(one, other)).toBe(one === other);
      expect(isEqual(one, one)).toBe(true);
    }),
  );
});
