import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { GapId } from "@journey-kit/schemas/tables";
import { type Domains, likelyProfile } from "../../service/domains.ts";
import { readAt } from "../../service/member.ts";
import { type Answer, advanceOf, send, type Target } from "../../service/target.ts";
import { resultPlaces } from "../cases/bodies.ts";
import type { Case, CaseOptions, CaseRequest, Credentials } from "../cases/case.ts";
import { type CaseRun, CaseSkip, createCaseRun, exchange, type Mode } from "../cases/case-run.ts";
import { journeysIn } from "../cases/cases.ts";
import { started } from "../cases/given.ts";
import { isRunning, prepare, sleepOf, waitUntil } from "../cases/prepare.ts";
import { fetchInteraction, fetchState, startOf } from "../cases/requests.ts";
import { callsPerRest, minuteMs, perform } from "../cases/run-cases.ts";
import { identity } from "../cases/scenarios.ts";

/** A server to calibrate: its addresses, and an API client or a token. */
export type Calibrated = Pick<Target, "baseUrl" | "authUrl" | "fetch" | "control"> &
  (Credentials | { readonly token: string });

/** Last names that lead to special outcomes; default the test people of the simulator. */
export interface People {
  readonly rejected: string;
  readonly referred: string;
  /** The last name of a person whose modules fail to complete. */
  readonly failing: string;
  /** The last name of a person who fails the liveness check. */
  readonly livenessFails: string;
}

/** Options for `calibrate`. */
export interface CalibrateOptions extends Omit<CaseOptions, "only" | "signal" | "onCase"> {
  readonly people?: Partial<People>;
  /** A user, for the password grant of the token request. Spec 4.1. */
  readonly user?: { readonly username: string; readonly password: string };
  /** Called when the reading of a gap is found; `total` is the number of gaps that have more than one reading. */
  readonly onFound?: (gap: GapId, total: number) => void;
}

/** Thrown when the server returns 429 during a case. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly retryAfterMs: number;

  constructor({ headers }: Answer) {
    super("The server returned 429.");
    this.retryAfterMs = Number(headers.get("retry-after") ?? 60) * 1_000;
  }
}

const testPeople: People = {
  rejected: "Testreject",
  referred: "Testrefer",
  failing: "Testfail",
  livenessFails: "Testlivenessfail",
};

/** The test person that replaces a scenario on a server without `control`. */
const personOf: Readonly<Record<string, keyof People>> = {
  rejected: "rejected",
  referred: "referred",
  broken: "failing",
  "kit-liveness-fails": "livenessFails",
};

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** Counts the starts and submits that succeed within a minute of real time. */
function createPace() {
  let isLimited = false;
  let calls = 0;
  let most = 0;
  let since = Date.now();
  return {
    count: ({ route, client }: CaseRequest, answer: Answer): void => {
      if (answer.status === 429) isLimited = true;
      if (client !== undefined || endpointOf(route).rateLimited !== true || !isSuccess(answer)) return;
      if (calls === 0 || Date.now() - since >= minuteMs) [calls, since] = [0, Date.now()];
      calls += 1;
      most = Math.max(most, calls);
    },
    restart: (): void => {
      calls = 0;
    },
    isNearLimit: () => isLimited && calls >= callsPerRest,
    mostPerMinute: () => (isLimited ? 0 : most),
  };
}

/** Runs named tasks once and caches the result or `CaseSkip`. After any other error, a task can run again. */
function createOnce() {
  const known = new Map<string, Promise<unknown>>();
  return <T>(name: string, task: () => Promise<T>): Promise<T> => {
    const result = (known.get(name) ?? task()) as Promise<T>; // each name belongs to one task
    known.set(name, result);
    return result.catch((error: unknown) => {
      if (!(error instanceof CaseSkip)) known.delete(name);
      throw error;
    });
  };
}

/** Creates checks of conditions that cases rely on. A check throws `CaseSkip` if the server does not meet it. */
function createRequirements(open: () => CaseRun, { journeys, people, timeoutMs = minuteMs }: CalibrateOptions) {
  const once = createOnce();
  const names: People = { ...testPeople, ...people };
  const hasEnded = (run: CaseRun) => waitUntil(run, async () => !(await isRunning(run)));
  /** Runs `identity-check` to the end and returns the result. */
  const runIdentity = (lastName?: string): Promise<unknown> =>
    once(`run ${lastName}`, async () => {
      const run = open();
      if (lastName !== undefined) run.values.set("lastName", lastName);
      await prepare(run, started("identity-check", ...identity));
      if (!(await hasEnded(run))) throw new CaseSkip(`needs an identity-check that ends within ${timeoutMs / 1_000} s`);
      const { body } = await exchange(run, fetchState);
      return resultPlaces.map((place) => readAt(body, place)).find((result) => result !== undefined);
    });
  const ensureBusy = (): Promise<void> =>
    once("busy", async () => {
      const run = open();
      await prepare(run, started("identity-check", ...identity));
      await exchange(run, fetchInteraction);
      if (!(await isRunning(run))) throw new CaseSkip("needs modules that are still running after one request");
    });
  return {
    ensureStarts: (journey: string): Promise<void> =>
      once(`start ${journey}`, async () => {
        const answer = await exchange(open(), startOf(journey));
        const name = journeys?.[journey] ?? journey;
        if (!isSuccess(answer))
          throw new CaseSkip(`needs the journey ${name}, but its start returned ${answer.status}`);
      }),
    settle: async (run: CaseRun): Promise<void> => {
      await runIdentity();
      await hasEnded(run);
    },
    lastNameFor: async (scenario: string): Promise<string | undefined> => {
      if (scenario === "stuck") return void (await ensureBusy());
      const person = personOf[scenario];
      if (person === undefined) throw new CaseSkip("needs a simulator: set control in the target");
      const isRejected = person === "rejected" || person === "livenessFails";
      if (isRejected && JSON.stringify(await runIdentity()) === JSON.stringify(await runIdentity(names.rejected)))
        throw new CaseSkip("needs a last name in people.rejected that the server rejects");
      return names[person];
    },
  };
}

/** Creates a runner for cases on a server whose readings are unknown. */
export function createCaseRunner(target: Calibrated, options: CalibrateOptions) {
  const pace = createPace();
  const tokens = new Map<string, string>();
  let tokensSince = Date.now();
  let calls = 0;
  let domains: Domains = new Map();

  const wait = async (duration: number): Promise<void> => {
    await (advanceOf(target) ?? sleepOf(options))(duration);
    tokens.clear();
    pace.restart();
  };
  const open = (isBurst = false): CaseRun => {
    if (Date.now() - tokensSince > minuteMs / 2) {
      tokens.clear();
      tokensSince = Date.now();
    }
    const reached: Target = {
      ...("token" in target ? { ...target, clientId: "", clientSecret: "" } : target),
      ...options.user,
      fetch: (request) => {
        calls += 1;
        return send(target, request);
      },
      profile: likelyProfile(domains),
    };
    const mode: Mode = {
      check: (_, request, answer) => {
        pace.count(request, answer);
        if (answer.status === 429 && !isBurst) throw new RateLimited(answer);
      },
      isSuccess: (_, __, answer) => isSuccess(answer),
      settle,
      lastNameFor,
      ...("token" in target && { token: target.token }),
    };
    const settings = { ...options, timeoutMs: options.timeoutMs ?? minuteMs, sleep: wait };
    return { ...createCaseRun(reached, settings, mode), tokens };
  };
  const { ensureStarts, settle, lastNameFor } = createRequirements(open, options);

  return {
    calls: () => calls,
    /** The highest number of successful starts and submits within a minute; 0 if the server returned 429. */
    mostPerMinute: pace.mostPerMinute,
    wait,
    /** Waits a minute if the server has a rate limit and the limit is near. */
    rest: async (): Promise<void> => {
      if (pace.isNearLimit()) await wait(minuteMs);
    },
    /**
     * Runs a case under the most likely readings.
     *
     * @throws {CaseSkip} If the server or the options lack something that the case needs.
     * @throws {CaseFailure} If a preparation fails.
     * @throws {RateLimited} If the server returns 429 to a case that does not test the rate limit.
     */
    perform: async (one: Pick<Case, "given" | "request">, possible: Domains) => {
      domains = possible;
      const text = JSON.stringify(one.request.body) ?? "";
      const usesToken =
        endpointOf(one.request.route).world === "credentials" || one.given.some((given) => given.do === "token");
      if (usesToken && "token" in target) throw new CaseSkip("needs a client id and secret, not only a token");
      if (text.includes("$password") && options.user === undefined)
        throw new CaseSkip("needs a user for the password grant: pass --username, or user in the options");
      // A `kit-` journey may be missing. `prepare` handles that case.
      for (const journey of journeysIn([one.given, one.request]))
        if (!journey.startsWith("kit-")) await ensureStarts(journey);
      const run = open(one.given.some((given) => given.do === "repeat"));
      return { run, answer: await perform(run, one) };
    },
  };
}
