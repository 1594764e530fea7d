/**
 * Base class of the client's errors.
 *
 * Two errors do not extend this class: the `TypeError` for an invalid configuration, and the reason of an aborted
 * signal, which is thrown unchanged.
 */
export class JourneyError extends Error {
  override readonly name: string = "JourneyError";
}
