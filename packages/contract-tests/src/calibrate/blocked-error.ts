/** A probe cannot go on, because something before it came out otherwise; the message says what, in a sentence. */
export class BlockedError extends Error {
  override readonly name = "BlockedError";
}
