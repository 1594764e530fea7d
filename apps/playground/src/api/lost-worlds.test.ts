import { expect, test } from "vitest";
import { hasLostWorlds } from "./lost-worlds.ts";

const world = (id: string, instances: number, epoch = 1) => ({
  world: id,
  instances,
  epoch,
  clock: { mode: "real", now: "2026-01-31T09:30:00.000Z" } as const,
});
const before = [world("acme", 2), world("empty", 0)];

test("reports no lost worlds after new instances, new worlds or a reset", () => {
  expect(hasLostWorlds(before, before)).toBe(false);
  expect(hasLostWorlds(before, [world("acme", 3), world("empty", 1), world("new", 1)])).toBe(false);
  expect(hasLostWorlds(before, [world("acme", 0, 2), world("empty", 0)])).toBe(false);
  expect(hasLostWorlds([], [])).toBe(false);
});

test("reports lost worlds after a restart, even if a client has already sent new requests", () => {
  expect(hasLostWorlds(before, [])).toBe(true);
  expect(hasLostWorlds(before, [world("acme", 1), world("empty", 0)])).toBe(true);
  expect(hasLostWorlds([world("acme", 0, 2)], [world("acme", 0)])).toBe(true);
});
