import type { Exchange } from "@journey-kit/schemas/control";
import type { Target } from "./target.ts";

/** An event of a simulator: a request to a world, or a tester's change to a world. */
export type SimulatorEvent =
  | { readonly type: "exchange"; readonly world: string; readonly exchange: Exchange }
  | { readonly type: "change"; readonly world?: string };

/** The error of a simulator that refuses to stream its events. */
export class EventsRefusedError extends Error {
  override readonly name = "EventsRefusedError";
  readonly status: number;

  constructor(status: number) {
    super(`The simulator refused to stream its events (${status}).`);
    this.status = status;
  }
}

/**
 * Reads the events of a simulator until `signal` aborts. Uses `fetch`, because `EventSource` can neither reach a
 * simulator in this tab nor send headers.
 *
 * @returns A promise that resolves when the stream ends.
 * @throws {EventsRefusedError} When the simulator refuses the request.
 * @throws {TypeError} When the simulator cannot be reached.
 */
export async function readEvents(
  { baseUrl, fetch }: Target,
  signal: AbortSignal,
  hooks: { readonly onOpen: () => void; readonly onEvent: (event: SimulatorEvent) => void },
): Promise<void> {
  const response = await fetch(new Request(`${baseUrl}/_sim/events`, { signal }));
  if (!response.ok || response.body === null) throw new EventsRefusedError(response.status);
  hooks.onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  signal.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
  let rest = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== undefined) hooks.onEvent(event);
    }
  }
}

/** Parses one block of a stream of server-sent events; undefined for a comment. */
export function parseBlock(block: string): SimulatorEvent | undefined {
  const lines = block.split("\n");
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart())
      .join("\n");
  const type = field("event");
  if (type !== "exchange" && type !== "change") return undefined;
  return { type, ...JSON.parse(field("data")) }; // the simulator's tests check every event against its schema
}
