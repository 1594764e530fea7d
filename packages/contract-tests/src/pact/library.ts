import { PactMissingError } from "./missing.ts";

/**
 * Loads Pact. The native library of Pact reports usage statistics unless `PACT_DO_NOT_TRACK` is set, so this function
 * sets the variable by default.
 *
 * @throws {PactMissingError} If the package or its native library for this platform is not installed.
 */
export async function loadPact(load = () => import("@pact-foundation/pact")) {
  process.env.PACT_DO_NOT_TRACK ??= "true";
  try {
    const pact = await load();
    new pact.PactV4({ consumer: "journey-kit", provider: "journey-kit", logLevel: "error" }); // loads the native library
    return pact;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    const advice = "npm install --save-dev @pact-foundation/pact@^17.1.4";
    throw new PactMissingError(`Pact cannot be loaded (${reason}). Install it: ${advice}`, { cause: error });
  }
}
