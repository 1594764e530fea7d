import { type World, WorldSnapshot } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { createActor, move } from "../../test/actor.ts";
import { form, noon, openContext, openService, sentSubject } from "../../test/service.ts";
import type { Command } from "../engine/commands.ts";
import { RefusalError } from "../engine/refusal-error.ts";
import { createSimulator } from "../simulator.ts";
import type { Store } from "../store/store.ts";
import { saveSnapshot } from "./save-snapshot.ts";
import { openSnapshot } from "./snapshot.ts";

const options = { clock: { mode: "frozen", at: noon }, now: () => noon } as const;
const everything = sentSubject("FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie");

/** Reads everything in a world except its name and its epoch. */
async function readAll(world: World): Promise<unknown> {
  const { instances } = await world.instances();
  const { world: _, ...coverage } = await world.coverage();
  return {
    coverage,
    instances,
    clock: await world.clock.read(),
    profile: await world.profile.read(),
    rate: await world.rate.read(),
    permissions: await world.permissions.read(),
    scenarios: await world.scenarios.list(),
    faults: await world.faults.read(),
    hits: await world.faults.hits(),
    requests: await world.requests.list({ limit: "1000" }),
    explanations: await Promise.all(instances.map(({ instanceId }) => world.instance(instanceId).explain())),
  };
}

test("a world opened from a saved snapshot equals the original world, and both worlds continue in the same way", async () => {
  const story = fc.record({ before: fc.array(move, { maxLength: 16 }), after: fc.array(move, { maxLength: 12 }) });
  const property = fc.asyncProperty(story, async ({ before, after }) => {
    const saved = createSimulator(options);
    const world = saved.world("saved");
    const client = await createActor(saved, "saved");
    await world.scenarios.put({ name: "mine", rules: [{ when: { module: "Liveness" }, then: { outcome: "Fail" } }] });
    await world.scenarios.arm({ scenario: "mine", times: 3 });
    await world.faults.set({
      rules: [
        { when: { endpoint: "v1.fetchState", nth: 2 }, then: { type: "status", status: 500 } },
        { when: { endpoint: "v2.fetchState", probability: 0.3 }, then: { type: "status", status: 503 } },
      ],
    });
    for (const one of before) await client.play(one);
    const played = client.responses().length;
    const snapshot = await world.snapshot.save();
    expect(WorldSnapshot.parse(snapshot)).toEqual(snapshot);

    const fresh = createSimulator(options);
    const opened = fresh.world("opened");
    await opened.snapshot.open(snapshot);
    expect(await readAll(opened)).toEqual(await readAll(world));
    expect({ ...(await opened.snapshot.save()), world: "saved" }).toEqual(snapshot);

    const other = await createActor(fresh, "opened", client);
    for (const one of after) for (const actor of [client, other]) await actor.play(one);
    expect(other.responses()).toEqual(client.responses().slice(played));
  });
  await fc.assert(property, { numRuns: runs(20, 200), includeErrorInReport: true });
});

test("opening a snapshot replaces a world's content, but tokens for that world stay valid", async () => {
  const { world, start } = await openService(options);
  const instanceId = await start("full-kyc@latest", everything);
  const snapshot = await world.snapshot.save();
  const other = await openService(options);
  await other.start("age-check@latest");
  await other.world.reset();
  const renewed = await other.renew();
  expect(await other.world.snapshot.open(snapshot)).toMatchObject({ world: "tester", instances: 1, epoch: 2 });
  expect((await renewed.v2("journey/state/fetch", { instanceId })).at("status")).toBe("InProgress");
});

test.each(["real", "frozen", "auto"] as const)(
  "after a snapshot is opened, the clock continues at the saved time in mode %s",
  async (mode) => {
    const saved = createSimulator(options).world("tester");
    await saved.clock.advance({ ms: 3_600_000 });
    await saved.clock.set({ mode });
    const snapshot = await saved.snapshot.save();
    let system = noon + 10 * 86_400_000;
    const { clock, snapshot: snapshots } = createSimulator({ now: () => system }).world("tester");
    await snapshots.open(snapshot);
    expect(await clock.read()).toEqual({ mode, now: "2026-01-01T13:00:00.000Z" });
    system += 1_000;
    expect(await clock.now()).toBe(noon + 3_600_000 + (mode === "real" ? 1_000 : 0));
  },
);

test("opening a snapshot keeps request numbers in a new simulator, and continues them in a world that already has them", async () => {
  const { world, start, v2 } = await openService({ ...options, journalSize: 3 });
  await world.faults.set({
    rules: [{ id: "down", when: { endpoint: "v2.fetchState" }, then: { type: "status", status: 503 } }],
  });
  const instanceId = await start("age-check@latest");
  for (let i = 0; i < 4; i += 1) await v2("journey/state/fetch", { instanceId });
  const snapshot = await world.snapshot.save();
  expect(snapshot.requests.map(({ sequence }) => sequence)).toEqual([4, 5, 6]);
  const fresh = createSimulator(options).world("tester");
  await fresh.snapshot.open(snapshot);
  expect((await fresh.instance(instanceId).explain()).lastFault).toMatchObject({ exchange: 6, rule: "down" });
  expect(await fresh.coverage()).toEqual(await world.coverage());
  await fresh.snapshot.open(snapshot);
  const { requests } = await fresh.requests.list({ after: "6" });
  expect(requests.map(({ sequence }) => sequence)).toEqual([7, 8, 9]);
});

test("a saved world contains the instance of every request in it, even if clients start journeys meanwhile", async () => {
  const { context, start } = await openContext(options);
  const startFirst =
    <Arguments extends readonly unknown[], Value>(read: (...given: Arguments) => Promise<Value>) =>
    async (...given: Arguments): Promise<Value> => {
      await start("age-check@latest");
      return read(...given);
    };
  const store = { ...context.store, state: startFirst(context.store.state) };
  const journals = {
    ...context.journals,
    find: startFirst(context.journals.find),
    counts: startFirst(context.journals.counts),
  };
  const { instances, requests, counts } = await saveSnapshot({ ...context, store, journals }, "tester");
  const ids = instances.map(({ start }) => start.instanceId);
  const started = requests.flatMap(({ instanceId }) => instanceId ?? []);
  expect(started).toHaveLength(1);
  expect(ids).toEqual(expect.arrayContaining(started));
  expect(counts.endpoints["v2.startJourney"]).toBeGreaterThanOrEqual(started.length);
});

test("a saved world lists equal terms once, even if they are different objects", async () => {
  const { context, start } = await openContext(options);
  for (const journey of ["age-check", "age-check", "identity-check"]) await start(`${journey}@latest`);
  const state: Store["state"] = async (world) => structuredClone(await context.store.state(world));
  const { terms, instances } = await saveSnapshot({ ...context, store: { ...context.store, state } }, "tester");
  expect(terms).toHaveLength(2);
  expect(instances.map((one) => one.terms)).toEqual([0, 0, 1]);
});

test("opening a snapshot restores whether a single-use token was used", async () => {
  const service = await openService(options);
  const instanceId = await service.start("age-check@latest");
  const connectToken = (await service.v2("device/start", { instanceId })).text("connectToken");
  const unused = await service.world.snapshot.save();
  expect((await service.v2("device/connect", { connectToken })).status).toBe(201);
  const used = await service.world.snapshot.save();
  await service.world.snapshot.open(unused);
  expect((await service.v2("device/connect", { connectToken })).status).toBe(201);
  await service.world.snapshot.open(used);
  expect((await service.v2("device/connect", { connectToken })).status).toBe(401);
});

test("changing a snapshot after it was saved or opened changes no world", async () => {
  const { world, start } = await openService(options);
  await start("identity-check@latest", sentSubject("FullName"));
  const before = structuredClone(await world.snapshot.save());
  const snapshot = await world.snapshot.save();
  await world.snapshot.open(snapshot);
  snapshot.scenario.rules.length = 0;
  for (const { subject } of snapshot.instances.map((one) => one.start)) subject.identity = {};
  for (const { definition } of snapshot.terms) definition.segments.length = 0;
  expect({ ...(await world.snapshot.save()), requests: [] }).toEqual({ ...before, requests: [] });
});

/**
 * Every command that an instance can log after its start. A new command must be added to this list and to `WorldSnapshot`.
 */
const commandTypes: Readonly<Record<Command["type"], true>> = {
  submit: true,
  update: true,
  resolve: true,
  review: true,
  pause: true,
  resume: true,
  fail: true,
  abandon: true,
  terminate: true,
  finish: true,
  advance: true,
};

test("a snapshot can contain every kind of command", async () => {
  const readings = { "refer-ends-journey": "no", "extension-endpoints": "present" } as const;
  const { world, start, submit, v1, v2 } = await openService({ ...options, profile: { readings } });
  const reviewed = world.instance(await start("document-and-selfie@latest", everything));
  await reviewed.pause();
  await reviewed.resume();
  await reviewed.resolve("Data Verification", { outcome: "Partial Match", advice: { score: 1 } });
  await reviewed.advance({ ms: 60_000 });
  expect(await reviewed.review({ outcome: "reject" })).toMatchObject({ phase: "finished" });
  await world.instance(await start("age-check@latest")).fail();
  const instanceId = await start("identity-check@latest");
  await submit(instanceId, "FullName");
  await v2("journey/terminate", { instanceId, reason: "done" });
  await v1("journey/start", { resourceId: "age-check-v1@latest", context: { subject: everything } });
  await world.scenarios.arm({ scenario: "stuck" });
  await v1("journey/start", { resourceId: "age-check-v1@latest", context: { subject: everything } });
  const context = { config: { async: true }, subject: {} };
  const older = await v1("journey/start", { resourceId: "age-check-v1@latest", context });
  const taskId = `${older.text("instanceId")}.1`;
  const update = { intent: "Complete", instanceId: older.text("instanceId"), taskId };
  await v1("journey/task/update", { ...update, context: { subject: everything } });

  const snapshot = await world.snapshot.save();
  const types = new Set(snapshot.instances.flatMap(({ commands }) => commands.map(({ type }) => type)));
  expect([...types].toSorted()).toEqual(Object.keys(commandTypes).toSorted());
  const opened = createSimulator(options).world("tester");
  await opened.snapshot.open(snapshot);
  expect(await readAll(opened)).toEqual(await readAll(world));
});

/** Random text that appears nowhere else. */
const secret = fc.string({
  unit: fc.constantFrom(..."abcdefghijkmnopqrstuvwxyzABCDEFGH"),
  minLength: 12,
  maxLength: 40,
});
/** A PNG image with random content. */
const image = fc
  .uint8Array({ minLength: 90, maxLength: 300 })
  .map((bytes) => `iVBORw0KGgoA${btoa(String.fromCharCode(...bytes))}`);

test("a snapshot contains no secret, no token and no image, no matter where a client sent one", async () => {
  const property = fc.asyncProperty(secret, image, async (text, bytes) => {
    const service = await openService(options);
    const { world, token, v1, v2, send, start, submit } = service;
    await world.profile.set({ readings: { "foreign-element": "ignored" } });
    const grant = { grant_type: "client_credentials", client_id: "tester", scope: "service.token" };
    await send("/as/token.oauth2", form({ ...grant, client_secret: `zq${text}` }));
    const first = await start("document-and-selfie@latest");
    const connectToken = (await v2("device/start", { instanceId: first })).text("connectToken");
    const endUserToken = (await v2("device/connect", { connectToken })).text("endUserToken");
    const hidden = [token, connectToken, endUserToken, bytes, `data:image/png;base64,${bytes}`];
    for (const one of hidden) {
      const subject = {
        uid: one,
        identity: { firstName: "Ada", middleNames: [one], lastNames: ["Lovelace"], [one]: one, photo: one },
        documents: [{ type: "Primary", side1Image: bytes, portrait: one }],
        biometrics: [{ selfieImage: bytes, id: one }],
        [one]: { [one]: [one, `see ${one}`] },
      };
      await start("identity-check@latest", subject, { delivery: "page" });
      await start("document-and-selfie@latest", subject);
      const biometrics = [{ selfieImage: one }];
      const context = { config: { async: true }, subject: { ...subject, biometrics } };
      const older = await v1("journey/start", { resourceId: "document-and-selfie-v1@latest", context });
      const instanceId = older.text("instanceId");
      await v1("journey/task/update", { intent: "Complete", instanceId, taskId: `${instanceId}.1`, context });
      const interactionId = (await v2("journey/interaction/fetch", { instanceId: first })).text("interactionId");
      const participants = ["PrimaryDocument", one].map((domainElementId) => ({ domainElementId }));
      await v2("journey/interaction/submit", { instanceId: first, interactionId, participants, context: { subject } });
    }
    await submit(first, "Selfie");
    const snapshot = await world.snapshot.save();
    expect(snapshot.instances).toHaveLength(1 + 3 * hidden.length);
    expect(snapshot.instances.flatMap(({ commands }) => commands).length).toBeGreaterThan(hidden.length);
    const file = JSON.stringify(snapshot);
    expect(file).toContain("Lovelace");
    expect(JSON.stringify(snapshot.requests)).not.toContain("Lovelace");
    expect(file).not.toContain(`zq${text}`);
    for (const one of [token, endUserToken].map((jwt) => jwt.split(".").at(-1) ?? "").concat(connectToken, bytes)) {
      expect(one.length).toBeGreaterThan(40);
      expect(file.includes(one.slice(0, 40))).toBe(false);
    }
    const opened = createSimulator(options).world("tester");
    await opened.snapshot.open(snapshot);
    expect(await opened.snapshot.save()).toEqual(snapshot);
  });
  await fc.assert(property, { numRuns: runs(4, 50) });
});

/** A world with a v1 instance, and a v2 instance that received two commands. */
const sample = openService(options).then(async ({ world, start, submit, v1 }) => {
  await v1("journey/start", { resourceId: "age-check-v1@latest", context: { config: { async: true }, subject: {} } });
  const instanceId = await start("identity-check@latest");
  await submit(instanceId, "FullName");
  await world.instance(instanceId).pause();
  return world.snapshot.save();
});
const saveSample = async (): Promise<WorldSnapshot> => structuredClone(await sample);

/** A reading that requires another one. */
const unmet = { paused: "in-review" };
const tokenFault = { when: { endpoint: "hosted.showPage" as const }, then: { type: "expireToken" as const } };
const wrong = (value: unknown) => value as never;

type Damage = (snapshot: WorldSnapshot) => unknown;
/** Sets members of a part of a snapshot. */
const set =
  (part: (snapshot: WorldSnapshot) => object | undefined, members: object): Damage =>
  (snapshot) =>
    Object.assign(part(snapshot) ?? {}, members);
const second = ({ instances }: WorldSnapshot) => instances[1];
const start = (snapshot: WorldSnapshot) => second(snapshot)?.start;
const command = (i: number) => (snapshot: WorldSnapshot) => second(snapshot)?.commands[i];
const readings = ({ profile }: WorldSnapshot) => profile.readings;
const addRule =
  (rule: unknown): Damage =>
  ({ scenario }) =>
    scenario.rules.unshift(wrong(rule));

const damages: readonly (readonly [path: string, damage: Damage])[] = [
  ["format", set((file) => file, { format: "har" })],
  ["version", set((file) => file, { version: 2 })],
  ["body", set((file) => file, { more: 1 })],
  ["clock.now", set(({ clock }) => clock, { now: "noon" })],
  ["profile.readings.submit-status", set(readings, { "submit-status": "teapot" })],
  ["profile.readings", set(readings, { nothing: "x" })],
  ["profile.readings.paused", set(readings, unmet)],
  ["scenario.rules[0].when", addRule({ when: { modul: "x" }, then: {} })],
  ["scenario.rules[0].when.module", addRule({ when: { module: "x" }, then: {} })],
  [
    "scenarios[0].otherwise.outcome",
    ({ scenarios }) => scenarios.push({ name: "a", rules: [], otherwise: { outcome: "Flop" } }),
  ],
  ["armed[0].scenario", ({ armed }) => armed.push({ scenario: "nothing", times: 1 })],
  ["faults.plan.rules[0].then", ({ faults }) => faults.plan.rules.push(tokenFault)],
  ["faults.counters.a", set(({ faults }) => faults.counters, { a: -1 })],
  ["rate.callsPerMinute", set(({ rate }) => rate, { callsPerMinute: -1 })],
  ["permissions[0]", ({ permissions }) => permissions.unshift(wrong("journey:own"))],
  ["terms[1].seed", set(({ terms }) => terms[1], { seed: "1" })],
  ["terms[0].readings.retention", set(({ terms }) => terms[0]?.readings, { retention: "x" })],
  ["terms[0].definition.version", ({ terms }) => delete terms[0]?.definition.version],
  [
    "terms[0].definition.segments[0].modules[0].module",
    ({ terms }) => terms[0]?.definition.segments[0]?.modules.unshift({ module: "Nothing", variant: "x" }),
  ],
  ["instances[1].terms", set(second, { terms: 2 })],
  ["instances[1].start.apiVersion", set(second, { terms: 0 })],
  ["instances[1].start.at", set(start, { at: -1 })],
  ["instances[1].start.subject", set(start, { subject: null })],
  ["instances[1].start", set((file) => start(file)?.subject, { identity: { dateOfBirth: 1 } })],
  ["instances[1].start.linkExpiresAt", set(start, { linkExpiresAt: 1e300 })],
  ["instances[1].start.instanceId", (file) => set(start, { instanceId: file.instances[0]?.start.instanceId })(file)],
  ["instances[1].start.ordinal", set(start, { ordinal: 1 })],
  ["instances[0].start.ordinal", set((file) => file, { ordinal: 0 })],
  ["instances[0].commands[0].type", ({ instances: [one, two] }) => one?.commands.push(...(two?.commands ?? []))],
  ["instances[1].commands[0].interactionId", set(command(0), { interactionId: 1 })],
  ["instances[1].commands[0]", set(command(0), { interactionId: "x" })],
  ["instances[1].commands[1].at", set(command(1), { at: noon - 1 })],
  ["instances[1].commands[2]", (file) => second(file)?.commands.push({ type: "pause", at: noon })],
  ["requests[0].response.status", set(({ requests }) => requests[0]?.response, { status: "200" })],
  ["counts.requests", set(({ counts }) => counts, { requests: -1 })],
];

test.each(damages)("refuses a snapshot that is invalid at %s and changes nothing (case %#)", async (path, damage) => {
  const snapshot = await saveSample();
  const { world, start } = await openService(options);
  await start("age-check@latest");
  const before = await readAll(world);
  damage(snapshot);
  const refused: unknown = await world.snapshot.open(snapshot).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusalError);
  expect(refused).toMatchObject({ message: expect.stringContaining(`${path}: `) });
  expect(await readAll(world)).toEqual(before);
});

test("reports which command cannot be applied, even after 20,000 others", async () => {
  const snapshot = await saveSample();
  const { commands } = snapshot.instances[1] ?? {};
  for (let i = 0; i < 10_000; i += 1) commands?.push({ type: "resume", at: noon }, { type: "pause", at: noon });
  commands?.push({ type: "pause", at: noon });
  const opened = createSimulator(options).world("tester").snapshot.open(snapshot);
  await expect(opened).rejects.toThrow("instances[1].commands[20002]: cannot be applied.");
});

test.each<[string, (file: WorldSnapshot, count: number) => void]>([
  ["armed scenarios", (file, count) => file.armed.push(...Array(count).fill({ scenario: "rejected", times: 1 }))],
  ["used tokens", (file, count) => file.usedTokens.push(...Array.from({ length: count }, (_, i) => `token-${i}`))],
  [
    "hits of faults",
    ({ faults }, count) =>
      faults.hits.push(
        ...Array(count).fill({ rule: "0", endpoint: "v2.fetchState", instance: 1, action: { type: "delay", ms: 1 } }),
      ),
  ],
  [
    "counters of faults",
    ({ faults }, count) => {
      for (let i = 0; i < count; i += 1) faults.counters[`${i}`] = 1;
    },
  ],
  [
    "commands",
    ({ instances: [, instance] }, count) => {
      for (let i = 0; i < count; i += 1) instance?.commands.push({ type: i % 2 === 0 ? "resume" : "pause", at: noon });
    },
  ],
])("opening a snapshot with 1,000 %s lets other requests proceed every 50 entries", async (name, fill) => {
  const { context } = await openContext(options);
  const countPauses = async (count: number) => {
    const snapshot = await saveSample();
    fill(snapshot, count);
    let pauses = 0;
    const pause = async () => {
      pauses += 1;
    };
    await openSnapshot({ ...context, pause }, "tester", snapshot);
    return pauses;
  };
  // Commands are parsed and then applied.
  expect((await countPauses(1_000)) - (await countPauses(0))).toBeGreaterThanOrEqual(name === "commands" ? 40 : 20);
});
