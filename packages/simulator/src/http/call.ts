/** A request, whatever carries it. */
export interface Call {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** Scheme and authority under which the caller reached us, for absolute addresses. */
  readonly origin: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text, or `too-large` as soon as more than `limit` bytes have come. */
  text(limit: number): Promise<string | "too-large">;
}

/** A response, for whatever carries it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Set where a fault breaks the connection off: without a response, by a reset, or after this part of the body. */
  readonly transport?: "close" | "reset" | "cut";
  /** Milliseconds over which the body comes, where a fault slows it down. */
  readonly slow?: number;
}
