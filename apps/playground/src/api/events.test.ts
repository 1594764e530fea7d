import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { EventsRefusedError, parseBlock, readEvents, type SimulatorEvent } from "./events.ts";
import type { Target } from "./target.ts";

test("parses an event and its data", () => {
  expect(parseBlock('event: change\ndata: {"world":"acme"}')).toEqual({ type: "change", world: "acme" });
  expect(parseBlock('id: 7\nevent:exchange\ndata:{"world":"acme"}')).toEqual({ type: "exchange", world: "acme" });
});

test("joins data that is split over several lines", () => {
  expect(parseBlock('event: change\ndata: {"world":\ndata: "acme"}')).toEqual({ type: "change", world: "acme" });
  expect(() => parseBlock('event: change\ndata: {"world":"ac\ndata: me"}')).toThrow(SyntaxError); // a line break in a text
});

test("ignores comments and unknown events", () => {
  expect(parseBlock(": open")).toBeUndefined();
  expect(parseBlock("event: other\ndata: {}")).toBeUndefined();
});

const target = (respond: (request: Request) => Response | Promise<Response>): Pick<Target, "baseUrl" | "fetch"> => ({
  baseUrl: "http://simulator.localhost",
  fetch: async (request) => respond(request),
});
const streamOf = (chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
const isOpen = new AbortController().signal;

/** The bytes of a text, cut before each of the given positions. */
function cut(text: string, positions: readonly number[]): readonly Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const ends = [...positions.map((at) => at % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other);
  return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end));
}

test("a stream has the same events, in the same order, wherever it is cut into chunks", async () => {
  const worlds = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(worlds, fc.array(fc.nat(), { maxLength: 12 }), async (names, positions) => {
      const blocks = names.map((world) => `: ping\n\nevent: change\ndata: ${JSON.stringify({ world })}\n\n`);
      const stream = streamOf(cut(`: open\n\n${blocks.join("")}event: change\ndata: {"never`, positions));
      const calls: (SimulatorEvent | "open")[] = [];
      await readEvents(
        target(() => new Response(stream)) as Target, // the control API is not used
        isOpen,
        { onOpen: () => void calls.push("open"), onEvent: (event) => void calls.push(event) },
      );
      expect(calls).toEqual(["open", ...names.map((world) => ({ type: "change", world }))]);
    }),
  );
});

test("asks for the events of the simulator, and reports a refusal with its status before anything else", async () => {
  const [onOpen, onEvent] = [vi.fn(), vi.fn()];
  const urls: string[] = [];
  const refuse = (respond: () => Response) =>
    readEvents(
      target(({ url }) => {
        urls.push(url);
        return respond();
      }) as Target, // the control API is not used
      isOpen,
      { onOpen, onEvent },
    );
  await expect(refuse(() => new Response("locked", { status: 403 }))).rejects.toEqual(new EventsRefusedError(403));
  await expect(refuse(() => new Response(null))).rejects.toThrow("refused to stream its events (200)");
  expect(new EventsRefusedError(403)).toMatchObject({ name: "EventsRefusedError", status: 403 });
  expect([onOpen.mock.calls, onEvent.mock.calls]).toEqual([[], []]);
  expect(urls).toEqual(Array(2).fill("http://simulator.localhost/_sim/events"));
});

test("stops reading, without an error, when the signal aborts", async () => {
  const stop = new AbortController();
  const cancelled = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  const endless = new ReadableStream({ cancel: () => cancelled.resolve() });
  const reading = readEvents(
    target((request) => {
      expect(request.signal.aborted).toBe(false);
      return new Response(endless);
    }) as Target, // the control API is not used
    stop.signal,
    { onOpen: open.resolve, onEvent: () => undefined },
  );
  await open.promise;
  stop.abort();
  await reading;
  await cancelled.promise;
});
