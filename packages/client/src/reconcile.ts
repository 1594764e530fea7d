import type { Answer, CallOptions, Send } from "./call.ts";
import { orState } from "./current.ts";
import type { AttemptBounds } from "./repeat.ts";
import { type Handed, type Sighting, toSighting } from "./sighting.ts";
import { judge, type KnownReadings } from "./verdict.ts";

/** The data submitted when the response was lost. */
export interface Lost {
  readonly handed: Handed;
  /** What the instance was waiting for before the submit. */
  readonly before: Sighting | undefined;
  readonly options: CallOptions;
  readonly readings: KnownReadings;
}

/**
 * Finds out whether a submit with a lost response was accepted.
 *
 * @returns The response if it was accepted, otherwise the verdict.
 */
export async function reconcile(
  send: Send,
  { handed, before, options, readings }: Lost,
  { signal, retries }: AttemptBounds,
): Promise<Answer<unknown> | "absent" | "unknown"> {
  const seen = await look(send, handed, { token: options.token, signal, retries });
  const verdict = judge(before, toSighting(seen.body), handed, readings);
  if (verdict !== "done") return verdict;
  const { instanceId, intent, names } = handed;
  const body = intent === undefined ? { status: "success" } : { instanceId, taskId: names[0] };
  return { ...seen, body, isReconciled: true };
}

/** Fetches what an instance is waiting for. */
async function look(send: Send, { instanceId, intent }: Handed, options: CallOptions): Promise<Answer<unknown>> {
  const body = { instanceId };
  if (intent !== undefined) return send("v1.listTasks", body, options);
  const fetchState = () => send("v2.fetchState", body, { ...options, token: undefined }); // does not accept an end-user token
  return orState(send("v2.fetchInteraction", body, options), fetchState);
}
