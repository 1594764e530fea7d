import { expect, test } from "vitest";
import { type Answer, createCall } from "./call.ts";

const answer: Answer<string> = { body: "b", status: 200, headers: new Headers(), requestId: undefined };

test("a call resolves to the body, and withResponse to the whole response", async () => {
  const call = createCall(Promise.resolve(answer));
  expect(await call).toBe("b");
  expect(await call.withResponse()).toBe(answer);
});

test("a failed call that is awaited causes no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const reason = new Error("refused");
  await expect(createCall(Promise.reject(reason))).rejects.toBe(reason);
  await expect(createCall(Promise.reject(reason)).withResponse()).rejects.toBe(reason);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});
