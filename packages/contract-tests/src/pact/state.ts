import type { Readings } from "@journey-kit/schemas/profile";
import type { Permission, RouteName } from "@journey-kit/schemas/routes";

/** A value that a pact file can contain. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** A provider state: a name and parameters. Several can apply at once. */
export interface State {
  readonly name: string;
  readonly parameters: { readonly [name: string]: Json };
}

/** State names in pact files. A `{word}` refers to a parameter and stays in the name. */
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

/** A state that the verifier can set up. */
export type StateName = keyof typeof stateNames;

/** The result of a module run, as in a scenario: its outcome, latency in milliseconds, retry and ending. */
export type ModuleRun = {
  outcome?: string | { name: string; classification: "positive" | "neutral" | "negative" };
  latency?: number;
  retry?: "never" | "automatic" | "recollect";
  ends?: "fail";
};

/** What modules find, by module: one outcome for every run, or what the first run comes to, the second and so on. */
export type Findings = { [module: string]: string | ModuleRun[] };

/** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
type OfJourney = { readonly resourceId: string };

const named =
  <Parameters extends State["parameters"]>(name: StateName) =>
  (parameters: Parameters): State => ({ name: stateNames[name], parameters });

/**
 * The states that the verifier can set up. Each provides `token`, and those with an instance provide `instanceId`;
 * additional values are documented on each.
 */
export const states = {
  /** Readings by gap; put this state before those that depend on it. */
  readings: (readings: Readings): State => ({ name: stateNames.readings, parameters: { readings: { ...readings } } }),
  /** What modules find, by module, in every instance that starts later: one word, or what each run comes to. */
  findings: (findings: Findings): State => ({
    name: stateNames.findings,
    parameters: { findings: structuredClone(findings) },
  }),
  /** An API client with every permission except this one. Spec 5; gap `permission-names`. */
  withoutPermission: named<{ readonly permission: Permission }>("withoutPermission"),
  /** The clock mode: `frozen` until a state moves it (default), or `auto`. */
  clock: named<{ readonly mode: "frozen" | "auto" }>("clock"),
  /** An endpoint was called before. The body may use values from earlier states, such as `${instanceId}`. */
  called: named<{ readonly endpoint: RouteName; readonly body: Json }>("called"),
  /** Time has passed; `token` is a fresh one. */
  later: named<{ readonly milliseconds: number }>("later"),
  /** `token` has expired. Spec 5. */
  expiredToken: (): State => ({ name: stateNames.expiredToken, parameters: {} }),
  /** A v2 instance with an open interaction; also provides `interactionId`. Spec 2.5. */
  waiting: named<OfJourney & { readonly interaction: string }>("waiting"),
  /** A v1 instance with an open task, by the task's variant id; also provides `taskId`. Spec 2.3. */
  openTask: named<OfJourney & { readonly task: string }>("openTask"),
  /** All data is submitted and modules are running, in either generation. Spec 3.1. */
  running: named<OfJourney>("running"),
  /** A completed instance of either generation. Spec 1, 3.1. */
  finished: named<OfJourney & { readonly outcome: "accept" | "reject" | "refer" }>("finished"),
  /** An instance of either generation whose modules could not complete. Spec 3.1. */
  failed: named<OfJourney>("failed"),
  /** A paused instance of either generation. Spec 2.2. */
  paused: named<OfJourney>("paused"),
  /** A v2 instance, and `connectToken` for the device of its end user. Spec 4.2; gap `device-start`. */
  connectToken: named<OfJourney>("connectToken"),
} as const satisfies Readonly<Record<StateName, (parameters: never) => State>>;
