import fc from "fast-check";

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });
const lower = fc.string({ unit: fc.constantFrom(..."bcdfghjklmnpqrstvwxz"), minLength: 5, maxLength: 10 });
const capitalised = lower.map((text) => `${text[0]?.toUpperCase()}${text.slice(1)}`);
const separator = fc.constantFrom("-", ".", "/", "_", "");
const date = fc
  .date({ min: new Date("1900-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10));
const base64url = (text: string) => btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

const ssn = fc.tuple(digits(3), digits(2), digits(4), separator).map(([a, b, c, by]) => [a, b, c].join(by));
const phone = fc.tuple(digits(3), digits(3), digits(4), separator).map(([a, b, c, by]) => [a, b, c].join(by));
const name = fc.oneof(
  capitalised,
  capitalised.map((text) => text.toUpperCase()),
  fc.tuple(capitalised, capitalised, fc.constantFrom(" ", "-", ".", "_")).map(([a, b, by]) => `${a}${by}${b}`),
);

/** Personal data and secrets that contain no white space and are not longer than a name. */
export const personal: fc.Arbitrary<string> = fc.oneof(
  fc.emailAddress({ size: "small" }),
  ssn,
  phone,
  fc.oneof(
    date,
    date.map((text) => text.replaceAll("-", "")),
  ),
  name,
  fc.tuple(capitalised, capitalised, ssn).map((parts) => btoa(parts.join(" "))),
  fc
    .tuple(capitalised, date)
    .map(([sub, birth]) =>
      ["eyJhbGciOiJIUzI1NiJ9", base64url(JSON.stringify({ sub, birth })), base64url(sub)].join("."),
    ),
);
