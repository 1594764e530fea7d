import { expect, test } from "vitest";
import { toCrumbs } from "./crumbs.ts";

test.each([
  ["/", ["Home"]],
  ["/compare", ["Compare"]],
  ["/constructor", ["/constructor"]],
  ["/w/acme/instances/sim_1/walk", ["acme", "Instances", "sim_1", "Walk"]],
  ["/w/acme/scenarios/faults", ["acme", "Scenarios", "faults"]],
  ["/w/acme/scenarios/constructor", ["acme", "Scenarios", "constructor"]],
  ["/w/acme/scenarios/toString", ["acme", "Scenarios", "toString"]],
  ["/w/constructor/instances", ["constructor", "Instances"]],
  ["/w/toString/requests/7", ["toString", "Requests", "7"]],
  ["/w/faults/faults", ["faults", "Faults"]],
  ["/w/__proto__/__proto__", ["__proto__", "__proto__"]],
  ["/w/acme/scenarios/two%20words", ["acme", "Scenarios", "two words"]],
  ["/w/50%/scenarios/50%25", ["50%", "Scenarios", "50%"]],
])("the breadcrumbs of %s are %j", (location, labels) => {
  expect(toCrumbs(location).map(({ label }) => label)).toEqual(labels);
});

test("each crumb leads to its part of the address, and the world to Home", () => {
  expect(toCrumbs("/w/acme/instances/sim_1").map(({ path }) => path)).toEqual([
    "/",
    "/w/acme/instances",
    "/w/acme/instances/sim_1",
  ]);
});
