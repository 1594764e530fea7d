import type { Readings } from "@journey-kit/schemas/profile";
import type { Permission, RouteName } from "@journey-kit/schemas/routes";

/** A value that a pact file can hold. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** What the service is like when a call comes, by a name and its parameters; several of them hold together. */
export interface State {
  readonly name: string;
  readonly parameters: { readonly [name: string]: Json };
}

/** How the states are called in pact files. A `{word}` is one of the parameters beside the name, and stays as it is. */
export const stateNames = {
  readings: "a service with {readings}",
  findings: "modules with {findings}",
  withoutPermission: "an API client without the permission {permission}",
  clock: "a clock that is {mode}",
  called: "a call of {endpoint}",
  later: "{milliseconds} milliseconds later",
  expiredToken: "a token that has expired",
  waiting: "an instance of {resourceId} waiting for {interaction}",
  openTask: "an instance of {resourceId} with the task {task} open",
  running: "an instance of {resourceId} whose modules run",
  finished: "an instance of {resourceId} finished with {outcome}",
  failed: "an instance of {resourceId} that has failed",
  paused: "an instance of {resourceId} that is paused",
  connectToken: "a connect token for an instance of {resourceId}",
} as const;

/** A state that the verifier can bring a simulator into. */
export type StateName = keyof typeof stateNames;

/** What a run of a module comes to, as scenarios say it: its outcome, how long it takes in milliseconds, how it ends. */
export type ModuleRun = { outcome?: string; latency?: number; ends?: "fail" };

/** What modules find, by module: one outcome for every run, or what the first run comes to, the second and so on. */
export type Findings = { [module: string]: string | ModuleRun[] };

/** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
type OfJourney = { readonly resourceId: string };

const named =
  <Parameters extends State["parameters"]>(name: StateName) =>
  (parameters: Parameters): State => ({ name: stateNames[name], parameters });

/**
 * The states that the verifier can bring a simulator into. Each gives `token`, and those with an instance give
 * `instanceId`; what else they give stands beside them.
 */
export const states = {
  /** Readings of the specification, by gap; to be named before what they are to reach. */
  readings: (readings: Readings): State => ({ name: stateNames.readings, parameters: { readings: { ...readings } } }),
  /** What modules find, by module, in every instance that starts later: one word, or what each run comes to. */
  findings: (findings: Findings): State => ({
    name: stateNames.findings,
    parameters: { findings: structuredClone(findings) },
  }),
  /** An API client that may do everything but this. Spec 5; gap `permission-names`. */
  withoutPermission: named<{ readonly permission: Permission }>("withoutPermission"),
  /** How the clock runs: `frozen` until states move it, where nothing is said, or `auto`. */
  clock: named<{ readonly mode: "frozen" | "auto" }>("clock"),
  /** An endpoint was called before. The body may name values that earlier states gave, such as `${instanceId}`. */
  called: named<{ readonly endpoint: RouteName; readonly body: Json }>("called"),
  /** Time has passed; `token` is a fresh one. */
  later: named<{ readonly milliseconds: number }>("later"),
  /** `token` is one whose time is over. Spec 5. */
  expiredToken: (): State => ({ name: stateNames.expiredToken, parameters: {} }),
  /** A v2 instance that collects; gives `interactionId` too. Spec 2.5. */
  waiting: named<OfJourney & { readonly interaction: string }>("waiting"),
  /** A v1 instance with an open task, by the task's variant id; gives `taskId` too. Spec 2.3. */
  openTask: named<OfJourney & { readonly task: string }>("openTask"),
  /** All data is in and modules run, in either generation. Spec 3.1. */
  running: named<OfJourney>("running"),
  /** An instance of either generation that is done. Spec 1, 3.1. */
  finished: named<OfJourney & { readonly outcome: "accept" | "reject" | "refer" }>("finished"),
  /** An instance of either generation whose modules could not complete. Spec 3.1. */
  failed: named<OfJourney>("failed"),
  /** An instance of either generation that somebody has paused. Spec 2.2. */
  paused: named<OfJourney>("paused"),
  /** A v2 instance, and `connectToken` for the device of its end user. Spec 4.2; gap `device-start`. */
  connectToken: named<OfJourney>("connectToken"),
} as const satisfies Readonly<Record<StateName, (parameters: never) => State>>;
