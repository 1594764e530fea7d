import { expect, test } from "vitest";
import {
  address,
  clientId,
  host,
  limit,
  number,
  oneOf,
  origin,
  reading,
  repeated,
  seconds,
  store,
  token,
} from "./flag-values.ts";

const read: Readonly<Record<string, (text: string) => unknown>> = {
  number: number("--n", 2, 10),
  seconds: seconds("--s"),
  oneOf: oneOf("--w", ["slow", "fast", "stuck"]),
  reading: reading("--r"),
  address: address("--a"),
  token: token("--t"),
};

test.each<[keyof typeof read, string, unknown]>([
  ["number", "2", 2],
  ["number", " 10", 10],
  ["seconds", "0.2", 200],
  ["seconds", "999999", 999_999_000],
  ["oneOf", "fast", "fast"],
  ["reading", "token-lifetime=60s", ["token-lifetime", "60s"]],
  ["address", "localhost:4010", "http://localhost:4010"],
  ["address", "https://sim.example/base//", "https://sim.example/base"],
  ["token", "x".repeat(4_096), "x".repeat(4_096)],
])("%s reads %j as %j", (name, text, value) => {
  expect(read[name]?.(text)).toEqual(value);
});

test.each<[keyof typeof read, string, string]>([
  ["number", "1", "--n must be a whole number from 2 to 10."],
  ["number", "11", "--n must be a whole number from 2 to 10."],
  ["number", "2.5", "--n must be"],
  ["number", "1e1", "--n must be"],
  ["seconds", "0", "--s must be a number of seconds greater than 0"],
  ["seconds", "0.0001", "--s must be"],
  ["oneOf", "fsat", '--w must be slow, fast or stuck. Did you mean "fast"?'],
  ["reading", "token-lifetime", "--r must be GAP=READING"],
  ["reading", "=60s", "--r must be"],
  ["address", "ftp://sim.example", "--a must be an address"],
  ["address", "http://me:secret@sim.example", "--a must be an address"],
  ["address", "http://:secret@sim.example", "--a must be an address"],
  ["address", "-x", "--a must be"],
  ["token", "x".repeat(4_097), "--t must be 1 to 4096"],
  ["token", "two words", "--t must be"],
  ["token", "--next", "--t must be"],
])("%s refuses %j and says what it expects", (name, text, problem) => {
  expect(() => read[name]?.(text)).toThrow(problem);
});

test("a repeatable flag keeps its values in order", () => {
  const add = repeated(number("--n", 0, 9));
  expect(add("2", add("1"))).toEqual([1, 2]);
});

test.each([
  ["https://app.example", "https://app.example"],
  ["https://app.example/", "https://app.example"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["*", "*"],
])("the origin %s is read as %s", (text, value) => {
  expect(origin("--cors")(text)).toBe(value);
});

test.each([
  ["[::1]", "::1"],
  ["::1", "::1"],
  ["0.0.0.0", "0.0.0.0"],
  ["my_host.example", "my_host.example"],
])("the host %s is read as %s", (text, value) => {
  expect(host("--host")(text)).toBe(value);
});

test.each([
  ["--world", () => clientId("--world")("."), "a client id other than . and .. with 1 to 256 characters"],
  ["--world", () => clientId("--world")("x".repeat(257)), "a client id other than . and .."],
  ["--limit", () => limit("--limit")("store-bytes=2GB"), "such as store-bytes=64MiB"],
  ["--limit", () => limit("--limit")("instances=1KiB"), "such as instances=1000"],
  ["--store", () => store("--store")("sqlite:"), "sqlite:FILE or a postgres:// URL"],
  ["--cors", () => origin("--cors")("https://app.example/page"), "an origin such as https://app.example, or *"],
])("a wrong value of %s is refused with an example", (flag, read, expected) => {
  expect(read).toThrow(`${flag} must be`);
  expect(read).toThrow(expected);
});
