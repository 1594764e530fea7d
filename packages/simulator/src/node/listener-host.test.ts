import { ErrorBody } from "@journey-kit/schemas";
import { resolveProfile } from "@journey-kit/schemas/tables";
import { describe, expect, it } from "vitest";
import { createHostCheck, createListenerError, findHostProblem } from "./listener.ts";

const isAllowed = createHostCheck(["sim.test", "::ffff:1"]);

describe("Host check", () => {
  it.each([
    "localhost",
    "LOCALHOST:4010",
    "eu.localhost",
    "127.0.0.1:4010",
    "127.9.9.9",
    "[::1]:4010",
    "sim.test:80",
    "Sim.Test",
    "[::ffff:1]",
  ])("allows the Host header %s", (authority) => {
    expect(isAllowed(authority)).toBe(true);
  });

  it.each([
    "",
    "evil.example",
    "localhost.evil.example",
    "evillocalhost",
    "127.0.0.1.evil.example",
    "127.evil.example",
    "10.0.0.1",
    "0.0.0.0:4010",
    "other.sim.test",
    "localhost@evil.example",
    "localhost, evil.example",
    "localhost:99999999",
    "localhost/",
    "[::2]",
    "127.1",
  ])("does not allow the Host header %j", (authority) => {
    expect(isAllowed(authority)).toBe(false);
  });
});

describe("request target", () => {
  const find = (method: string, url: string, ...rawHeaders: string[]) =>
    findHostProblem({ method, url, rawHeaders }, isAllowed);

  it("checks both the request target and the Host header", () => {
    expect(find("GET", "http://evil.example/", "Host", "localhost")).toBe("HOST_NOT_ALLOWED");
    expect(find("GET", "https://localhost@evil.example/", "Host", "localhost")).toBe("HOST_NOT_ALLOWED");
    expect(find("CONNECT", "evil.example:443", "Host", "localhost")).toBe("HOST_NOT_ALLOWED");
    expect(find("GET", "http://eu.localhost:1/x", "Host", "localhost")).toBeUndefined();
  });

  it("accepts only a path, an asterisk or an http URL", () => {
    for (const url of ["ftp://localhost/", "localhost", "", "http://", "?", "data:,"]) {
      expect(find("GET", url, "Host", "localhost")).toBe("MALFORMED_REQUEST");
    }
    expect(find("OPTIONS", "*", "Host", "localhost")).toBeUndefined();
  });

  it("the error for a refused host names the flag that allows it", () => {
    const { body } = createListenerError(resolveProfile(), "HOST_NOT_ALLOWED");
    expect(ErrorBody.parse(JSON.parse(body)).errors[0]?.problem).toContain("--allow-host");
  });

  it("requires exactly one Host header", () => {
    expect(find("GET", "/")).toBe("MALFORMED_REQUEST");
    expect(find("GET", "/", "Host", "localhost", "hOST", "localhost")).toBe("MALFORMED_REQUEST");
    expect(find("GET", "/", "Accept", "*/*", "HOST", "localhost")).toBeUndefined();
  });
});
