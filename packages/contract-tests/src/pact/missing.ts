// Apart from the library: who has no Pact can still name its absence, and its types are asked for by no entry.

/** Pact is an optional peer, and it or its native part is not there. */
export class PactMissingError extends Error {
  override readonly name = "PactMissingError";
}
