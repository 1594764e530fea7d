import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { runCli } from "../../test/terminal.ts";

const dir = ".pact/broker";
const pact = { consumer: { name: "my-app" }, provider: { name: "journey-service" }, interactions: [] };
beforeAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await writeFile(`${dir}/my-app-journey-service.json`, JSON.stringify(pact));
});
afterEach(() => vi.unstubAllEnvs());

const publish = ["publish-pacts", dir, "--app-version", "1.2.3", "--branch", "main"];
const ask = ["can-i-deploy", "--consumer", "my-app", "--app-version", "1.2.3", "--environment", "production"];

/** A stub of a Pact broker that records the requests. */
async function serveBroker(summary?: Readonly<Record<string, unknown>>) {
  const received: { readonly path: string; readonly authorization: string | undefined; readonly body: string }[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { url: path = "", headers } = incoming;
    received.push({ path, authorization: headers.authorization, body: await text(incoming) });
    const { port } = server.address() as AddressInfo; // a server that listens on a port
    const base = `http://127.0.0.1:${port}`;
    const index = { _links: { "pb:publish-contracts": { href: `${base}/contracts/publish` } } };
    const matrix = { summary, notices: [], matrix: [] };
    const answer = path === "/" ? index : path.startsWith("/matrix") ? matrix : { notices: [], _links: {} };
    outgoing.setHeader("content-type", "application/hal+json").end(JSON.stringify(answer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // as above
  return {
    received,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}

test.each([
  [publish, "PACT_BROKER_BASE_URL must be an address such as https://broker.example."],
  [ask, "PACT_BROKER_BASE_URL must be an address such as https://broker.example."],
  [["publish-pacts", "/no/dir", "--app-version", "1"], "/no/dir does not exist."],
])("%j exits with 2 if the broker's address or the folder is wrong", async (args, problem) => {
  vi.stubEnv("PACT_BROKER_BASE_URL", args.includes("/no/dir") ? "http://127.0.0.1:9" : "nope");
  expect(await runCli(...args)).toEqual({ code: 2, out: "", err: `journey-contract: ${problem}\n` });
});

test("can-i-deploy exits with 2 if the broker refuses the credentials", async () => {
  const server = createServer((_, outgoing) => outgoing.writeHead(401).end("{}"));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a server that listens on a port
  vi.stubEnv("PACT_BROKER_BASE_URL", `http://127.0.0.1:${port}`);
  const { code, err } = await runCli(...ask);
  server.close();
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("401 Unauthorized") });
});

test.each([[publish], [ask]])("%j exits with 2 if PACT_BROKER_BASE_URL is empty", async (args) => {
  vi.stubEnv("PACT_BROKER_BASE_URL", "");
  const err = "journey-contract: Set PACT_BROKER_BASE_URL to the address of the broker.\n";
  expect(await runCli(...args)).toEqual({ code: 2, out: "", err });
});

test("publish-pacts sends the files in a folder to the broker, with credentials from the environment", async () => {
  await using broker = await serveBroker();
  vi.stubEnv("PACT_BROKER_BASE_URL", broker.url);
  vi.stubEnv("PACT_BROKER_TOKEN", "token-of-a-broker");
  const { code, out } = await runCli(...publish);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.not.stringContaining("token-of-a-broker") });
  const published = broker.received.find(({ path }) => path === "/contracts/publish");
  expect(published?.authorization).toBe("Bearer token-of-a-broker");
  const { contracts, ...rest } = JSON.parse(published?.body ?? "{}");
  expect(rest).toMatchObject({ pacticipantName: "my-app", pacticipantVersionNumber: "1.2.3", branch: "main" });
  expect(JSON.parse(Buffer.from(contracts[0].content, "base64").toString())).toMatchObject(pact);
});

test.each([
  [{ deployable: true, reason: "as stubbed" }, 0],
  [{ deployable: false, reason: "as stubbed" }, 1],
  [{ deployable: null, reason: "not verified yet" }, 1],
  [{ reason: "as stubbed" }, 1],
  [undefined, 1],
])("can-i-deploy exits with 0 only if `deployable` is true, with and without --json: %j, %i", async (summary, code) => {
  await using broker = await serveBroker(summary);
  vi.stubEnv("PACT_BROKER_BASE_URL", broker.url);
  expect((await runCli(...ask)).code).toBe(code);
  const json = await runCli(...ask, "--json");
  expect({ code: json.code, ...JSON.parse(json.out) }).toMatchObject({ code, passed: code === 0 });
  expect(JSON.parse(json.out).broker.summary).toEqual(summary);
  expect(broker.received.map(({ path }) => path).join()).toMatch(/matrix\?.*my-app.*1\.2\.3.*environment=production/);
});

test.each([
  [["publish-pacts", dir], "--app-version is required."],
  [["can-i-deploy", "--consumer", "my-app"], "--app-version is required."],
])("%j exits with 2 and names the missing flag", async (args, problem) => {
  expect(await runCli(...args)).toMatchObject({ code: 2, err: expect.stringContaining(problem) });
});
