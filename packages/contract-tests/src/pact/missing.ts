// In a file of its own: the public entry exports this class, and must not need the types of Pact.

/** Pact, an optional peer dependency, or its native library is not installed. */
export class PactMissingError extends Error {
  override readonly name = "PactMissingError";
}
