import type { ExchangeQuery } from "@journey-kit/schemas/control";
import type { Entry } from "./entry.ts";
import { toExchange } from "./exchange.ts";
import type { Journal } from "./journal.ts";
import { isWanted, listExchanges } from "./list.ts";

const mostWaiting = 1_000;

/**
 * Streams the calls of a world as server-sent events: those after the cursor where one is given, then each as it is
 * answered. A reader who does not read is let go; the id of an event is its cursor.
 */
export function streamExchanges(journal: Journal, query: ExchangeQuery): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text));
        send(": exchanges\n\n");
        if (query.after !== undefined) {
          const { exchanges } = listExchanges(journal, { limit: `${mostWaiting}`, ...query });
          for (const exchange of exchanges) send(toEvent(exchange.sequence, exchange));
        }
        stop = journal.watch((sequence: number, entry: Entry) => {
          if (!isWanted(entry, query)) return;
          send(toEvent(sequence, toExchange(sequence, entry)));
          if ((controller.desiredSize ?? 0) > 0) return;
          stop();
          controller.close();
        });
      },
      cancel: () => stop(),
    },
    { highWaterMark: 2 * mostWaiting },
  );
}

const toEvent = (sequence: number, exchange: object): string =>
  `id: ${sequence}\nevent: exchange\ndata: ${JSON.stringify(exchange)}\n\n`;
