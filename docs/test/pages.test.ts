import { readFileSync } from "node:fs";
import { join } from "node:path";
import { TokenResponse } from "@journey-kit/schemas";
import { Scenario } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { testPersons } from "../../packages/simulator/src/world/people.ts";
import { toPages } from "../pages/index.ts";
import { toFile } from "../pages/markdown.ts";

const read = (path: string): string =>
  readFileSync(join(import.meta.dirname, "../src/content/docs", `${path}.md`), "utf8");

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

test("a world accepts the example on the scenarios page", async () => {
  const [, json = ""] = /```json\n(.*?)```/s.exec(read("reference/scenarios")) ?? [];
  const scenario = Scenario.parse(JSON.parse(json));
  const request = new Request(`http://localhost/_sim/worlds/reader/scenarios/${scenario.name}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: json,
  });
  expect((await createSimulator().fetch(request)).status).toBe(200);
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

test("a simulator accepts the control API examples that need no id, in page order", async () => {
  const { fetch } = createSimulator();
  const refused: string[] = [];
  for (const request of toRequests("reference/control-api").filter(({ url }) => !url.includes("$"))) {
    const response = await fetch(request);
    if (!response.ok) refused.push(`${request.method} ${request.url} ${await response.text()}`);
    else await response.body?.cancel();
  }
  expect(refused).toEqual([expect.stringMatching(/metrics.*Start it with --metrics/)]);
});

/** The members of an error, without the text that describes the single request. */
const withoutText = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (textMembers.includes(name) ? undefined : value)));
const textMembers: readonly string[] = ["problem", "message", "error_description"];

test("a simulator returns the example errors, apart from the text for the single request", async () => {
  const simulator = createSimulator();
  const post = async (path: string, body: string | URLSearchParams, authorization = "") => {
    const headers = { authorization, ...(typeof body === "string" && { "content-type": "application/json" }) };
    const response = await simulator.fetch(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
    return response.json();
  };
  const signIn = (id: string) =>
    post(
      "/as/token.oauth2",
      new URLSearchParams({
        grant_type: "client_credentials",
        client_id: id,
        client_secret: "any",
        scope: "service.token",
      }),
    );
  const bearer = `Bearer ${TokenResponse.parse(await signIn("reader")).access_token}`;
  const unknown = JSON.stringify({ instanceId: "unknown" });
  const bodies = [
    await post("/v2/captain/journey/state/fetch", unknown, bearer),
    await post("/captain/api/journey/state/fetch", unknown, bearer),
    await signIn("x".repeat(300)),
    await post("/_sim/worlds/reader/checkpoints/unknown/restore", "{}"),
  ];
  const examples = [...read("reference/errors").matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
  expect(examples.map(withoutText)).toEqual(bodies.map(withoutText));
});

test("a simulator accepts the examples that start an instance, with a token requested as the page describes", async () => {
  const { fetch } = createSimulator({ latency: 0 });
  const page = read("reference/endpoints");
  const form = new URLSearchParams([...page.matchAll(/-d (\w+=[\w.-]+)/g)].map(([, field = ""]) => field).join("&"));
  const issued = await fetch(new Request("http://localhost/as/token.oauth2", { method: "POST", body: form }));
  const { access_token } = TokenResponse.parse(await issued.json());
  const examples = toRequests("reference/endpoints", { authorization: `Bearer ${access_token}` });
  const responses = examples.filter(({ url }) => url.endsWith("/journey/start")).map((request) => fetch(request));
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([201, 201]);
});
