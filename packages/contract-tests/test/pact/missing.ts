import { loadPact } from "../../src/pact/library.ts";

const problem: unknown = await loadPact().then(
  () => undefined,
  (error) => error,
);

/** Whether Pact cannot be loaded on this platform; then its tests are left out, and say so. */
export const missing = problem !== undefined;

if (missing) console.warn(`\n*** THE PACT TESTS ARE LEFT OUT. ${problem} ***\n`);
