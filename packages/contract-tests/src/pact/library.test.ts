import { expect, test } from "vitest";
import { loadPact } from "./library.ts";
import { PactMissingError } from "./missing.ts";

test("explains how to install Pact if it is missing", async () => {
  const missing = loadPact(() => Promise.reject(new Error("Cannot find package '@pact-foundation/pact'\n at x")));
  await expect(missing).rejects.toThrow(
    new PactMissingError(
      "Pact cannot be loaded (Cannot find package '@pact-foundation/pact'). Install it: npm install --save-dev @pact-foundation/pact@^17.1.4",
    ),
  );
});
