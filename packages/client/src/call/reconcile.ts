import {
  type Evidence,
  evidenceOf,
  type KnownReadings,
  type Observation,
  readObservation,
  type Submitted,
} from "../recover/evidence.ts";
import { statusOf } from "../recover/next-step.ts";
import type { Answer, CallOptions } from "./call.ts";
import type { Send } from "./methods.ts";

/** A submit or a task update whose response was lost. */
export interface Lost {
  readonly submitted: Submitted;
  /** What the instance was waiting for before the lost submit. */
  readonly before: Observation | undefined;
  readonly options: CallOptions;
  readonly readings: KnownReadings;
}

/** The result of {@link reconcile}. If the submit was accepted, `answer` replaces the lost response. */
export type Reconciled<T> =
  | { readonly evidence: Exclude<Evidence, "accepted"> }
  | { readonly evidence: "accepted"; readonly answer: T };

/** Finds out whether a submit with a lost response was accepted. */
export async function reconcile(
  send: Send,
  { submitted, before, options, readings }: Lost,
  signal: AbortSignal,
): Promise<Reconciled<Answer<unknown>>> {
  const seen = await fetchCurrent(send, submitted, { ...options, signal });
  const evidence = evidenceOf(before, readObservation(seen.body), submitted, readings);
  if (evidence !== "accepted") return { evidence };
  const { instanceId, taskId } = submitted;
  const body = taskId === undefined ? { status: "success" } : { instanceId, taskId };
  return { evidence, answer: { ...seen, body, isReconciled: true } };
}

async function fetchCurrent(
  send: Send,
  { instanceId, intent }: Submitted,
  options: CallOptions,
): Promise<Answer<unknown>> {
  const body = { instanceId };
  if (intent !== undefined) return send("v1.listTasks", body, options);
  const fetchState = () => send("v2.fetchState", body, { ...options, token: undefined }); // the endpoint refuses end-user tokens
  return orState(send("v2.fetchInteraction", body, options), fetchState);
}

/**
 * Fetches the state if the service refuses to return the interaction, as it may when no interaction is current. Gaps
 * `interaction-while-running`, `interaction-after-end`.
 */
export const orState = <T>(interaction: Promise<T>, fetchState: () => Promise<T>): Promise<T> =>
  interaction.catch((error: unknown) => {
    if (![404, 409].includes(statusOf(error))) throw error;
    return fetchState();
  });
