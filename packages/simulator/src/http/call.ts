/** A request, whatever carries it. */
export interface Call {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  /** What follows the `?`; empty where nothing does. */
  readonly query: string;
  /** Scheme and authority under which the caller reached us, for absolute addresses. */
  readonly origin: string;
  /** A header by its lower-case name. */
  header(name: string): string | undefined;
  /** The body as text, or `too-large` as soon as more than `limit` bytes have come. */
  text(limit: number): Promise<string | "too-large">;
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response whose body is all there. Only such ones are struck by faults. */
export interface WholeAnswer extends Head {
  readonly body: string;
  /** Set where a fault breaks the connection off: without a response, by a reset, or after this part of the body. */
  readonly transport?: "close" | "reset" | "cut";
  /** Milliseconds over which the body comes, where a fault slows it down. */
  readonly slow?: number;
}

/** A response that goes on until the caller goes. */
interface StreamedAnswer extends Head {
  readonly body: ReadableStream<Uint8Array>;
  readonly transport?: undefined;
  readonly slow?: undefined;
}

/** A response, for whatever carries it. */
export type Answer = WholeAnswer | StreamedAnswer;

/** Whether the body of an answer is all there. */
export const isWhole = (answer: Answer): answer is WholeAnswer => typeof answer.body === "string";
