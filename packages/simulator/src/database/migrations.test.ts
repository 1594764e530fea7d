import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { released } from "./migrations.ts";

/** The digest of each version that was released. Add the digest of a new version, and never change an old one. */
const digests = ["1e480a90ac14af19231cde6f9ee429ca39bfa59eb28bfee7be74a0eb175d6772"];

test("a new version follows the released versions of the tables, which do not change", () => {
  const found = released.map((version) => createHash("sha256").update(JSON.stringify(version)).digest("hex"));
  expect(found).toEqual(digests);
});
