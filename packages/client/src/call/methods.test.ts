import { readFileSync } from "node:fs";
import { join } from "node:path";
import { paths } from "@journey-kit/schemas/calls";
import { endpointNames, endpointOf } from "@journey-kit/schemas/endpoints";
import { expect, test } from "vitest";

test("marks the methods of deprecated endpoints as deprecated (spec 4.2, 4.3)", () => {
  const source = readFileSync(join(import.meta.dirname, "methods.ts"), "utf8");
  const deprecated = [...source.matchAll(/@deprecated[^/]*\*\/\s+(\w+)\(body: (v[12])\./g)];
  expect(deprecated.map(([, method, apiVersion]) => `${apiVersion}.${method}`).toSorted()).toEqual(
    endpointNames.filter((name) => Object.hasOwn(paths, name) && endpointOf(name).deprecated !== undefined).toSorted(),
  );
});
