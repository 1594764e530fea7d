import fc from "fast-check";
import { expect, test } from "vitest";
import { decodePart, paths, worldOf } from "./paths.ts";

test("an address contains the whole name of a world and of what belongs to it", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.string({ minLength: 1 }), (world, name) => {
      fc.pre(world.isWellFormed() && name.isWellFormed());
      const addresses = [paths.instance(world, name), paths.scenario(world, name), paths.walk(world, name)];
      for (const address of addresses) {
        expect(worldOf(address)).toBe(world);
        expect(decodePart(address.split("/")[4] ?? "")).toBe(name);
      }
      const pair = paths.comparePair({ world, id: name }, { world: name, id: world });
      expect(pair.split("/").slice(2).map(decodePart)).toEqual([world, name, name, world]);
    }),
  );
});

test("every view of a world has its own address below the world", () => {
  const { instances, requests, scenarios, faults, profile, coverage } = paths;
  const addresses = [instances, requests, scenarios, faults, profile, coverage].map((view) => view("acme"));
  expect(new Set(addresses).size).toBe(6);
  for (const address of addresses) expect(address).toMatch(/^\/w\/acme\/[a-z]+$/);
  expect([paths.request("acme", 7), paths.gap("acme", "rate-limit")]).toEqual([
    "/w/acme/requests/7",
    "/w/acme/profile/rate-limit",
  ]);
  expect(paths.operation("GET /x")).toBe("/reference/GET%20%2Fx");
});

test("an address outside the worlds has no world, and an invalid one keeps its text", () => {
  expect([worldOf("/"), worldOf("/compare"), worldOf("/x/w/acme")]).toEqual([undefined, undefined, undefined]);
  expect([worldOf("/w/50%/faults"), decodePart("%25"), decodePart("%")]).toEqual(["50%", "%", "%"]);
});
