import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { TrafficExchange } from "@journey-kit/contract-tests/traffic";
import { CommandError } from "../terminal/terminal.ts";
import type { Observation, ObservationSettings } from "./observation.ts";

type Question = "report" | "record" | "keep";

/** A message to the thread of an observation: an exchange, or a question with the id of its reply. */
export type ThreadMessage = { readonly exchange: TrafficExchange } | { readonly id: number; readonly ask: Question };

/** The result of a question, or why there is none. */
export type ThreadReply = { readonly id: number } & ({ readonly value: unknown } | { readonly problem: string });

/** An observation in a thread. */
export interface OpenObservation extends Observation {
  close(): Promise<void>;
}

/**
 * Creates an observation in a thread of its own. Its methods reject with a {@link CommandError}.
 *
 * @throws {Error} If the thread cannot be started, for example because a journey is invalid.
 */
export async function openObservation(settings: ObservationSettings): Promise<OpenObservation> {
  const worker = new Worker(new URL(`./observation-thread${extname(import.meta.url)}`, import.meta.url), {
    workerData: settings,
  });
  await once(worker, "message"); // it is ready
  const waiting = new Map<number, (reply: ThreadReply) => void>();
  let last = 0;
  let failure: string | undefined;
  worker.on("message", (reply: ThreadReply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  worker.on("error", (error) => {
    failure = error.message;
    for (const [id, receive] of waiting) receive({ id, problem: error.message });
  });
  const send = (message: ThreadMessage) => worker.postMessage(message);
  /** Asks the thread. `Answer` is what the method of the same name returns. */
  const ask = async <Answer>(question: Question): Promise<Answer> => {
    last += 1;
    const id = last;
    const received = new Promise<ThreadReply>((resolve) => waiting.set(id, resolve));
    send({ id, ask: question });
    const reply = failure === undefined ? await received : { id, problem: failure };
    if ("problem" in reply) throw new CommandError(`The traffic cannot be judged: ${reply.problem}`);
    return reply.value as Answer; // see `observation-thread.ts`
  };
  return {
    add: (exchange) => send({ exchange }),
    report: () => ask("report"),
    record: () => ask("record"),
    keep: () => ask("keep"),
    close: async () => void (await worker.terminate()),
  };
}
