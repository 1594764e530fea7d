import { ApiError } from "./api-error.ts";
import type { RequestOf } from "./bodies.ts";
import type { CallOptions } from "./call.ts";
import type { JourneyClient } from "./client.ts";
import type { Memory } from "./collect.ts";
import type { DriveOptions, Started } from "./drive-options.ts";
import { connectEndUser } from "./end-user.ts";
import { accept, prepare, refuse, type Submission, type Visit, visit } from "./hand-in.ts";
import { type Readiness, waitForInteraction } from "./readiness.ts";
import type { InstanceResult } from "./result.ts";
import { finish, type Rest, toRest } from "./run.ts";
import { isFinal } from "./status.ts";

type Config = RequestOf<"v2.startJourney">["context"]["config"];

/** How to run a v2 journey. */
export type JourneyOptions = DriveOptions & {
  /** `api` where left out. With `page` the hosted pages collect: the run starts the instance and waits. Spec 2.7. */
  readonly delivery?: Config["delivery"];
  /** What else the start configures. Spec 2.7. */
  readonly config?: Omit<Config, "delivery">;
};

/**
 * Runs a v2 journey from its start to what it came to. Spec 3.2, 4.2, 4.4.
 *
 * Each interaction is fetched, its outstanding elements are asked of `collect` and submitted together, until the journey
 * is over. Where nobody can say what became of a start or a submit, the run rejects as the call does; after a submit it
 * goes on when it is run with the `instanceId` that `onStart` told.
 *
 * @returns What the instance came to: `undecided` where the run ended at its deadline or where `stopOn` says.
 * @throws {ApiError} When the service refuses.
 * @throws {UnknownOutcomeError} When the answer to a start or a submit was lost, and the submit could not be told taken.
 * @throws {TypeError} When `collect` gives nothing for an element that is required.
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

/** Hands in what each interaction wants until none comes. */
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
        if (progress.standing !== "unanswered" && progress.interaction === undefined) now = undefined;
        options.onProgress?.(progress);
      },
    });
  const next = (): Promise<Readiness> =>
    look().catch(async (error: unknown) => {
      signal?.throwIfAborted();
      if (!isTokenRefused(error)) throw error;
      token = await connectEndUser(client, instanceId, signal, error);
      return look();
    });
  for (;;) {
    const ready = await next();
    if (ready.end !== "interaction") return ready.end;
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

/** Whether the interaction endpoints want another token. Gap `interaction-token`. */
const isTokenRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.route === "v2.fetchInteraction" && [401, 403].includes(error.status);
