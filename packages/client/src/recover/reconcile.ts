import type { Answer, CallOptions, Send } from "../call/call.ts";
import type { AttemptBounds } from "../call/retry.ts";
import { decide, type KnownReadings } from "./decide.ts";
import { statusOf } from "./failure-kind.ts";
import { type Observation, type Submitted, toObservation } from "./observation.ts";
/** The data submitted when the response was lost. */
export interface Lost {
  readonly submitted: Submitted;
  /** What the instance was waiting for before the submit. */
  readonly before: Observation | undefined;
  readonly options: CallOptions;
  readonly readings: KnownReadings;
}

/**
 * Finds out whether a submit with a lost response was accepted.
 *
 * @returns The response if it was accepted, otherwise the acceptance.
 */
export async function reconcile(
  send: Send,
  { submitted, before, options, readings }: Lost,
  { signal, retries }: AttemptBounds,
): Promise<Answer<unknown> | "absent" | "unknown"> {
  const seen = await look(send, submitted, { token: options.token, signal, retries });
  const acceptance = decide(before, toObservation(seen.body), submitted, readings);
  if (acceptance !== "done") return acceptance;
  const { instanceId, intent, names } = submitted;
  const body = intent === undefined ? { status: "success" } : { instanceId, taskId: names[0] };
  return { ...seen, body, isReconciled: true };
}

/** Fetches what an instance is waiting for. */
async function look(send: Send, { instanceId, intent }: Submitted, options: CallOptions): Promise<Answer<unknown>> {
  const body = { instanceId };
  if (intent !== undefined) return send("v1.listTasks", body, options);
  const fetchState = () => send("v2.fetchState", body, { ...options, token: undefined }); // does not accept an end-user token
  return orState(send("v2.fetchInteraction", body, options), fetchState);
}

/**
 * Fetches the current interaction; if there is none, falls back to the state, because a service may then refuse the
 * fetch. Gaps `interaction-while-running`, `interaction-after-end`.
 */
export const orState = <T>(interaction: Promise<T>, fetchState: () => Promise<T>): Promise<T> =>
  interaction.catch((error: unknown) => {
    if (![404, 409].includes(statusOf(error))) throw error;
    return fetchState();
  });
