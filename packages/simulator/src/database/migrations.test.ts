import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { released } from "./migrations.ts";

/** The digest of each version that was released. Add the digest of a new version, and never change an old one. */
const digests = ["aad9540087ff325f4b02262151a3825e1bf561656818ecf08ef3d2d548d83ecf"];

test("a new version follows the released versions of the tables, which do not change", () => {
  const found = released.map((version) => createHash("sha256").update(JSON.stringify(version)).digest("hex"));
  expect(found).toEqual(digests);
});
