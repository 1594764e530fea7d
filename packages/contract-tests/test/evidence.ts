import type { Exchange, Explanation, FaultAction } from "@journey-kit/schemas/control";
import { presets } from "@journey-kit/schemas/tables";
import type { Ending, Evidence, SentRequest } from "../src/client/evidence.ts";
import { isStart, isTokenRequest } from "../src/client/exchanges.ts";
import type { Conclusion } from "../src/service/client-adapter.ts";
import type { Condition, ConditionRun } from "../src/service/condition.ts";

/** What differs from a poll of instance `one` that shows running modules. */
export interface Step extends Partial<Omit<Exchange, "fault" | "instanceId" | "request" | "response">> {
  readonly instanceId?: string | undefined;
  /** Time in seconds; default 0. */
  readonly seconds?: number;
  /** Status of the response; by default that of the fault, or 200. */
  readonly status?: number;
  readonly action?: FaultAction | undefined;
  readonly path?: string;
  readonly method?: string;
  /** Content type of the request; by default the correct one. */
  readonly type?: string;
  /** Body of the request. */
  readonly body?: unknown;
  /** Body of the response. */
  readonly answer?: unknown;
}

const statusOf = (action: FaultAction | undefined): number => {
  if (action === undefined) return 200;
  if (action.type === "status") return action.status;
  return action.type === "expireToken" || action.type === "revokeToken" ? 401 : 200;
};

/** Requests, with a number and a time. A request that a fault or the token refuses shows no phase. */
export const createExchanges = (...steps: readonly Step[]): readonly Exchange[] =>
  steps.map(
    (
      { seconds = 0, action, status = statusOf(action), path = "/", method = "POST", type, body = {}, answer, ...step },
      i,
    ) => {
      const at = new Date(seconds * 1_000).toISOString();
      const endpoint = Object.hasOwn(step, "endpoint") ? step.endpoint : "v2.fetchState";
      const usual = isTokenRequest({ endpoint }) ? "application/x-www-form-urlencoded" : "application/json";
      const headers = { "content-type": type ?? usual };
      const isAbout = !isTokenRequest({ endpoint }) && !(isStart({ endpoint }) && status >= 300);
      return {
        ...{ sequence: i + 1, requestId: `${i + 1}`, at, startedAt: at, duration: 1, rules: [], readings: {} },
        ...(isAbout && { instanceId: "one" }),
        ...(isAbout && status < 300 && { phase: "running" }),
        ...step,
        ...{ endpoint, request: { method, path, headers, body } },
        ...{ response: { status, headers: {}, body: answer } },
        ...(action !== undefined && { fault: { rule: "r", action } }),
      };
    },
  );

/** How an instance ended, or the phase that it is in. */
export type End = "accept" | "reject" | "refer" | Exclude<Explanation["phase"], "finished">;

/** An instance that ended as given. */
export function createInstance(end: End, instanceId = "one"): Explanation {
  const isFinished = end === "accept" || end === "reject" || end === "refer";
  const at = new Date(0).toISOString();
  return {
    ...{ instanceId, journey: "kit", journeyName: "Kit", apiVersion: "v2", region: "eu", ordinal: 1 },
    ...{ scenario: "accepted", startedAt: at, version: "1", resourceId: "kit@latest", delivery: "api", now: at },
    ...{ waitingFor: [], segment: "person", steps: [], modules: [] },
    phase: isFinished ? "finished" : end,
    timeline: [
      { at, kind: "command", command: { type: "start", delivery: "api" } },
      ...(isFinished ? [{ at, kind: "evaluated" as const, outcome: end }] : []),
      { at, kind: "module-finished", module: "Liveness", attempt: 1, outcome: "reject" },
    ],
  };
}

/** A person with one element of every kind. */
export const ada = {
  identity: { firstName: "Ada", middleNames: ["Augusta"], lastNames: ["Lovelace"], dateOfBirth: "1990-12-10" },
  documents: [{ type: "Primary" as const, side1Image: "aW1hZ2Ux", side2Image: "aW1hZ2Uy" }],
};

/** A v2 journey for {@link ada}. */
export const run: ConditionRun = { resourceId: "kit@latest", apiVersion: "v2", subject: ada };

/** A condition without faults. */
export const createCondition = (change: Partial<Condition> = {}): Condition => ({
  ...{ id: "test", text: "A condition of a test.", runs: [run], scenario: "accepted" },
  ...change,
});

/** The ending of a client that reported a conclusion. */
export const reported = (conclusion: Conclusion, instanceId?: string): Ending => ({
  kind: "reported",
  report: { conclusion, ...(instanceId !== undefined && { instanceId }) },
});

/** A client that crashed. */
export const crashed: Ending = { kind: "crashed", problem: "Error: no" };

/** A client that was stopped. */
export const timedOut: Ending = { kind: "timed-out", problem: "it did not finish within 1 s" };

/** A complete token request. */
export const tokenForm = { grant: "client_credentials", hasScope: true, hasUser: false, hasCredentials: true };

/** A request as the client sent it, with a token that the service issued. */
export const createSent = ({ endpoint = "v2.fetchState", ...change }: Partial<SentRequest>): SentRequest => ({
  ...{ endpoint, body: { instanceId: "one" }, at: 0, connection: 0 },
  ...{ repeatsRefusedToken: false, hasForeignToken: false, status: 200, started: undefined },
  ...(endpoint === "token.requestToken" ? { bearer: "none", form: tokenForm } : { bearer: "issued", form: undefined }),
  ...change,
});

/** Evidence of a client that ran one journey in virtual time, and reported that it was accepted. */
export const createEvidence = (change: Partial<Evidence> = {}): Evidence => ({
  condition: createCondition(),
  runs: change.condition?.runs ?? [run],
  endings: [reported("accept")],
  exchanges: [],
  sent: [],
  instances: [createInstance("accept")],
  coverage: { world: "", requests: 0, percentage: 0, reached: true, parts: [] },
  time: "virtual",
  readsClock: true,
  pollIntervalMs: 10_000,
  profile: presets.specified,
  printed: [],
  unhandled: [],
  ...change,
});
