import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createJourneyClient } from "@journey-kit/client";
import type { Exchange } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isThorough } from "../../../../../../vitest.shared.ts";
import { type Repeat, toRepeat } from "./repeat.ts";
import { toClientCode } from "./to-client-code.ts";
import { toCurl } from "./to-curl.ts";
import { toFetch } from "./to-fetch.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../../../..");
const simulator = createSimulator({ latency: 0 });
const auth = { clientId: "acme", clientSecret: "any" };
const image = "aW1hZ2U=";

let server: { readonly url: string; readonly close: () => Promise<void> };
let token: string;
/** The first request to each endpoint. */
let requests: ReadonlyMap<string | undefined, Exchange>;

beforeAll(async () => {
  server = await serveSimulator(simulator, { port: 0 });
  const client = createJourneyClient({ baseUrl: `${server.url}/us`, authUrl: server.url, auth });
  const context = { config: { delivery: "api" }, subject: { identity: { firstName: "Ada" } } } as const;
  const { instanceId } = await client.v2.startJourney({ resourceId: "document-and-selfie@latest", context });
  const { interactionId = "" } = await client.v2.fetchInteraction({ instanceId });
  await client.v2.submitInteraction({
    instanceId,
    interactionId,
    participants: [{ domainElementId: "FullName" }],
    context: { subject: { identity: { firstName: "Ada", lastNames: ["O'Hara"] } } },
  });
  await client.v2.fetchState({ instanceId });
  const task = await client.v1.startJourney({
    resourceId: "document-and-selfie-v1@latest",
    context: {
      config: { delivery: "api", async: true },
      subject: { documents: [{ type: "Primary", side1Image: image }] },
    },
  });
  await client.v1.listTasks({ instanceId: task.instanceId });
  const { requests: list } = await simulator.world("acme").requests.list();
  requests = new Map(list.toReversed().map((exchange) => [exchange.endpoint, exchange]));
  const response = await fetch(`${server.url}/as/token.oauth2`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "acme",
      client_secret: "any",
      scope: "service.token",
    }),
  });
  token = (await response.json()).access_token;
});

afterAll(() => server.close());

const repeatOf = (endpoint: string): Repeat => toRepeat(exchangeOf(endpoint), { kind: "server", baseUrl: server.url });

function exchangeOf(endpoint: string): Exchange {
  const exchange = requests.get(endpoint);
  if (exchange === undefined) throw new Error(`No request for ${endpoint}.`);
  return exchange;
}

const endpoints = ["token.requestToken", "v2.startJourney", "v2.fetchInteraction", "v2.fetchState", "v1.listTasks"];
const fill = (code: string) => code.replaceAll("‹string 13›", "service.token"); // the scope of a token request

test.each(endpoints)("the generated curl command for %s gets the recorded status", async (endpoint) => {
  const curl = await run("sh", ["-c", `${fill(toCurl(repeatOf(endpoint), "acme"))} -o /dev/null -w '%{http_code}'`]);
  expect(curl.stdout).toBe(`${exchangeOf(endpoint).response.status}`);
});

test("the generated fetch calls get the recorded statuses", async () => {
  const env = { ...process.env, TOKEN: token };
  const code = endpoints.map((endpoint) => `{\n${fill(toFetch(repeatOf(endpoint)))}\n}`).join("\n");
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { env });
  const statuses = endpoints.map((endpoint) => exchangeOf(endpoint).response.status);
  expect(stdout.match(/^\d{3} /gm)).toEqual(statuses.map((status) => `${status} `));
});

test("the generated client code compiles (in CI), and the code for a state request runs", async () => {
  const codes = [...requests.values()].flatMap(({ endpoint }) =>
    endpoint === undefined ? [] : (toClientCode(repeatOf(endpoint), endpoint, "acme") ?? []),
  );
  expect(codes).toHaveLength(6);
  const state = toClientCode(repeatOf("v2.fetchState"), "v2.fetchState", "acme") ?? "";
  const options = ["--conditions=@journey-kit/source", "--input-type=module", "-e", state];
  const { stdout } = await run(process.execPath, options, { cwd: root });
  expect(stdout).toContain("status: 'InProgress'");
  if (!isThorough) return;
  const folder = mkdtempSync(join(root, ".scratch-"));
  try {
    for (const [i, code] of codes.entries()) writeFileSync(join(folder, `${i}.ts`), `${code}\n`);
    const settings = { extends: "../tsconfig.json", include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", folder]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

test("a shell passes every character of a body to curl unchanged", async () => {
  const body = { name: 'O\'Hara "$TOKEN" `id` \\ !' };
  const command = toCurl({ ...repeatOf("v2.fetchState"), hasToken: false, body }, "acme");
  const { stdout } = await run("sh", ["-c", `curl() { for last; do :; done; printf %s "$last"; }\n${command}`]);
  expect(JSON.parse(stdout)).toEqual(body);
});

test("generates no client code for an endpoint without a client method", () => {
  expect(toClientCode(repeatOf("token.requestToken"), "token.requestToken", "acme")).toBeUndefined();
  expect(toClientCode(repeatOf("v2.fetchState"), "v2.checkHealth", "acme")).toBeUndefined();
  expect(toClientCode(repeatOf("v2.fetchState"), undefined, "acme")).toBeUndefined();
});

test("the code for a simulator in a browser tab uses JOURNEY_BASE_URL instead of an address", () => {
  const repeat = toRepeat(exchangeOf("v2.fetchState"), { kind: "tab", baseUrl: "http://simulator.localhost" });
  const codes = [toCurl(repeat, "acme"), toFetch(repeat), toClientCode(repeat, "v2.fetchState", "acme")];
  for (const code of codes) {
    expect(code).toContain("JOURNEY_BASE_URL");
    expect(code).not.toContain("simulator.localhost");
  }
});

test("generated code contains no token, and tells the user to replace each placeholder", () => {
  const repeat = repeatOf("v2.submitInteraction");
  for (const code of [toCurl(repeat, "acme"), toFetch(repeat), toClientCode(repeat, "v2.submitInteraction", "acme")]) {
    expect(code).toContain("‹string 3›");
    expect(code).toContain("Replace each placeholder");
    expect(code).not.toContain("Ada");
    expect(code).not.toContain(token);
  }
  expect(toCurl(repeatOf("v2.fetchState"), "acme")).not.toContain("placeholder");
});
