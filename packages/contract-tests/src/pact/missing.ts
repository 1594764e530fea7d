// In a separate file, because the public entry exports this class and must not depend on the types of Pact.

/** Thrown if Pact, an optional peer dependency, is not installed or its native library is missing. */
export class PactMissingError extends Error {
  override readonly name = "PactMissingError";
}
