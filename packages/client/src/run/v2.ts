import { memberOf } from "@journey-kit/schemas/subject-path";
import type { CallOptions } from "../call/call.ts";
import { untilAborted } from "../call/clock.ts";
import type { JourneyClient } from "../client.ts";
import { ApiError, JourneyError, UnknownOutcomeError } from "../errors.ts";
import { statusOf } from "../recover/failure-kind.ts";
import type { StartJourneyConfig } from "../types/v2.ts";
import { waitForCompletion } from "../wait/completion.ts";
import { type NextInteraction, waitForInteraction } from "../wait/interaction.ts";
import { type InstanceResult, toInstanceResult } from "../wait/result.ts";
import type { Memory } from "./collect.ts";
import { type NextWait, type Origin, type RunOptions, toNextWait, toResult } from "./options.ts";
import { accept, prepare, refuse, type Submission, type Visit, visit } from "./submission.ts";

/** Options for {@link runJourney}. */
export type JourneyOptions = Origin &
  RunOptions & {
    /**
     * Defaults to `api`. With `page`, hosted pages collect the data, and the run only waits for the end. Spec 2.7.
     */
    readonly delivery?: StartJourneyConfig["delivery"];
    /** Other members of the start's `config`. Spec 2.7. */
    readonly config?: Omit<StartJourneyConfig, "delivery">;
  };

/**
 * Runs a v2 journey from start to outcome, or resumes a run by `instanceId`. Spec 3.2, 4.2, 4.4.
 *
 * Fetches each interaction, calls `collect` for the outstanding elements, and submits them together. If the response to
 * a submit is lost, the run fetches the interaction again and submits only the elements that are still outstanding.
 *
 * @returns The result of the instance. The outcome is `undecided` if the run stopped at `timeoutMs` or through
 *   `stopOn`.
 * @throws {ApiError} When the service returns an error.
 * @throws {UnknownOutcomeError} When the response to the start is lost, or when the responses to `attempts` submits of
 *   one interaction are lost.
 * @throws {JourneyError} When `collect` returns nothing for a required element.
 * @example
 * const { outcome, steps } = await runJourney(client, {
 *   resourceId: "age-check@latest",
 *   collect: (element) => (element === "DateOfBirth" ? "1990-12-10" : undefined),
 * });
 */
export async function runJourney(client: JourneyClient, options: JourneyOptions): Promise<InstanceResult> {
  const nextWait = toNextWait(client, options);
  const instanceId = "instanceId" in options ? options.instanceId : await start(client, options);
  const end = options.delivery === "page" ? undefined : await submitAll(client, instanceId, options, nextWait);
  if (end !== undefined && "state" in end && end.state !== undefined)
    return toInstanceResult(end.state, options.spelling);
  const isOver = end === undefined || end.status === "completed" || end.status === "failed";
  const last = { ...nextWait(), ...(!isOver && { timeoutMs: 0 }) };
  return toResult(await waitForCompletion(client, instanceId, last), options.spelling);
}

async function start({ v2 }: JourneyClient, options: JourneyOptions & { resourceId: string }): Promise<string> {
  const { resourceId, subject = {}, delivery = "api", config, signal } = options;
  const context = { config: { ...config, delivery }, subject };
  const started = await v2.startJourney({ resourceId, context }, { signal });
  await options.onStart?.(started);
  return started.instanceId;
}

/** Submits data to each interaction in turn. Returns the result of the last wait. */
async function submitAll(client: JourneyClient, instanceId: string, options: JourneyOptions, nextWait: NextWait) {
  const { collect, attempts = 3, subject: prefill = {}, intervalMs = 10_000, signal } = options;
  const memory: Memory = { asked: new Map(), answers: new Map() };
  let now: Visit | undefined;
  let token: string | undefined;
  const look = () =>
    waitForInteraction(client, instanceId, {
      ...nextWait(),
      token,
      onProgress(progress) {
        if (progress.phase !== "unanswered" && progress.interaction === undefined) now = undefined;
        options.onProgress?.(progress);
      },
    });
  const next = (): Promise<NextInteraction> =>
    look().catch(async (error: unknown) => {
      signal?.throwIfAborted();
      if (!isTokenRefused(error)) throw error;
      token = await connectEndUser(client, instanceId, signal, error);
      return look();
    });
  for (;;) {
    const ready = await next();
    if (ready.status !== "interaction") return ready;
    const { interaction } = ready;
    if (now?.interactionId !== interaction.interactionId) now = visit(interaction.interactionId);
    const submission = await prepare(interaction, now, { collect, memory, attempts, prefill });
    try {
      await submit(client, instanceId, interaction.interactionId, submission, { signal, token });
      accept(now, submission, memory);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof UnknownOutcomeError) {
        now.losses += 1;
        if (now.losses >= attempts) throw error;
        // The submit may still be in transit, so wait before fetching the interaction again.
        await untilAborted(
          signal,
          client.clock.sleep(Math.min(intervalMs, nextWait().timeoutMs), signal && { signal }),
        );
      } else if (error instanceof ApiError && (error.status === 409 || (submission.isPass && error.status === 400))) {
        refuse(now, submission);
      } else if (token !== undefined && statusOf(error) === 401 && now.losses < attempts) {
        now.losses += 1;
        token = undefined; // the token is no longer valid: the next fetch gets another one
      } else throw error;
    }
  }
}

const submit = (
  { v2 }: JourneyClient,
  instanceId: string,
  interactionId: string,
  { participants, subject }: Submission,
  options: CallOptions,
) =>
  v2.submitInteraction(
    {
      instanceId,
      interactionId,
      participants: participants.map((domainElementId) => ({ domainElementId })),
      context: { subject },
    },
    options,
  );

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
    throw new JourneyError(`Cannot get an end-user token for the interaction endpoints: ${why} (gap device-start)`, {
      cause: refused,
    });
  }
}
