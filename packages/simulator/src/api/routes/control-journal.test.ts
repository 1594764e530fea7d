import { EventEmitter, once } from "node:events";
import { request } from "node:http";
import { Coverage, Har, RequestList } from "@journey-kit/schemas/control";
import { expect, test } from "vitest";
import { openControl } from "../../../test/control.ts";
import { address, enterService, noon, openService, type Service, sentSubject } from "../../../test/service.ts";
import { createMemoryStorage, type Storage } from "../../context/storage.ts";
import { UnavailableError } from "../../database/database.ts";
import { serveSimulator } from "../../node/serve.ts";

const readText = async ({ simulator }: Service, path: string) => {
  const response = await simulator.fetch(new Request(`${address}/_sim/worlds/tester/${path}`));
  return { type: response.headers.get("content-type"), text: await response.text() };
};

const openStream = ({ simulator }: Service, path = "worlds/tester/requests/stream", headers = {}) =>
  simulator.fetch(new Request(`${address}/_sim/${path}`, { headers }));

async function openBoth(journalSize?: number) {
  const service = await openService(journalSize === undefined ? {} : { journalSize });
  const control = openControl(service.simulator);
  const list = async (query = "") => RequestList.parse((await control("GET", `/tester/requests${query}`)).body);
  return { service, control, list };
}

test("records the request, the response, and the rules and readings behind the response", async () => {
  const { service, list } = await openBoth();
  const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
  const { requests } = await list(`?instance=${instanceId}`);
  expect(requests).toEqual([
    {
      sequence: 2,
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      at: "2026-01-01T12:00:00.000Z",
      startedAt: expect.any(String),
      duration: expect.any(Number),
      endpoint: "v2.startJourney",
      instanceId,
      phase: "running",
      request: {
        method: "POST",
        path: "/v2/captain/journey/start",
        headers: { "content-type": "application/json", authorization: expect.stringMatching(/^Bearer ‹string \d+›$/) },
        body: {
          resourceId: "age-check@latest",
          context: { config: { delivery: "api" }, subject: { identity: { dateOfBirth: "‹string 10›" } } },
        },
      },
      response: {
        status: 201,
        headers: { "content-type": "application/json", "x-request-id": expect.any(String) },
        body: { instanceId },
      },
      rules: expect.arrayContaining(["v2-start-201", "full-prefill-starts-modules"]),
      readings: expect.objectContaining({ "environment-choice": "by-resource-id" }),
    },
  ]);
});

test("records device/connect in the world of the connect token, even with another client's bearer token (spec 5)", async () => {
  const { service } = await openBoth();
  const other = await enterService(service.simulator, "other");
  const connectToken = service.token; // a customer token, which the endpoint refuses
  expect((await other.post("/v2/captain/device/connect", { connectToken })).status).toBe(401);
  const query = { endpoint: "v2.connectDevice" } as const;
  expect((await other.world.requests.list(query)).requests).toEqual([]);
  expect((await service.world.requests.list(query)).requests).toMatchObject([{ response: { status: 401 } }]);
});

test("records the rule behind a refusal and how to fix the request", async () => {
  const { service, list } = await openBoth();
  await service.v2("journey/state/fetch", {});
  const [exchange] = (await list("?status=400")).requests;
  expect(exchange?.refusal).toEqual({
    kind: "MISSING_FIELD",
    problems: [expect.stringContaining("instanceId: ")],
    places: [{ path: "instanceId" }],
    action: "Add the field and send the request again.",
  });
  expect(exchange?.rules).toContain("state-fetch-instance-id");
});

test("the request list can be filtered, and a cursor visits each request once", async () => {
  const { service, control, list } = await openBoth();
  const ids = [await service.start("age-check@latest"), await service.start("age-check@latest")];
  for (const instanceId of [...ids, "nobody"]) await service.v2("journey/state/fetch", { instanceId });
  const count = async (query: string) => (await list(query)).requests.length;
  expect(await count("?endpoint=v2.fetchState")).toBe(3);
  expect(await count("?endpoint=v2.fetchState&status=404")).toBe(1);
  expect(await count(`?instance=${ids[0]}`)).toBe(2);
  const seen: number[] = [];
  for (let after = 0; ; ) {
    const { requests, next } = await list(`?after=${after}&limit=2`);
    if (requests.length === 0) break;
    seen.push(...requests.map(({ sequence }) => sequence));
    after = next;
  }
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  for (const query of ["endpoint=nothing", "status=abc", "limit=0", "after=-1", "unknown=1"]) {
    expect((await control("GET", `/tester/requests?${query}`)).status).toBe(400);
    expect((await control("GET", `/tester/requests.har?${query}`)).status).toBe(400);
  }
});

test("lists the latest requests by default, and exports all requests", async () => {
  const { service, control, list } = await openBoth();
  for (let i = 0; i < 120; i += 1) await service.v2("journey/state/fetch", { instanceId: "nobody" });
  const { requests, next } = await list();
  expect([requests.length, requests[0]?.sequence, requests.at(-1)?.sequence, next]).toEqual([100, 22, 121, 121]);
  expect((await list("?limit=2")).requests.map(({ sequence }) => sequence)).toEqual([120, 121]);
  expect((await list("?after=0&limit=2")).requests.map(({ sequence }) => sequence)).toEqual([1, 2]);
  const archive = async (query = "") =>
    Har.parse((await control("GET", `/tester/requests.har${query}`)).body).log.entries;
  expect(await archive()).toHaveLength(121);
  expect((await archive("?limit=2")).map(({ response }) => response.status)).toEqual([404, 404]);
  expect((await archive("?after=0&limit=2")).map(({ response }) => response.status)).toEqual([200, 404]);
  expect(await archive("?endpoint=token.requestToken")).toHaveLength(1);
});

test("the journal has a fixed size, coverage includes dropped entries, and a reset clears both", async () => {
  const { service, control, list } = await openBoth(3);
  for (let i = 0; i < 5; i += 1) await service.v2("journey/state/fetch", { instanceId: "nobody" });
  expect((await list()).requests.map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
  expect(await list("?after=1")).toMatchObject({ dropped: 2, next: 6 });
  expect((await service.world.coverage()).requests).toBe(6);
  await control("DELETE", "/tester");
  expect(await list()).toMatchObject({ requests: [], next: 6 });
  expect(await service.world.coverage()).toMatchObject({ requests: 0, percentage: 0 });
});

test("coverage reaches a required percentage that it equals, and rounds down", async () => {
  const { service, control } = await openBoth();
  const { percentage, parts } = await service.world.coverage();
  const [covered, reachable] = (["covered", "reachable"] as const).map((name) =>
    parts.reduce((sum, part) => sum + part[name], 0),
  );
  expect(percentage).toBe(Math.floor((100 * (covered ?? 0)) / (reachable ?? 1)));
  const isReached = async (min: number) =>
    Coverage.parse((await control("GET", `/tester/coverage?min=${min}`)).body).reached;
  expect([await isReached(percentage), await isReached(percentage + 1)]).toEqual([true, false]);
});

test("a request without a token is recorded in no world", async () => {
  const { service, control } = await openBoth();
  await service.send("/v2/captain/journey/start", { method: "POST" });
  expect((await control("GET", "/other/requests")).body).toMatchObject({ requests: [] });
  expect((await service.world.requests.list()).requests.map(({ endpoint }) => endpoint)).toEqual([
    "token.requestToken",
  ]);
});

test("exports the requests as a valid HTTP Archive", async () => {
  const { service, control } = await openBoth();
  await service.start("age-check@latest", sentSubject("DateOfBirth"));
  const { log } = Har.parse((await control("GET", "/tester/requests.har")).body);
  expect(log.entries).toHaveLength(2);
  const { request: sent, response, timings, time } = log.entries[1] ?? {};
  expect(sent).toMatchObject({ method: "POST", url: "http://simulator.localhost/v2/captain/journey/start" });
  expect(sent?.postData?.mimeType).toBe("application/json");
  expect(JSON.parse(sent?.postData?.text ?? "")).toMatchObject({ resourceId: "age-check@latest" });
  expect(response).toMatchObject({ status: 201, statusText: "Created", content: { mimeType: "application/json" } });
  expect(timings).toEqual({ send: 0, wait: time, receive: 0 });
});

test("streams each request that matches the filter as soon as it is recorded", async () => {
  const { service } = await openBoth();
  const served = await serveSimulator(service.simulator, { port: 0 });
  const events: string[] = [];
  const path = "/_sim/worlds/tester/requests/stream?endpoint=v2.startJourney";
  const told = new EventEmitter();
  const [opened, came] = [once(told, "opened"), once(told, "came")];
  const call = request(served.url + path, (response) => {
    expect(response.headers["content-type"]).toBe("text/event-stream");
    response.setEncoding("utf8").on("data", (text: string) => {
      events.push(text);
      if (text.startsWith(":")) told.emit("opened");
      if (events.join("").split("event: exchange").length === 3) told.emit("came");
    });
    response.on("error", () => undefined);
  });
  call.on("error", () => undefined).end();
  await opened;
  const ids = [await service.start("age-check@latest")];
  await service.v2("journey/state/fetch", { instanceId: ids[0] });
  ids.push(await service.start("age-check@latest"));
  await came;
  const messages = [...events.join("").matchAll(/^data: (.+)$/gm)].map(([, data = ""]) => JSON.parse(data));
  expect(messages.map(({ instanceId }) => instanceId)).toEqual(ids);
  call.destroy();
  await served.close();
});

test("a stream resumes after the last event that the reader received", async () => {
  const { service } = await openBoth();
  await service.start("age-check@latest");
  const response = await openStream(service, undefined, { "last-event-id": "1" });
  const reader = response.body?.getReader();
  const texts = [await reader?.read(), await reader?.read()].map((part) => new TextDecoder().decode(part?.value));
  expect(texts[1]).toMatch(/^event: exchange\ndata: \{"sequence":2,.*\nid: 2\n\n$/);
  await reader?.cancel();
});

/** A storage whose recorded requests cannot be read. */
function createUnreadable(failure: Error): Storage {
  const memory = createMemoryStorage();
  return {
    ...memory,
    createJournals: (...options) => ({ ...memory.createJournals(...options), find: () => Promise.reject(failure) }),
  };
}

test.each([
  ["the database is unreachable", new UnavailableError("down"), []],
  ["reading fails", new Error("broken"), [new Error("broken")]],
])("ends a stream if %s before the recorded requests are sent", async (_, failure, reported) => {
  const errors: unknown[] = [];
  const storage = createUnreadable(failure);
  const service = await openService({ storage, limits: { streams: 1 }, onError: (error) => errors.push(error) });
  for (let i = 0; i < 2; i += 1) {
    const response = await openStream(service, "worlds/tester/requests/stream?after=0");
    expect([response.status, await response.text()]).toEqual([200, ": open\n\n"]);
  }
  expect(errors).toEqual([...reported, ...reported]);
});

test("an in-process watch stops and reports the error if the recorded requests cannot be read", async () => {
  const failure = new UnavailableError("down");
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { world, v2 } = await openService({ storage: createUnreadable(failure), onError });
  const seen: unknown[] = [];
  const own = await new Promise((resolve) => world.requests.watch({ after: "0" }, (one) => seen.push(one), resolve));
  world.requests.watch({ after: "0" }, (one) => seen.push(one));
  await expect.poll(() => errors).toEqual([failure]);
  await v2("nothing", {});
  expect([own, seen]).toEqual([failure, []]);
});

test("streams more recorded requests than it lists by default, before new ones", async () => {
  const service = await openService({ journalSize: 5_000, limits: { "stream-bytes": 8 * 1024 ** 2 } });
  const calls = 1_200;
  for (let i = 1; i < calls; i += 1) await service.v2("nothing", {}); // the token was the first request
  const reader = (await openStream(service, "worlds/tester/requests/stream?after=0&limit=9999")).body?.getReader();
  await service.v2("nothing", {});
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toBe(": open\n\n");
  for (let i = 1; i <= calls + 1; i += 1) expect(await read()).toContain(`\nid: ${i}\n`);
  await reader?.cancel();
});

test.each(["worlds/tester/requests/stream", "events"])(
  "ends the stream %s for a reader that falls behind",
  async (path) => {
    const service = await openService({ limits: { "stream-bytes": 100_000, streams: 1 } });
    const stream = await openStream(service, path);
    const calls = 500;
    for (let i = 0; i < calls; i += 1) await service.v2("nothing", {});
    expect((await service.world.requests.list({ after: `${calls}` })).next).toBe(calls + 1);
    const reader = stream.body?.getReader();
    let chunks = 0;
    let isDone = false;
    while (!isDone && chunks <= calls) {
      isDone = (await reader?.read())?.done ?? true;
      if (!isDone) chunks += 1;
    }
    expect(isDone).toBe(true);
    expect(chunks).toBeGreaterThan(0);
    expect(chunks).toBeLessThan(3); // what waited is gone
    const next = await openStream(service, path);
    expect(next.status).toBe(200); // the place is free
    await next.body?.cancel();
  },
);

test("a reader that keeps up can receive more than the size limit of a stream", async () => {
  const service = await openService({ limits: { "stream-bytes": 10_000 } });
  const stream = await openStream(service);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read(); // the comment that opens the stream
  for (let i = 2; i < 52; i += 1) {
    await service.v2("nothing", {});
    expect((await reader?.read())?.value).toContain(`\nid: ${i}\n`);
  }
  await reader?.cancel();
});

test("a stream sends as many recorded requests as its size limit allows, and the next stream continues after them", async () => {
  const service = await openService({ limits: { "stream-bytes": 10_000, streams: 1 } });
  for (let i = 0; i < 50; i += 1) await service.v2("nothing", {});
  const received: string[] = [];
  let streams = 0;
  for (; received.at(-1) !== "51"; streams += 1) {
    const stream = await openStream(service, undefined, { "last-event-id": received.at(-1) ?? "0" });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
      received.push(...(/^id: (\d+)$/m.exec(read.value)?.slice(1) ?? []));
      if (received.at(-1) === "51") break;
    }
    await reader?.cancel();
  }
  expect(received).toEqual(Array.from({ length: 51 }, (_, i) => `${i + 1}`));
  expect(streams).toBeGreaterThan(3);
});

test("a refused stream does not count as open", async () => {
  const service = await openService({ limits: { streams: 1 } });
  expect((await openStream(service, "worlds/tester/requests/stream?limit=none")).status).toBe(400);
  expect((await openStream(service)).status).toBe(200);
  expect((await openStream(service)).status).toBe(429);
});

test("coverage increases as a journey runs, and uncovered rows have a count of 0", async () => {
  const { service, control } = await openBoth();
  const read = async () => Coverage.parse((await control("GET", "/tester/coverage?min=90")).body);
  const before = await read();
  const instanceId = await service.start("identity-check@latest");
  await service.submit(instanceId, "FullName", "DateOfBirth");
  await service.v2("journey/interaction/fetch", { instanceId });
  await service.submit(instanceId, "CurrentAddress");
  await service.world.clock.advance({ ms: 60_000 });
  await service.v2("journey/state/fetch", { instanceId });
  const after = await read();
  expect(after.percentage).toBeGreaterThan(before.percentage + 10);
  expect(after).toMatchObject({ min: 90, reached: false });
  const rows = new Map(after.parts.flatMap(({ rows }) => rows.map((row) => [row.id, row.times] as const)));
  expect(
    ["v2.submitInteraction", "state-steps-advice", "finished", "submit-status=ok"].map((id) => rows.get(id)),
  ).toEqual([2, 1, 1, 2]);
  expect(["v1.startJourney", "MISSING_FIELD", "paused", "submit-status=created"].map((id) => rows.get(id))).toEqual([
    0, 0, 0, 0,
  ]);
});

test("coverage counts the transitions of an instance even if no client polled it (spec 3.1)", async () => {
  const { service } = await openBoth();
  const instanceId = await service.start("document-and-selfie@latest", sentSubject("FullName", "DateOfBirth"));
  await service.world.clock.advance({ ms: 60_000 });
  await service.submit(instanceId, "PrimaryDocument");
  await service.world.instance(instanceId).pause();
  const { parts } = await service.world.coverage();
  const met = parts.find(({ part }) => part === "transitions")?.rows.filter(({ times }) => times > 0);
  expect(met?.map(({ id, times }) => `${id}: ${times}`).toSorted()).toEqual([
    "collecting -> running: 1",
    "none -> running: 1",
    "running -> collecting: 1",
    "running -> paused: 1",
  ]);
});

test("coverage counts the stages of v1 tasks and the errors of all endpoints (spec 3.3, 7)", async () => {
  const { service } = await openBoth();
  const { v1, world, send } = service;
  const started = await v1("journey/start", {
    resourceId: "identity-check-v1@latest",
    context: { config: { async: true } },
  });
  await v1("journey/task/list", { instanceId: started.text("instanceId") });
  await send("/as/token.oauth2", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "client_id=tester&client_secret=x&grant_type=none",
  });
  const { parts } = await world.coverage();
  const met = parts.flatMap(({ rows }) => rows.filter(({ times }) => times > 0).map(({ id }) => id));
  expect(met).toEqual(expect.arrayContaining(["Assigned", "INVALID_TOKEN_REQUEST", "v1.listTasks"]));
});

test("coverage is available as a text table", async () => {
  const { service } = await openBoth();
  const { type, text } = await readText(service, "coverage?format=text&min=100");
  expect(type).toBe("text/plain; charset=utf-8");
  const lines = text.split("\n");
  expect(lines[0]).toMatch(/^Coverage of tester: \d+ % after 1 requests \(at least 100 %: not reached\)$/);
  expect(lines[3]).toMatch(/^endpoints +1 +\d+ +\d+ %$/);
  expect(text).toMatch(/^Not covered: errors$/m);
  expect(text).toMatch(/^ {2}v2\.startJourney +Starts an instance of a published journey\.$/m);
});

test("the JUnit coverage report is well-formed, counts skipped rows and has one failure below the minimum percentage", async () => {
  const { service } = await openBoth();
  const { type, text } = await readText(service, "coverage?format=junit&min=100");
  expect(type).toBe("application/xml; charset=utf-8");
  const open: string[] = [];
  for (const [, slash, name = "", attributes = "", empty] of text.matchAll(
    /<(\/?)([a-z]+)((?: [a-z]+="[^"<]*")*)(\/?)>/g,
  )) {
    expect(attributes).not.toMatch(/&(?!(amp|lt|gt|quot|apos);)/);
    if (slash === "/") expect(open.pop()).toBe(name);
    else if (empty !== "/") open.push(name);
  }
  expect(open).toEqual([]);
  const skipped = [...text.matchAll(/skipped="(\d+)"/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  expect(text.split("<skipped ").length - 1).toBe(skipped);
  expect(text.split("<failure ").length - 1).toBe(1);
});

test("the duration of a request is the system time from its arrival to its response", async () => {
  let system = noon;
  let step = 0;
  const service = await openService({ now: () => (system += step) });
  const durationOf = async (by: number) => {
    step = by;
    await service.v2("journey/state/fetch", { instanceId: "none" });
    step = 0;
    return (await service.world.requests.list()).requests.at(-1)?.duration;
  };
  expect(await durationOf(0)).toBe(0);
  const [one, seven] = [await durationOf(1), await durationOf(7)];
  expect(one).toBeGreaterThan(0);
  expect(seven).toBe(7 * (one ?? 0));
});

test("a watch reports a request once that is recorded while it reads the earlier ones", async () => {
  const memory = createMemoryStorage();
  let onFind = async () => {};
  const storage: Storage = {
    ...memory,
    createJournals: (...options) => {
      const journals = memory.createJournals(...options);
      return {
        ...journals,
        find: async (...query) => {
          await onFind();
          return journals.find(...query);
        },
      };
    },
  };
  const { world, v2 } = await openService({ storage });
  onFind = async () => {
    onFind = async () => {};
    await v2("journey/state/fetch", { instanceId: "meanwhile" });
  };
  const seen: number[] = [];
  const stop = world.requests.watch({ after: "0" }, ({ sequence }) => void seen.push(sequence));
  await expect.poll(() => seen.length).toBeGreaterThan(1);
  await v2("journey/state/fetch", { instanceId: "later" });
  await expect.poll(() => seen.length).toBeGreaterThan(2);
  stop();
  expect(seen).toEqual([1, 2, 3]);
});
