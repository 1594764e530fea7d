import { isPactMissing } from "../../src/pact.ts";

/** Whether to skip the tests that need Pact. */
export const missing = await isPactMissing();
