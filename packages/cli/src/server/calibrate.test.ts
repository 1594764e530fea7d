import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCli } from "../../test/terminal.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "calibrate-"));
  vi.stubEnv("JOURNEY_CLIENT_SECRET", "s3cret-of-the-client");
  vi.stubEnv("JOURNEY_PASSWORD", "enchantress");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe("calibrate", () => {
  test("writes a valid profile with the server's readings, and prints no secret (spec 2 to 9)", {
    timeout: 60_000,
  }, async () => {
    const clock = { mode: "frozen", at: Date.UTC(2026, 0, 1, 12) } as const;
    const { url, close } = await serveSimulator(createSimulator({ profile: "observed", clock }), { port: 0 });
    const file = join(folder, "profile.json");
    const flags = ["--base-url", `${url}/eu/`, "--client-id", "me", "--username", "ada", "--control", "-o", file];
    const { code, out, err } = await runCli("calibrate", ...flags).finally(close);
    expect(code).toBe(0);
    expect(out).toContain("outcome-spelling (spec 1): decision, not plain\n      evaluation-decides-outcome/accept: ");
    expect(out).toMatch(/^\d+ found, 0 several, 0 contradicts, \d+ unknown; \d{3} requests$/m);
    expect(out + err).not.toMatch(/s3cret|enchantress/);
    const { $schema, ...written } = JSON.parse(await readFile(file, "utf8"));
    expect($schema).toBe("./node_modules/journey-kit/json/ProfileFile.json");
    expect(written.evidence["token-lifetime"]).toEqual({
      status: "found",
      possible: ["300s"],
      texts: expect.arrayContaining([expect.stringContaining("token.requestToken returned 200")]),
      firstAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      lastAt: written.evidence["token-lifetime"].firstAt,
    });
    expect(Object.values(written.evidence)).not.toContainEqual(expect.objectContaining({ status: "unknown" }));
    const profile = resolveProfile(written);
    expect(profile).toMatchObject({
      "refer-ends-journey": "no",
      "token-lifetime": "300s",
      "device-start": "journey-device",
    });
  });

  test("exits with 1 if the responses contradict every reading of a gap, and still writes the profile (spec 2 to 9)", async () => {
    const token = JSON.stringify({ access_token: "x", token_type: "Bearer", expires_in: 3_600 });
    const server = createServer((_, outgoing) => outgoing.setHeader("content-type", "application/json").end(token));
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo; // a server that listens on a port
    const file = join(folder, "stub.json");
    const flags = ["--base-url", `http://127.0.0.1:${port}`, "--client-id", "me", "--timeout", "0.1", "--json"];
    const { code, out } = await runCli("calibrate", ...flags, "-o", file);
    server.close();
    const { passed, findings } = JSON.parse(out);
    expect({ code, passed }).toEqual({ code: 1, passed: false });
    expect(findings).toContainEqual(expect.objectContaining({ status: "contradicts" }));
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ preset: "specified" });
  });

  test("names the problem if a flag, the options file or the server cannot be used (spec 5)", async () => {
    const file = join(folder, "options.json");
    await writeFile(file, JSON.stringify({ journeys: { ages: "x@latest" } }));
    const base = ["--base-url", "http://127.0.0.1:9"];
    for (const [args, line] of [
      [[], "Required option '--base-url <url>' not specified."],
      [base, "Pass --client-id, or --token with an access token."],
      [["--base-url", "ftp://eu.example"], "--base-url must be an address such as https://eu.example."],
      [
        [...base, "--control", "--token", "t"],
        "--control needs --client-id, because each client id has its own world.",
      ],
      [
        [...base, "--client-id", "me", "--timeout", "long"],
        "--timeout must be a number of seconds greater than 0, such as 0.2 or 10.",
      ],
      [[...base, "--client-id", "me", "--options", file], `${file}: journeys: Unrecognized key: "ages".`],
      [
        [...base, "--client-id", "me"],
        "http://127.0.0.1:9 cannot be reached (fetch blocks this port; use another one).",
      ],
    ] as const) {
      const { err } = await runCli("calibrate", ...args);
      expect(err).toContain(`journey: ${line}`);
    }
  });
});
