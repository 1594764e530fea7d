import { memberOf } from "@journey-kit/schemas/calls";
import { pauseWith } from "../call/clock.ts";
import type { JourneyClient } from "../client.ts";
import { ApiError, JourneyError, UnknownOutcomeError } from "../errors.ts";
import { statusOf } from "../recover/next-step.ts";
import type { StartJourneyConfig } from "../types/v2.ts";
import { waitForCompletion } from "../wait/completion.ts";
import { type NextInteraction, waitForInteraction } from "../wait/interaction.ts";
import { type InstanceResult, toInstanceResult } from "../wait/result.ts";
import { createMemory } from "./collect.ts";
import { completedResult, limitWaits, type NextWait, type Origin, type RunOptions, reportStart } from "./options.ts";
import { collectSubmission, createVisit, recordAccepted, recordDuplicate, type Visit } from "./submission.ts";

/** Options for {@link runJourney}. */
export type JourneyOptions = Origin &
  RunOptions & {
    /**
     * Defaults to `api`. With `page`, hosted pages collect the data, and the run only waits for the end. Spec 2.7.
     */
    readonly delivery?: StartJourneyConfig["delivery"];
    /** The members of the start's `config`, except `delivery`. Spec 2.7. */
    readonly config?: Omit<StartJourneyConfig, "delivery">;
  };

/**
 * Runs a v2 journey from start to outcome, or resumes a run by `instanceId`. Spec 3.2, 4.2, 4.4.
 *
 * Fetches each interaction, calls `collect` for the missing elements, and submits them together. If the outcome of a
 * submit is unknown, the run fetches the interaction again and submits only the elements that are still missing.
 *
 * @returns The result of the instance. The outcome is `undecided` if the run stopped at `timeoutMs` or through
 *   `stopOn`.
 * @throws {ApiError} When the service returns an error.
 * @throws {UnknownOutcomeError} When the response to the start is lost, or when the outcomes of `attempts` submits to
 *   one interaction are unknown.
 * @throws {TypeError} When an interval, `timeoutMs` or `attempts` is out of range. Nothing is sent.
 * @throws {JourneyError} When the run cannot continue, for example because `collect` returns nothing.
 * @example
 * const { outcome, steps } = await runJourney(client, {
 *   resourceId: "age-check@latest",
 *   collect: (element) => (element === "DateOfBirth" ? "1990-12-10" : undefined),
 * });
 */
export async function runJourney(client: JourneyClient, options: JourneyOptions): Promise<InstanceResult> {
  const nextWait = limitWaits(client, options);
  const instanceId = options.instanceId ?? (await startRun(client, options));
  const end = options.delivery === "page" ? undefined : await submitAll(client, instanceId, options, nextWait);
  if (end !== undefined && "state" in end && end.state !== undefined)
    return toInstanceResult(end.state, options.spelling);
  const isOver = end === undefined || end.status === "completed" || end.status === "failed";
  const last = { ...nextWait(), ...(!isOver && { timeoutMs: 0 }) };
  return completedResult(await waitForCompletion(client, instanceId, last), options.spelling);
}

async function startRun(client: JourneyClient, options: JourneyOptions & { resourceId: string }): Promise<string> {
  const { resourceId, subject = {}, delivery = "api", config, signal } = options;
  const context = { config: { ...config, delivery }, subject };
  const started = await client.v2.startJourney({ resourceId, context }, { signal });
  return reportStart(client, "v2.startJourney", started, options);
}

/** Submits data to each interaction in turn. Returns the result of the last wait. */
async function submitAll(client: JourneyClient, instanceId: string, options: JourneyOptions, nextWait: NextWait) {
  const { collect, attempts = 3, subject: prefill = {}, intervalMs = 10_000, signal } = options;
  const memory = createMemory(options);
  let visit: Visit | undefined;
  let token: string | undefined;
  const waitForNext = () =>
    waitForInteraction(client, instanceId, {
      ...nextWait(),
      token,
      onProgress(progress) {
        if (progress.phase !== "unanswered" && progress.interaction === undefined) visit = undefined;
        options.onProgress?.(progress);
      },
    });
  const next = (): Promise<NextInteraction> =>
    waitForNext().catch(async (error: unknown) => {
      signal?.throwIfAborted();
      if (!isTokenRefused(error)) throw error;
      token = await connectEndUser(client, instanceId, signal, error);
      return waitForNext();
    });
  for (;;) {
    const ready = await next();
    if (ready.status !== "interaction") return ready;
    const { interactionId } = ready.interaction;
    if (visit?.interactionId !== interactionId) visit = createVisit(interactionId);
    const sources = { collect, memory, attempts, prefill };
    const { names, subject, isEmpty } = await collectSubmission(ready.interaction, visit, sources);
    const participants = names.map((domainElementId) => ({ domainElementId }));
    try {
      const body = { instanceId, interactionId, participants, context: { subject } };
      await client.v2.submitInteraction(body, { signal, token });
      recordAccepted(visit, names, memory);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof UnknownOutcomeError) {
        visit.lost += 1;
        if (visit.lost >= attempts) throw error;
        // The submit may still be in transit, so wait before fetching the interaction again.
        await pauseWith(client.clock, Math.min(intervalMs, nextWait().timeoutMs), signal);
      } else if (error instanceof ApiError && (error.status === 409 || (isEmpty && error.status === 400))) {
        recordDuplicate(visit, names);
      } else if (token !== undefined && statusOf(error) === 401 && visit.lost < attempts) {
        visit.lost += 1;
        token = undefined; // the token is no longer valid: the next fetch gets another one
      } else throw error;
    }
  }
}

/** Whether an error means that the endpoint requires an end-user token. Gap `interaction-token`. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.route === "v2.fetchInteraction" && [401, 403].includes(error.status);

/**
 * Gets an end-user token for one instance with device/start and device/connect. Spec 4.2, 5; gaps `interaction-token`,
 * `device-start`.
 *
 * @throws {JourneyError} When no end-user token is available. `cause` is the service's refusal of the client's own
 *   token.
 */
async function connectEndUser(
  { v2 }: JourneyClient,
  instanceId: string,
  signal: AbortSignal | undefined,
  refused: unknown,
): Promise<string> {
  const connect = async () => {
    const { connectToken } = await v2.startDevice({ instanceId }, { signal });
    return (await v2.connectDevice({ connectToken }, { signal })).endUserToken;
  };
  try {
    // A connect token works only once. If the response is lost, the retry needs a new connect token.
    return await connect().catch((error) => (statusOf(error) === 401 ? connect() : Promise.reject(error)));
  } catch (error) {
    signal?.throwIfAborted();
    const why = memberOf(error, "message");
    throw new JourneyError(`Cannot get an end-user token: ${why} (gap device-start)`, {
      cause: refused,
    });
  }
}
