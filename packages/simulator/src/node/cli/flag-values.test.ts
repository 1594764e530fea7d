import { expect, it } from "vitest";
import { clientId, commandOf, host, limit, origin, store } from "./flag-values.ts";

it.each([
  ["https://app.example", "https://app.example"],
  ["https://app.example/", "https://app.example"],
  ["http://localhost:3000", "http://localhost:3000"],
  ["*", "*"],
])("the origin %s is read as %s", (text, value) => {
  expect(origin("--cors")(text)).toBe(value);
});

it.each([
  ["[::1]", "::1"],
  ["::1", "::1"],
  ["0.0.0.0", "0.0.0.0"],
  ["my_host.example", "my_host.example"],
])("the host %s is read as %s", (text, value) => {
  expect(host("--host")(text)).toBe(value);
});

it.each([
  ["start", "npm run sim --"],
  ["sim", "npm run sim --"],
  ["test", "journey-sim"],
  [undefined, "journey-sim"],
])("in the npm script %s, the program is called %s", (npmScript, command) => {
  expect(commandOf({ npmScript })).toBe(command);
});

it("reads client ids, limits and the addresses of stores", () => {
  expect(clientId("--world")("x".repeat(256))).toHaveLength(256);
  expect(limit("--limit")("store-bytes=2GiB")).toEqual(["store-bytes", 2 * 1_024 ** 3]);
  for (const address of ["sqlite:file.db", "postgres://localhost/db", "postgresql://localhost/db"])
    expect(store("--store")(address)).toBe(address);
});

it.each([
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
