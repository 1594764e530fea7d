import fc from "fast-check";
import { expect, test } from "vitest";
import { personal } from "../../test/personal.ts";
import { isWord } from "./word.ts";

const token = `sim_${"A".repeat(40)}`;
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi";

test.each([
  "a".repeat(128),
  "7",
  "1.2.3",
  "my-app",
  "myApp_2",
  "trace-12345",
  "age-check@latest",
  "document-and-selfie-v1@3",
  "identity-check@1.20",
  "full-kyc:interaction:person@latest",
  "FullName",
  "SSN",
  "PassportPhoto",
  "$schema",
  "sim_Ab-9_zXyWvUtSrQp0123",
  "sim_Ab-9_zXyWvUtSrQp0123.1",
  "4f9c2b7e1d3a4c58",
  "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  "trace-3F2504E0-4F89-41D3-9A0C-0305E82C3301",
  "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
])("%s looks like a name", (text) => {
  expect(isWord(text)).toBe(true);
});

test.each([
  "",
  "a".repeat(129),
  "a b",
  "identity.lastNames[0]",
  "Lovelace",
  "LOVELACE",
  "Ada-Lovelace",
  "ada@example.com",
  "123-45-6789",
  "ssn-123-45-6789",
  "1990-12-10",
  "901210",
  "020.7946.0958",
  "SW1Y-4JH",
  "QQ123456C",
  "4111111111111111",
  "QWRh",
  "c29tZW9uZQ",
  token,
  `x${token}`,
  jwt,
  `full-kyc@${jwt}`,
])("%j does not look like a name", (text) => {
  expect(isWord(text)).toBe(false);
});

test("no personal data and no secret looks like a name", () => {
  fc.assert(fc.property(personal, (text) => !isWord(text)));
});

test("every id that a program makes looks like a name", () => {
  const uuid = fc.uuid();
  const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 16, maxLength: 64 });
  const own = fc.string({ unit: fc.constantFrom(..."abcXYZ019_-"), minLength: 20, maxLength: 20 });
  const id = fc
    .oneof(
      uuid,
      hex,
      own.map((text) => `sim_${text}`),
    )
    .filter((text) => /[a-f]/.test(text));
  fc.assert(fc.property(id, (text) => isWord(text)));
});
