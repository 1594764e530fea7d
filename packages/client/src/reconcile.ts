import type { Answer, CallOptions, Send } from "./call.ts";
import { orState } from "./current.ts";
import type { AttemptBounds } from "./repeat.ts";
import { type Handed, type Sighting, toSighting } from "./sighting.ts";
import { judge, type KnownReadings } from "./verdict.ts";

/** What was handed in when the answer was lost. */
export interface Lost {
  readonly handed: Handed;
  /** What its instance was seen to wait for before. */
  readonly before: Sighting | undefined;
  readonly options: CallOptions;
  readonly readings: KnownReadings;
}

/**
 * Looks at what became of data whose acceptance was not told.
 *
 * @returns The answer where it was done, or else the verdict.
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

/** Fetches what an instance waits for. */
async function look(send: Send, { instanceId, intent }: Handed, options: CallOptions): Promise<Answer<unknown>> {
  const body = { instanceId };
  if (intent !== undefined) return send("v1.listTasks", body, options);
  const fetchState = () => send("v2.fetchState", body, { ...options, token: undefined }); // takes no end user's token
  return orState(send("v2.fetchInteraction", body, options), fetchState);
}
