import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { StartResponse, TokenResponse } from "@journey-kit/schemas";
import { FaultAction, Scenario } from "@journey-kit/schemas/control";
import { endpointFor, endpointNames, isHosted } from "@journey-kit/schemas/endpoints";
import { testPersons } from "@journey-kit/schemas/personal";
import { errorNames, faultActionTypes, presets } from "@journey-kit/schemas/tables";
import { createSimulator, type Simulator } from "@journey-kit/simulator";
import { createMetrics } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { toPages } from "../../docs/pages/index.ts";
import { toAnchor, toFile } from "../../docs/pages/markdown.ts";
import { ApiClient } from "../../packages/simulator/src/world/api-client.ts";

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "../../docs/src/content/docs", `${path}.md`), "utf8");

test.each(toPages())("the page $path is up to date; `pnpm emit` regenerates it", (page) => {
  expect(read(page.path)).toBe(toFile(page));
});

test("the scenarios page lists exactly the test people and scenarios of a running simulator", async () => {
  const { scenarios, always } = await createSimulator().world("reader").scenarios.list(); // `always` is the test people
  const shown = [...read("reference/scenarios").matchAll(/^(?:\| `([\w-]+)` \||- \*\*`([\w-]+)`\*\*)/gm)];
  const known = [
    ...testPersons.map(({ lastName }) => lastName),
    ...scenarios.map(({ name }) => name).filter((name) => name !== always),
  ];
  expect(shown.map(([, person, scenario]) => person ?? scenario).toSorted()).toEqual(known.toSorted());
});

test("the guide `faults` shows every action of a fault that the simulator accepts", () => {
  const actions = [...read("guides/faults").matchAll(/`(\{ "type": .*?\})`/g)].map(([, json = ""]) => JSON.parse(json));
  expect(actions.map((action) => FaultAction.parse(action).type).toSorted()).toEqual(faultActionTypes.toSorted());
});

test("the guide `troubleshooting` names errors that exist, and all except those that few clients cause", () => {
  const named = new Set([...read("guides/troubleshooting").matchAll(/`([A-Z]\w*_[A-Z_]+)`/g)].map(([, name]) => name));
  const known: ReadonlySet<string | undefined> = new Set(errorNames);
  expect([...named].filter((name) => !known.has(name)).toSorted()).toEqual(["JOURNEY_BASE_URL"]);
  expect(errorNames.filter((name) => !named.has(name)).toSorted()).toEqual([
    "BODY_TOO_COMPLEX",
    "HEADERS_TOO_LARGE",
    "MALFORMED_REQUEST",
    "NOT_READY",
    "NO_TASKS",
    "UNEXPECTED_PARAMETER",
    "UNKNOWN_CHECKPOINT",
    "VERSION_EXISTS",
  ]);
});

test("each error that the guide `troubleshooting` names links to its symptoms, whose headings exist", () => {
  const guide = read("guides/troubleshooting");
  const anchors = new Set([...guide.matchAll(/^## (.*)$/gm)].map(([, heading = ""]) => toAnchor(heading)));
  const errors = read("reference/errors").split(/^### /m).slice(1);
  const links = errors.flatMap((section) => {
    const [, name = ""] = /^`(\w+)`/.exec(section) ?? [];
    const found = [...section.matchAll(/\/guides\/troubleshooting\/#([^)]*)/g)].map(([, anchor = ""]) => anchor);
    return guide.includes(`\`${name}\``) ? [{ name, found }] : [];
  });
  expect(links.filter(({ found }) => found.length === 0 || !found.every((anchor) => anchors.has(anchor)))).toEqual([]);
});

test("the guide `playground` quotes only labels of the page", () => {
  const root = join(import.meta.dirname, "../..");
  const guide = readFileSync(join(root, "docs/src/content/docs/guides/playground.mdx"), "utf8");
  const text = guide.replaceAll(/^(?:import|<Picture) .*$/gm, "");
  const labels = [...text.matchAll(/"([^"]+)"/g)].map(([, label = ""]) => label);
  const sources = globSync("apps/playground/src/**/*.{ts,tsx}", { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join();
  expect(labels.length).toBeGreaterThan(5);
  expect(labels.filter((label) => !sources.includes(label))).toEqual([]);
});

test("the guide `run-for-a-team` lists every metric of the simulator", async () => {
  const { fetch } = createSimulator({ metrics: await createMetrics() });
  const text = await (await fetch(new Request("http://localhost/_sim/metrics"))).text();
  const names = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name]) => name).toSorted();
  expect(names(read("guides/run-for-a-team"), /`(journey_sim_\w+)`/g)).toEqual(
    names(text, /^# TYPE (journey_sim_\w+)/gm),
  );
});

test("the example of a clients file in the guide `run-for-a-team` is valid", () => {
  const [, json = ""] = /```json title="clients\.json"\n(.*?)```/s.exec(read("guides/run-for-a-team")) ?? [];
  expect(ApiClient.array().safeParse(JSON.parse(json)).error).toBeUndefined();
});

test("a simulator accepts the example scenario on the scenarios page", async () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(read("reference/scenarios")) ?? [];
  const scenario = Scenario.parse(JSON.parse(json));
  const request = new Request(`http://localhost/_sim/worlds/reader/scenarios/${scenario.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: json,
  });
  expect((await createSimulator().fetch(request)).status).toBe(200);
});

test.each(["client", "contract-tests"])("the page of the package %s describes every name that it exports", (name) => {
  const folder = join(import.meta.dirname, "../../packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const sections = read(`reference/${name}`).split(/^## /m).slice(1);
  const missing = Object.entries<{ readonly "@journey-kit/source"?: string }>(exports).flatMap(
    ([entry, conditions]) => {
      const file = conditions["@journey-kit/source"];
      if (file === undefined) return [];
      const source = readFileSync(join(folder, file), "utf8");
      const lists = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].map(([, list = ""]) => list).join();
      const reexported = [...lists.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, one = ""]) => one);
      const declared = [...source.matchAll(/^export (?:const|function|class|interface|type) (\w+)/gm)].map(
        ([, one = ""]) => one,
      );
      const section = sections.find((one) => one.startsWith(`\`${posix.join("@journey-kit", name, entry)}\`\n`)) ?? "";
      const isDescribed = (one: string) =>
        new RegExp(`^(?:### \`${one}\`\n\n\\w|\\| \`${one}\` \\| \\S)`, "m").test(section);
      return [...reexported, ...declared].filter((one) => !isDescribed(one)).map((one) => `${entry} ${one}`);
    },
  );
  expect(missing).toEqual([]);
});

/** The requests in the code blocks that begin with `curl`, in page order. */
const toRequests = (path: string, headers: Record<string, string> = {}): readonly Request[] =>
  [...read(path).matchAll(/^curl (.*?)(?=\n```)/gms)].map(([, text = ""]) => {
    const [, url = ""] = /(http:[^\s"]+)/.exec(text) ?? [];
    const [, body] = /-d '(.*)'/.exec(text) ?? [];
    const [, method = body === undefined ? "GET" : "POST"] = /-X (\w+)/.exec(text) ?? [];
    const json = { headers: { ...headers, "content-type": "application/json" }, body: body ?? null };
    return new Request(url, { method, ...(body !== undefined && json) });
  });

test("the control API examples that need no id succeed in page order, except for the metrics and the tools", async () => {
  const { fetch } = createSimulator();
  const refused: string[] = [];
  for (const request of toRequests("reference/control-api").filter(({ url }) => !url.includes("$"))) {
    const response = await fetch(request);
    if (!response.ok) refused.push(`${request.method} ${request.url} ${await response.text()}`);
    else await response.body?.cancel();
  }
  const reasons = [/metrics.*Start the simulator with --metrics/, /mcp.*Start it with journey serve/];
  expect(refused).toEqual(reasons.map((reason) => expect.stringMatching(reason)));
});

/** Requests a token for a client id. */
async function signIn(fetch: Simulator["fetch"], id: string): Promise<unknown> {
  const fields = { grant_type: "client_credentials", client_id: id, client_secret: "any", scope: "service.token" };
  const body = new URLSearchParams(fields);
  return (await fetch(new Request("http://localhost/as/token.oauth2", { method: "POST", body }))).json();
}

/** The members of an error, without the text that describes the single request. */
const withoutText = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (textMembers.includes(name) ? undefined : value)));
const textMembers: readonly string[] = ["problem", "message", "error_description"];

test("a simulator returns the example errors, except for texts that describe one particular request", async () => {
  const simulator = createSimulator();
  const post = async (path: string, body: string, authorization = "") => {
    const headers = { authorization, "content-type": "application/json" };
    const response = await simulator.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
    return response.json();
  };
  const bearer = `Bearer ${TokenResponse.parse(await signIn(simulator.fetch, "reader")).access_token}`;
  const unknown = JSON.stringify({ instanceId: "unknown" });
  const bodies = [
    await post("/v2/captain/journey/state/fetch", unknown, bearer),
    await post("/captain/api/journey/state/fetch", unknown, bearer),
    await signIn(simulator.fetch, "x".repeat(300)),
    await post("/_sim/worlds/reader/checkpoints/unknown/restore", "{}"),
  ];
  const examples = [...read("reference/errors").matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  expect(examples.map(withoutText)).toEqual(bodies.map(withoutText));
});

test("a simulator accepts every example request on the endpoints page once the token and ids are real", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const page = read("reference/endpoints");
  const form = new URLSearchParams([...page.matchAll(/-d (\w+=[\w.-]+)/g)].map(([, field = ""]) => field).join("&"));
  const issued = await fetch(new Request("http://localhost/as/token.oauth2", { method: "POST", body: form }));
  const { access_token } = TokenResponse.parse(await issued.json());
  const examples = toRequests("reference/endpoints", { authorization: `Bearer ${access_token}` });
  const own = { instanceId: "", connectToken: "" }; // of the latest instance
  const refused: string[] = [];
  for (const example of examples) {
    const text = await example.text();
    const body = text.replaceAll("4f9c2b7e1d3a4c58", own.instanceId).replace("Zk3vQ8", own.connectToken);
    const { url, method, headers } = example;
    const response = await fetch(new Request(url, { method, headers, body }));
    if (!response.ok) refused.push(`${url} ${body} ${await response.text()}`);
    else Object.assign(own, await response.json());
  }
  expect(refused).toEqual([]);
});

test("the endpoints page shows a valid example response for every endpoint that returns JSON", () => {
  const sections = read("reference/endpoints").split("\n### ").slice(1);
  const problems = endpointNames.flatMap((name) => {
    const section = sections.find((one) => one.startsWith(`\`${name}\`\n`));
    const [, json] = /^Example response:\n\n```json\n(.*?)```/ms.exec(section ?? "") ?? [];
    if (json === undefined) return isHosted(name) ? [] : [`${name} has no example`];
    const { error } = endpointFor(name, presets.specified).response.safeParse(JSON.parse(json));
    return error === undefined ? [] : [`${name}: ${error.message}`];
  });
  expect(problems).toEqual([]);
});

const toStart = (resourceId: string, delivery: string, subject: object): string =>
  JSON.stringify({ resourceId, context: { config: { delivery }, subject } });

test("a simulator accepts the control API examples about an instance when they are sent in a valid order", async () => {
  const profile = { readings: { "refer-ends-journey": "no" } } as const;
  const { fetch, world } = createSimulator({ clock: { mode: "frozen" }, profile });
  const examples = toRequests("reference/control-api");
  const { access_token } = TokenResponse.parse(await signIn(fetch, "my-tests"));
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const ofAge = toStart("age-check@latest", "api", { identity: { dateOfBirth: "1985-12-10" } });
  const refused: string[] = [];
  for (const { body, actions } of [
    { body: ofAge, actions: ["$INSTANCE", "pause", "resume", "resolve"] },
    { body: ofAge, actions: ["advance", "review"] },
    { body: toStart("onboarding@latest", "page", {}), actions: ["complete-pages", "fail"] },
  ]) {
    await world("my-tests").scenarios.arm({ scenario: "referred" });
    const started = await fetch(
      new Request("http://localhost/v2/captain/journey/start", { method: "POST", headers, body }),
    );
    const { instanceId } = StartResponse.parse(await started.json());
    for (const action of actions) {
      const example = examples.find(({ url }) => url.includes("$INSTANCE") && url.endsWith(action));
      if (example === undefined) throw new Error(`The page has no example for ${action}.`);
      const response = await fetch(new Request(example.url.replace("$INSTANCE", instanceId), example.clone()));
      if (!response.ok) refused.push(`${action}: ${await response.text()}`);
    }
  }
  expect(refused).toEqual([]);
});
