import { expect, test } from "vitest";
import { sleepBySystem } from "./clock.ts";

test("a sleep ends after its duration, or rejects with the reason of an aborted signal", async () => {
  await expect(sleepBySystem(0)).resolves.toBeUndefined();
  const controller = new AbortController();
  const waiting = sleepBySystem(1_000_000, { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  await expect(sleepBySystem(1_000_000, { signal: controller.signal })).rejects.toThrow("enough");
});
