import { expect, test, vi } from "vitest";
import * as z from "zod";
import { toLeafSchema } from "./subject-leaf.ts";

test("under required-fields=strict, only the first leaf copies the schema of the subject (spec 2.4, 2.8)", () => {
  const first = toLeafSchema(["identity", "firstName"], "strict");
  const copies = vi.spyOn(z.globalRegistry, "add");
  const again = toLeafSchema(["identity", "firstName"], "strict");
  const other = toLeafSchema(["identity", "emails"], "strict");
  const count = copies.mock.calls.length;
  copies.mockRestore();
  expect(count).toBe(0);
  expect(again).toBe(first);
  expect(other).toMatchObject({ type: "array", items: { required: ["type", "email"] } });
});
