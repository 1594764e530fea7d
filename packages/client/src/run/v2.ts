import type { CallOptions } from "../call/call.ts";
import type { JourneyClient } from "../client.ts";
import { ApiError } from "../errors/api.ts";
import { memberOf } from "../json.ts";
import { statusOf } from "../recover/failure-kind.ts";
import type { StartJourneyConfig } from "../types/v2.ts";
import { type NextInteraction, waitForInteraction } from "../wait/interaction.ts";
import type { InstanceResult } from "../wait/result.ts";
import { isFinal } from "../wait/status.ts";
import type { Memory } from "./collect.ts";
import { type DriveOptions, finish, type Rest, type Started, toRest } from "./options.ts";
import { accept, prepare, refuse, type Submission, type Visit, visit } from "./submission.ts";

/** Options of {@link runJourney}. */
export type JourneyOptions = DriveOptions & {
  /**
   * Defaults to `api`. With `page` the hosted pages collect the data: the run starts the instance and waits. Spec 2.7.
   */
  readonly delivery?: StartJourneyConfig["delivery"];
  /** The rest of the start's `config`. Spec 2.7. */
  readonly config?: Omit<StartJourneyConfig, "delivery">;
};

/**
 * Runs a v2 journey from start to outcome. Spec 3.2, 4.2, 4.4.
 *
 * Fetches each interaction, calls `collect` for its outstanding elements and submits them together, until the journey
 * is over. If the outcome of a start or a submit is unknown, the run rejects like the call. After a lost submit,
 * continue with the `instanceId` passed to `onStart`.
 *
 * @returns The result of the instance; `undecided` if the run ended at its deadline or through `stopOn`.
 * @throws {ApiError} When the service returns an error.
 * @throws {UnknownOutcomeError} When the response to a start or a submit was lost, and no later request proved the
 *   submit accepted.
 * @throws {TypeError} When `collect` returns nothing for a required element.
 * @example
 * const { outcome, steps } = await runJourney(client, {
 *   resourceId: "age-check@latest",
 *   collect: (element) => ({ DateOfBirth: "1990-12-10" })[element],
 * });
 */
export async function runJourney(client: JourneyClient, options: JourneyOptions): Promise<InstanceResult> {
  const rest = toRest(client, options);
  const started = "instanceId" in options ? options : await start(client, options);
  options.onStart?.(started);
  const { instanceId } = started;
  const end = options.delivery === "page" ? "completed" : await drive(client, instanceId, options, rest);
  return finish(client, "v2", instanceId, { spelling: options.spelling, isOver: !isFinal(end), rest });
}

async function start({ v2 }: JourneyClient, options: JourneyOptions & { resourceId: string }): Promise<Started> {
  const { resourceId, subject = {}, delivery = "api", config, signal } = options;
  const context = { config: { ...config, delivery }, subject };
  return v2.startJourney({ resourceId, context }, { signal });
}

/** Submits to each interaction until none is left. */
async function drive(client: JourneyClient, instanceId: string, options: JourneyOptions, rest: Rest) {
  const { collect, attempts = 3, subject: prefill = {}, signal } = options;
  const memory: Memory = { asked: new Map(), answers: new Map() };
  let now: Visit | undefined;
  let token: string | undefined;
  const look = () =>
    waitForInteraction(client, instanceId, {
      ...rest(),
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
    if (ready.status !== "interaction") return ready.status;
    const { interaction } = ready;
    if (now?.interactionId !== interaction.interactionId) now = visit(interaction.interactionId);
    const submission = await prepare(interaction, now, { collect, memory, attempts, prefill });
    try {
      await submit(client, instanceId, interaction.interactionId, submission, { signal, token });
      accept(now, submission, memory);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ApiError && error.status === (submission.isPass ? 400 : 409))) throw error;
      refuse(now, submission);
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

/** Whether the interaction endpoints require a different token. Gap `interaction-token`. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.route === "v2.fetchInteraction" && [401, 403].includes(error.status);

/**
 * Gets an end-user token for one instance by device start and connect. Spec 4.2, 5; gaps `interaction-token`,
 * `device-start`.
 *
 * @throws {Error} When no end-user token is available; its `cause` is `refused`, the error for the client's own token.
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
    // A connect token works once, so a retry after a lost response needs a new one.
    return await connect().catch((error) => (statusOf(error) === 401 ? connect() : Promise.reject(error)));
  } catch (error) {
    signal?.throwIfAborted();
    const why = memberOf(error, "message");
    throw new Error(`No end-user token for the interaction endpoints: ${why} (gap device-start)`, { cause: refused });
  }
}
