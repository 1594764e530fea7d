import type { Pause } from "../world/steps.ts";

/** How many characters one step writes, which takes a millisecond. A longer value is written in one step. */
export const stepSize = 256 * 1024;

/** How deep a body is written in parts. Every long list of the control API is at most this deep. */
const partDepth = 3;

/** Writes a body as JSON: as text if it is short, or else as a stream that pauses between its parts. */
export function streamJson(body: unknown, pause: Pause): string | ReadableStream<Uint8Array> {
  const parts = writeParts(body, partDepth);
  const first = take(parts);
  if (first.length < stepSize) return first;
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first)),
    pull: async (controller) => {
      await pause();
      const text = take(parts);
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (text.length < stepSize) controller.close();
    },
  });
}

/** Takes the parts of one step. Text that is shorter than a step is the last. */
function take(parts: Iterator<string, void>): string {
  let text = "";
  while (text.length < stepSize) {
    const { value, done } = parts.next();
    if (done === true) break;
    text += value;
  }
  return text;
}

function* writeParts(value: unknown, depth: number): Generator<string, void> {
  if (depth === 0 || typeof value !== "object" || value === null) {
    yield JSON.stringify(value) ?? "null"; // a list can contain undefined
  } else if (Array.isArray(value)) {
    yield "[";
    for (const [i, entry] of value.entries()) {
      if (i > 0) yield ",";
      yield* writeParts(entry, depth - 1);
    }
    yield "]";
  } else {
    let separator = "{";
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${separator}${JSON.stringify(name)}:`;
      yield* writeParts(member, depth - 1);
      separator = ",";
    }
    yield separator === "{" ? "{}" : "}";
  }
}
