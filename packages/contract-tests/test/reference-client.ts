import type { ClientAdapter, Conclusion, JourneyRun, Report, ServiceSettings } from "../src/service/client-adapter.ts";
import type { Mutation } from "./mutation.ts";
import { type Body, createPost, type Post, wait } from "./reference-post.ts";
import { toSubmit } from "./reference-submit.ts";

/** How long the client waits for a conclusion: half an hour in milliseconds. */
const maxDuration = 1_800_000;

/** A running journey. */
interface Run {
  readonly post: Post;
  readonly instanceId: string;
  readonly pollId: () => string;
  readonly known: { interactionId?: string };
  readonly subject: JourneyRun["subject"];
  readonly mutation: Mutation;
  /** Time between two polls in milliseconds. */
  readonly interval: number;
  readonly sleep: NonNullable<ServiceSettings["sleep"]>;
}

/** A small v2 client that is correct except for an optional mistake. */
export const createReference = (mutation?: Mutation): ClientAdapter => ({
  connect: (settings) => {
    const log: string[] = [];
    let latest: string | undefined;
    const post = createPost(settings, mutation, log);
    const { sleep = wait } = settings;
    const interval = mutation === "polls every second" ? settings.pollIntervalMs / 10 : settings.pollIntervalMs;
    return {
      runJourney: async (run) => {
        const instanceId = await start(post, run, mutation);
        if (instanceId === undefined) return toReport("unknown", log);
        latest = instanceId;
        const pollId = () =>
          mutation === "polls only the instance that it started last" ? (latest ?? instanceId) : instanceId;
        const conclusion = await finish(
          { post, instanceId, pollId, known: {}, subject: run.subject, mutation, interval, sleep },
          settings.now ?? Date.now,
        );
        return { ...toReport(conclusion, log), instanceId };
      },
    };
  },
});

/** Like {@link createReference}, but the client uses the global `fetch` and clock instead of those in the settings. */
export const createOrdinary = (mutation?: Mutation): ClientAdapter => ({
  connect: ({ fetch, sleep, now, ...settings }) => createReference(mutation).connect(settings),
});

const isGood = (status: number | undefined): boolean => status === 200 || status === 201;

const toReport = (conclusion: Conclusion, log: readonly string[]): Report => ({ conclusion, output: log.join("\n") });

async function start(post: Post, { resourceId }: JourneyRun, mutation: Mutation): Promise<string | undefined> {
  const body = { resourceId, context: { config: { delivery: "api" }, subject: {} } };
  const first = await post("/v2/captain/journey/start", body);
  const isLost = first.status === undefined && mutation === "retries a start after a lost response";
  const { status, body: answer } = isLost ? await post("/v2/captain/journey/start", body) : first;
  return isGood(status) ? String(answer.instanceId) : undefined;
}

/** Submits the outstanding elements and polls the state until there is a conclusion. Spec 4.4. */
async function finish(run: Run, now: () => number): Promise<Conclusion> {
  const { post, pollId, interval, sleep, mutation } = run;
  const from = now();
  const limit = mutation === "gives up after a minute" ? 60_000 : maxDuration;
  let errors = 0;
  while (now() - from < limit) {
    const step = await submitOutstanding(run);
    if (step === "stuck") return "unknown";
    if (step === "submitted") continue;
    const instanceId = pollId();
    const { status, body } = await post("/v2/captain/journey/state/fetch", { instanceId });
    errors = status === 200 ? 0 : errors + 1;
    if (errors > 0 && mutation === "gives up at the first error") return "unknown";
    const conclusion = status === 200 ? toConclusion(body, mutation) : undefined;
    if (conclusion !== undefined && mutation === "polls once more after a final status") {
      await sleep(interval);
      await post("/v2/captain/journey/state/fetch", { instanceId });
    }
    if (conclusion !== undefined) return conclusion;
    await sleep(errors === 0 ? interval : toBackoff(errors, interval, mutation));
  }
  return "undecided";
}

function toBackoff(errors: number, interval: number, mutation: Mutation): number {
  if (mutation === "retries immediately after errors") return 0;
  return mutation === "retries at the usual interval after errors" ? interval : interval * 2 ** errors;
}

async function submitOutstanding(run: Run): Promise<"submitted" | "waiting" | "stuck"> {
  const { post, instanceId, subject, mutation } = run;
  const { status, body: found } = await post("/v2/captain/journey/interaction/fetch", { instanceId });
  const { interactionId } = found;
  const outstanding = isGood(status) ? toOutstanding(found, mutation) : [];
  if (typeof interactionId !== "string" || outstanding.length === 0) return "waiting";
  if (mutation === "lists v1 tasks") await post("/captain/api/journey/task/list", { instanceId });
  run.known.interactionId ??= interactionId;
  const usedId =
    mutation === "submits every interaction with the first interaction id" ? run.known.interactionId : interactionId;
  const body = toSubmit(instanceId, usedId, outstanding, subject, mutation);
  const first = await post("/v2/captain/journey/interaction/submit", body);
  if (isGood(first.status)) return "submitted";
  if (first.status !== undefined) return "stuck";
  const second = await post("/v2/captain/journey/interaction/submit", body); // the first submit may have succeeded
  if (second.status === 409 && mutation === "stops at the 409 on its retried submit") return "stuck";
  const isApplied = second.status !== undefined && second.status < 500; // a 404 or 400 may be gap `stale-interaction`
  return isApplied ? "submitted" : "stuck";
}

/**
 * The elements to submit: the outstanding ones, or all if only optional ones are left. Gaps `interaction-fetch-layout`,
 * `outstanding-scope`, `outstanding-granularity`.
 */
function toOutstanding({ outstanding, collects, interaction }: Body, mutation: Mutation): readonly string[] {
  const listed = Array.isArray(outstanding) ? outstanding.map((name) => String(name).split("/")[0] ?? "") : [];
  if (listed.length > 0 && mutation !== "submits elements that are not outstanding") return [...new Set(listed)];
  const all = collects ?? (interaction as Body | undefined)?.collects; // the service returns JSON objects
  return Array.isArray(all)
    ? all.map((one: string | { readonly ref: string }) => (typeof one === "string" ? one : one.ref))
    : [];
}

/** The conclusion from a state; undefined if the journey is still open. Spec 3.1, 4.2. */
function toConclusion({ status, context, result }: Body, mutation: Mutation): Conclusion | undefined {
  switch (status) {
    case "Completed":
      return toOutcome(context, result, mutation);
    case "Failed":
      return "failed";
    case "Error":
      if (mutation === "ignores the status Error") return undefined;
      return mutation === "treats Error as rejected" ? "reject" : "failed";
    case "Paused":
      return mutation === "treats Paused as failed" ? "failed" : undefined;
    default:
      return undefined;
  }
}

/** Gaps `state-result-place`, `state-result-shape`, `outcome-spelling`. */
function toOutcome(context: unknown, top: unknown, mutation: Mutation): Conclusion {
  const { process, result = process?.result ?? (top as Holder["result"]) } = context as {
    readonly process?: Holder;
  } & Holder; // the state of a journey that ended
  const text = typeof result === "string" ? result : (result?.outcome ?? "");
  const outcome =
    mutation === "knows outcomes only in title case"
      ? text
      : text.replace(/a(?=ccept$)|r(?=eject$)/, (letter) => letter.toUpperCase());
  if (outcome.endsWith("Accept")) return "accept";
  if (outcome.endsWith("Reject")) return "reject";
  return mutation === "treats refer as accept" ? "accept" : "refer";
}

/** An object that contains the overall result. Spec 4.2. */
interface Holder {
  readonly result?: string | { readonly outcome?: string };
}
