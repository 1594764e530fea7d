import { expect, test } from "vitest";
import { openService, type Service, sentSubject } from "../../test/service.ts";

const limited = { profile: { readings: { "rate-limit": "limited" } } } as const;

const start = ({ v2 }: Service) =>
  v2("journey/start", { resourceId: "age-check@latest", context: { config: { delivery: "api" }, subject: {} } });

test("the rate limit counts submits and starts together (spec 8, gap rate-limit)", async () => {
  const service = await openService(limited);
  await service.world.rate.set({ callsPerMinute: 2 });
  const instanceId = await service.start("age-check@latest");
  expect((await service.submit(instanceId, "DateOfBirth")).status).toBe(200);
  expect((await start(service)).status).toBe(429);
  expect((await service.submit(instanceId, "DateOfBirth")).status).toBe(429);
});

test("a refused caller may call again after the number of seconds in `Retry-After` (spec 8, gap rate-limit)", async () => {
  const service = await openService(limited);
  await service.world.rate.set({ callsPerMinute: 1 });
  await service.start("age-check@latest", sentSubject("DateOfBirth"));
  expect((await start(service)).headers.get("retry-after")).toBe("60");
  await service.world.clock.advance({ ms: 15_500 });
  expect((await start(service)).headers.get("retry-after")).toBe("45");
  await service.world.clock.advance({ ms: 45_000 });
  expect((await start(service)).status).toBe(201);
  expect((await start(service)).headers.get("retry-after")).toBe("60");
});

test("restoring a checkpoint that moves the clock back starts a new minute for the rate limit (spec 8, gap rate-limit)", async () => {
  const service = await openService(limited);
  const { world } = service;
  await world.rate.set({ callsPerMinute: 1 });
  const { checkpoint } = await world.checkpoints.save();
  await world.clock.advance({ ms: 3_000_000 });
  expect([(await start(service)).status, (await start(service)).status]).toEqual([201, 429]);
  await world.checkpoints.restore(checkpoint);
  expect([(await start(service)).status, (await start(service)).status]).toEqual([201, 429]);
});
