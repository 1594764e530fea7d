import type { Explanation } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { noon, openService, type Service, sentSubject } from "../../test/service.ts";

/** A start of a journey, and what a client and a tester do with the instance. */
interface Story {
  readonly journey: string;
  readonly prefill: readonly string[];
  readonly moves: readonly Move[];
}

type Move =
  | { readonly do: "send"; readonly names: readonly string[] }
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "advance" | "pause" | "resume" | "fail" | "resolve" };

const names = ["FullName", "DateOfBirth", "CurrentAddress", "PrimaryDocument", "Selfie"];

const move: fc.Arbitrary<Move> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant("send" as const), names: fc.subarray(names) }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(1, 700, 2_000, 9_000) }), weight: 4 },
  { arbitrary: fc.record({ do: fc.constantFrom("advance", "pause", "resume", "fail", "resolve") }), weight: 3 },
);

const story: fc.Arbitrary<Story> = fc.record({
  journey: fc.constantFrom("identity-check", "document-and-selfie", "full-kyc", "full-kyc-v1", "identity-check-v1"),
  prefill: fc.subarray(names),
  moves: fc.array(move, { maxLength: 10 }),
});

async function start({ v1, v2 }: Service, { journey, prefill }: Story): Promise<string> {
  const isV1 = journey.endsWith("-v1");
  const config = isV1 ? { delivery: "api", async: true } : { delivery: "api" };
  const body = { resourceId: `${journey}@latest`, context: { config, subject: sentSubject(...prefill) } };
  return (await (isV1 ? v1 : v2)("journey/start", body)).text("instanceId");
}

/** Makes a move, and calls `see` at every instant at which something happens. */
async function play(service: Service, id: string, one: Move, see: () => Promise<Explanation>): Promise<void> {
  const { world, submit, v1 } = service;
  const instance = world.instance(id);
  const { apiVersion, steps, modules } = await see();
  switch (one.do) {
    case "send": {
      const taskId = steps.find(({ state }) => state === "current")?.taskId;
      const context = { subject: sentSubject(...one.names) };
      if (apiVersion === "v2") await submit(id, ...one.names);
      else await v1("journey/task/update", { intent: "Complete", instanceId: id, taskId, context });
      break;
    }
    case "wait": {
      const end = (await world.clock.now()) + one.ms;
      for (let { now, nextEvent } = await see(); nextEvent !== undefined; { now, nextEvent } = await see()) {
        const ms = Date.parse(nextEvent) - Date.parse(now);
        if ((await world.clock.now()) + ms > end) break;
        await world.clock.advance({ ms });
      }
      await world.clock.advance({ ms: end - (await world.clock.now()) });
      break;
    }
    case "advance":
      await instance.advance({ to: "next-event" });
      break;
    case "resolve": {
      const running = modules.find(({ state }) => state === "running");
      const worst = running?.outcomes.at(-1)?.name;
      if (running !== undefined && worst !== undefined) await instance.resolve(running.module, { outcome: worst });
      break;
    }
    default:
      await instance[one.do]().catch(() => undefined); // the phase of the instance may not allow it
  }
  await see();
}

/** An advance ends at a later instant, so no explanation at the instant of the command was seen after it. */
const withoutAdvances = (explanation: Explanation): Explanation => ({
  ...explanation,
  timeline: explanation.timeline.filter((event) => event.kind !== "command" || event.command.type !== "advance"),
});

test("explains an earlier state exactly as it was explained at that time or after that command (spec 3.1)", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const service = await openService();
      const id = await start(service, told);
      const instance = service.world.instance(id);
      const seen = new Map<string, Explanation>();
      const seenAfter = new Map<number, Explanation>();
      const see = async () => {
        const explanation = await instance.explain();
        seen.set(explanation.now, explanation);
        const { length } = await instance.log();
        if (!seenAfter.has(length)) seenAfter.set(length, explanation);
        return explanation;
      };
      await see();
      for (const one of told.moves) await play(service, id, one, see);
      const current = await instance.explain();
      expect([...seen.keys()]).toEqual(expect.arrayContaining(current.timeline.map(({ at }) => at)));
      for (const [at, explanation] of seen) {
        expect(withoutAdvances(await instance.explain({ at }))).toEqual(withoutAdvances(explanation));
      }
      for (const [commands, explanation] of seenAfter) {
        const earlier = await instance.explain({ commands: `${commands}` });
        if (earlier.now === explanation.now) expect(earlier).toEqual(explanation); // an advance ends at a later instant
      }
      expect(await instance.explain({ at: current.now })).toEqual(current);
    }),
    { numRuns: runs(20, 500) },
  );
});

test("the explanation of a time between two events shows that time and no later event", async () => {
  const { start, world } = await openService();
  const instance = world.instance(await start("identity-check@latest", sentSubject(...names)));
  await world.clock.advance({ ms: 60_000 });
  const { phase, now, nextEvent, timeline, modules } = await instance.explain({ at: "2026-01-01T12:00:00.500Z" });
  expect({ phase, now, nextEvent }).toEqual({
    phase: "running",
    now: "2026-01-01T12:00:00.500Z",
    nextEvent: "2026-01-01T12:00:02.000Z",
  });
  expect(modules.map(({ state }) => state)).toEqual(["running"]);
  expect(timeline.map(({ kind }) => kind)).toEqual(["command", "module-started"]);
});

test("the state after each of several simultaneous commands can be explained", async () => {
  const { start, submit, world } = await openService();
  const instanceId = await start("identity-check@latest");
  await submit(instanceId, "FullName");
  await submit(instanceId, "DateOfBirth");
  const missingAfter = async (commands: string) =>
    (await world.instance(instanceId).explain({ commands })).steps[0]?.missing;
  expect([await missingAfter("1"), await missingAfter("2"), await missingAfter("3")]).toEqual([
    ["FullName", "DateOfBirth"],
    ["DateOfBirth"],
    [],
  ]);
  await expect(missingAfter("4")).rejects.toThrow(
    "commands: must not exceed 3, the number of commands of the instance.",
  );
});

test("the explanation of an earlier state omits the last fault, and that of the current state includes the fault", async () => {
  const { start, v2, world } = await openService();
  const instanceId = await start("age-check@latest");
  await world.clock.advance({ ms: 1_000 });
  await world.faults.set({ rules: [{ when: { endpoint: "v2.fetchState" }, then: { type: "status", status: 503 } }] });
  await v2("journey/state/fetch", { instanceId });
  const instance = world.instance(instanceId);
  expect(await instance.explain({ at: new Date(noon).toISOString() })).not.toHaveProperty("lastFault");
  expect(await instance.explain({ at: new Date(noon + 1_000).toISOString() })).toHaveProperty("lastFault");
});

test("refuses a time before the start or after the current time of the instance", async () => {
  const { start, world } = await openService();
  const instance = world.instance(await start("age-check@latest"));
  await instance.advance({ ms: 1_000 });
  const problemAt = (ms: number) =>
    instance.explain({ at: new Date(noon + ms).toISOString() }).then(
      () => undefined,
      ({ errors }: { readonly errors: unknown }) => errors,
    );
  expect(await problemAt(1_000)).toBeUndefined();
  expect([await problemAt(-1), await problemAt(1_001)]).toEqual([
    [
      {
        name: "INVALID_FIELD",
        problem: "at: must not be earlier than the start of the instance, 2026-01-01T12:00:00.000Z.",
      },
    ],
    [
      {
        name: "INVALID_FIELD",
        problem: "at: must not be later than the instance's current time, 2026-01-01T12:00:01.000Z.",
      },
    ],
  ]);
});

test("refuses to resolve a module with more than 64 KiB of data, because the instance stores the data", async () => {
  const service = await openService();
  const instanceId = await service.start("age-check@latest", sentSubject("DateOfBirth"));
  const resolve = (size: number) =>
    service.world
      .instance(instanceId)
      .resolve("Age Verification", { outcome: "Under Age", advice: { note: "a".repeat(size) } });
  await expect(resolve(65_536)).rejects.toMatchObject({ refusal: { name: "BODY_TOO_LARGE" } });
  await expect(resolve(65_000)).resolves.toMatchObject({ instanceId });
});
