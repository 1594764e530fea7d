import { Subject } from "@journey-kit/schemas";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { personal } from "../../../schemas/test/personal.ts";
import { sampleOf } from "../../test/sample-of.ts";
import { address, enterService, form, openService, type Service } from "../../test/service.ts";
import { createSpanTraces } from "../node/traces.ts";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Random text that appears nowhere else. */
const secret = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 12, maxLength: 40 })
  .map((text) => `zq${text}`);

/** Returns everything that the journal publishes about a world. */
async function everythingOf({ simulator }: Service): Promise<string> {
  const read = async (path: string) =>
    (await simulator.fetch(new Request(`${address}/_sim/worlds/tester/${path}`))).text();
  const stream = await simulator.fetch(new Request(`${address}/_sim/worlds/tester/requests/stream?after=0`));
  const reader = stream.body?.getReader();
  let events = "";
  const count = (await simulator.world("tester").requests.list({ limit: "1000" })).requests.length + 1;
  for (let i = 0; i < count; i += 1) events += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const paths = [
    "requests?limit=1000",
    "requests.har?limit=1000",
    "coverage",
    "coverage?format=text",
    "coverage?format=junit",
  ];
  return [events, ...(await Promise.all(paths.map(read)))].join("\n");
}

/** Creates a subject with a value for every leaf and with members that no schema defines. */
const subjectWith = (text: string): Record<string, unknown> => ({
  ...(sampleOf(Subject, text) as Record<string, unknown>), // the sample of an object schema is an object
  [text]: text,
  notes: [{ [text]: text }],
});

/** Creates requests that contain `text` wherever a personal value or a key can appear. */
const requests = (text: string): readonly (readonly [string, unknown])[] => {
  const subject = subjectWith(text);
  const context = { config: { delivery: "api", branding: { [text]: text } }, subject, [text]: text };
  return [
    ["/v2/captain/journey/start", { resourceId: "identity-check@latest", context }],
    ["/v2/captain/journey/start", { resourceId: `${text} ${text}`, context, documents: [subject] }],
    ["/eu/captain/api/journey/start", { resourceId: "identity-check-v1@latest", context }],
    ["/captain/api/journey/task/update", { intent: "Complete", instanceId: "x", taskId: "x.1", context }],
    ["/v2/captain/journey/state/fetch", { instanceId: [text], filterKeys: [text] }],
    [
      "/v2/captain/journey/interaction/submit",
      { interactionId: `${text}=`, participants: [{ instructions: [text] }], context },
    ],
    ["/v2/captain/device/connect", { connectToken: text }],
    [`/v2/captain/${text}`, { instanceId: text }],
    [`/captain/api/journey/start/${text}`, context],
  ];
};

test("the journal and the coverage contain no personal data and no secret from a request", async () => {
  await fc.assert(
    fc.asyncProperty(secret, async (text) => {
      const service = await openService();
      const instanceId = await service.start("identity-check@latest", subjectWith(text));
      for (const [path, body] of requests(text))
        await service.post(path, body, { "x-forwarded-for": text, cookie: text });
      await service.post("/v2/captain/journey/state/fetch", { instanceId }, { "content-type": `text/${text}` });
      const json = { authorization: `Bearer ${service.token}`, "content-type": "application/json" };
      await service.send("/v2/captain/journey/start", { method: "POST", headers: json, body: `{"${text}": ${text}` });
      await service.send("/v2/captain/journey/start", { method: "POST", headers: json, body: `"${text}"` });
      for (const fields of [
        { client_secret: text },
        { client_secret: "x", scope: text },
        { username: text, password: text },
      ]) {
        await service.send(
          "/as/token.oauth2",
          form({ client_id: "tester", grant_type: "password", [text]: text, ...fields }),
        );
      }
      expect(await everythingOf(service)).not.toContain(text);
    }),
    { numRuns: runs(4, 25) },
  );
});

test("the journal contains no token, no matter where a request contains one", async () => {
  const service = await openService();
  const { token } = service;
  const id = await service.start("identity-check@latest");
  const device = await service.v2("device/start", { instanceId: id });
  const connectToken = device.text("connectToken");
  const endUser = await service.v2("device/connect", { connectToken });
  const tokens = [token, connectToken, endUser.text("endUserToken")];
  for (const one of tokens) {
    await service.v2("journey/state/fetch", { instanceId: one });
    await service.v2("journey/start", {
      resourceId: `${one}@latest`,
      context: { config: { delivery: one }, subject: {} },
    });
    await service.post(
      "/captain/api/journey/task/schema",
      { taskId: one },
      { "x-request-id": one, "x-sim-scenario": one },
    );
    await service.v2("journey/interaction/submit", {
      instanceId: id,
      interactionId: one,
      participants: [{ domainElementId: one }],
    });
  }
  const everything = await everythingOf(await enterService(service.simulator, "tester"));
  for (const one of tokens) {
    const part = one.split(".").at(-1) ?? one; // the signature of a JWT
    expect(part.length).toBeGreaterThan(40);
    expect(everything).not.toContain(part.slice(0, 40));
  }
});

test("the journal hides an X-Request-ID that looks like a token, even if the response echoes it (spec 7)", async () => {
  const service = await openService();
  await service.world.profile.set({ readings: { "x-request-id-echo": "echoed" } });
  const id = `sim_${"A".repeat(80)}`;
  const answered = await service.post("/v2/captain/journey/state/fetch", { instanceId: "x" }, { "x-request-id": id });
  expect(answered.headers.get("x-request-id")).toBe(id);
  expect((await service.world.requests.list()).requests).toHaveLength(2);
  expect(await everythingOf(service)).not.toContain(id);
});

test("the journal stores the size and the digest of an image, but none of its bytes", async () => {
  const bytes = btoa("not a real image, but longer than a word ".repeat(4));
  const service = await openService();
  const documents = [{ type: "Primary", side1Image: bytes, photo: bytes }];
  await service.start("document-and-selfie@latest", { documents });
  await service.v2("journey/start", { resourceId: "age-check@latest", documents, context: { subject: { documents } } });
  const everything = await everythingOf(service);
  expect(everything).not.toContain(bytes.slice(0, 24));
  expect(everything).toMatch(/‹image of 164 bytes, digest [0-9a-f]{64}›/);
  expect(everything).toContain(`‹image of ${bytes.length} characters›`);
});

test("personal data in place of an id or a name shows in no journal, stream, log, span or error", async () => {
  await fc.assert(
    fc.asyncProperty(personal, async (text) => {
      const logged: unknown[] = [];
      const log = (...shown: readonly unknown[]) => void logged.push(shown);
      const profile = { readings: { "x-request-id-echo": "echoed" } } as const;
      const traces = createSpanTraces({ start: () => 0, end: log, addRun: log });
      const service = await openService({ profile, onRequest: log, traces });
      const events: unknown[] = [];
      service.simulator.events((event) => events.push(event));
      const headers = { "x-request-id": text, "x-sim-scenario": text };
      const context = { config: { delivery: text }, subject: {} };
      const named = [{ domainElementId: text, instructions: [text] }];
      for (const [path, body] of [
        ["/v2/captain/journey/start", { resourceId: text, context }],
        ["/v2/captain/journey/start", { resourceId: `${text}@latest`, context }],
        ["/v2/captain/journey/state/fetch", { instanceId: text, filterKeys: [text] }],
        ["/v2/captain/journey/interaction/submit", { instanceId: text, interactionId: text, participants: named }],
        ["/captain/api/journey/task/update", { intent: text, instanceId: text, taskId: text }],
        ["/captain/api/journey/task/schema", { taskId: `${text}.1` }],
      ] as const)
        await service.post(path, body, headers);
      const control = async (method: string, path: string, body?: object) => {
        const init = { method, headers: { "content-type": "application/json", ...headers } };
        const sent = new Request(`${address}/_sim/worlds/${path}`, {
          ...init,
          ...(body && { body: JSON.stringify(body) }),
        });
        return (await service.simulator.fetch(sent)).text();
      };
      const errors = [
        await control("PATCH", "tester/clock", { mode: text, [text]: text }),
        await control("PATCH", "tester/clock", { mode: "auto", [text]: 1, [`${text}2`]: 1 }),
        await control("PUT", "tester/profile", { preset: text, readings: { [text]: 1 } }),
        await control("PUT", "tester/profile", { readings: { [text]: text } }),
        await control("PUT", "tester/faults", { rules: [{ when: { [text]: text }, then: { [text]: text } }] }),
        await control("POST", "tester/scenarios/arm", { scenario: text }),
        await control("GET", `tester/instances/${encodeURIComponent(text)}`),
        await control("GET", `tester/requests?${new URLSearchParams({ [text]: text })}`),
      ];
      const shown = [await everythingOf(service), ...errors, JSON.stringify([logged, events])].join("\n");
      const at = shown.indexOf(text);
      expect(at === -1 ? "" : shown.slice(Math.max(0, at - 200), at + 60)).toBe("");
    }),
    { numRuns: runs(20, 500) },
  );
});

test("a token is no client id, so that no list of worlds shows it (spec 5)", async () => {
  const { send, simulator } = await openService();
  const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl";
  const fields = { grant_type: "client_credentials", scope: "service.token", client_secret: "x", client_id: jwt };
  expect((await send("/as/token.oauth2", form(fields))).status).toBe(401);
  const clock = await simulator.fetch(`${address}/_sim/worlds/${jwt}/clock`);
  expect(clock.status).toBe(404);
  expect(await (await simulator.fetch(`${address}/_sim/worlds`)).text()).not.toContain(jwt);
});

test("the sample subject contains the secret at least 150 times", () => {
  expect(JSON.stringify(subjectWith("zqone")).split("zqone").length).toBeGreaterThan(150);
});
