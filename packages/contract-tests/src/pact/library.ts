import { PactMissingError } from "./missing.ts";

/** Pact, as far as the kit uses it. */
export type PactLibrary = typeof import("@pact-foundation/pact");

/**
 * Loads Pact on first use, so that who does without it pays nothing. Its native part tells its makers of each use
 * unless `PACT_DO_NOT_TRACK` is set; the kit sets it where the environment says nothing.
 *
 * @throws {PactMissingError} When the package, or its native part for this platform, is not installed.
 */
export async function loadPact(load = () => import("@pact-foundation/pact")): Promise<PactLibrary> {
  process.env.PACT_DO_NOT_TRACK ??= "true";
  try {
    const pact = await load();
    new pact.PactV4({ consumer: "journey-kit", provider: "journey-kit", logLevel: "error" }); // loads the native part
    return pact;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    const advice = "npm install --save-dev @pact-foundation/pact@^17.1.4";
    throw new PactMissingError(`Pact cannot be loaded (${reason}). Install it: ${advice}`, { cause: error });
  }
}
