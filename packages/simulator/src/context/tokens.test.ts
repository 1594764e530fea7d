import fc from "fast-check";
import { expect, test } from "vitest";
import { type Claims, createTokens, isEqual } from "./tokens.ts";

const tokens = createTokens(new Uint8Array(32).fill(1));
const claims: fc.Arbitrary<Claims> = fc.record({
  kind: fc.constantFrom("customer" as const, "connect" as const, "end-user" as const),
  world: fc.string({ minLength: 1, unit: "binary" }),
  epoch: fc.nat(),
  expiresAt: fc.nat(),
});

test("verifies a token that another process signed with the same key (spec 5)", () => {
  fc.assert(
    fc.property(claims, (signed) => {
      const replica = createTokens(new Uint8Array(32).fill(1));
      expect(replica.verify(tokens.sign(signed))).toEqual(JSON.parse(JSON.stringify(signed)));
    }),
  );
});

test("refuses a token with any character changed, added or removed (spec 5)", () => {
  const token = tokens.sign({ kind: "customer", world: "ada", epoch: 1, expiresAt: 1 });
  fc.assert(
    fc.property(fc.nat(token.length), fc.constantFrom("", "A", "_", ".", "=", "é"), (at, replacement) => {
      const forged = token.slice(0, at) + replacement + token.slice(at + 1);
      if (forged !== token) expect(tokens.verify(forged)).toBeUndefined();
    }),
    { numRuns: 1_000 },
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
