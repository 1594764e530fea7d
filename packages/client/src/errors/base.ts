/**
 * Base class of every error that this package throws while it works with the service.
 *
 * Not in this family: wrong configuration, which is a `TypeError` before anything is sent, and the reason of an aborted
 * signal, which is thrown as it is.
 */
export class JourneyError extends Error {
  override readonly name: string = "JourneyError";
}
