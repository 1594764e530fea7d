import { Scenario } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/profile";
import { permissions } from "@journey-kit/schemas/routes";
import * as z from "zod";

/** A provider state: a sentence and parameters, as in every Pact library. Several states can apply, in order. */
export interface ProviderState {
  readonly description: string;
  readonly parameters: { readonly [name: string]: unknown };
}

/** A published journey, such as `document-and-selfie@latest`. Spec 2.1. */
const resourceId = z.string();

/**
 * The provider states that the verifier can set up. All provide `token`. States that set up an instance also provide
 * `instanceId`.
 */
export const providerStates = {
  /**
   * A v2 instance whose current interaction has already accepted the `collected` elements. Adds `interactionId`. Spec
   * 2.5.
   */
  waiting: {
    description: "an instance is waiting for an interaction",
    parameters: z.strictObject({
      resourceId,
      interaction: z.string().optional(),
      collected: z.array(z.string()).optional(),
    }),
  },
  /** A v1 instance has an open task. Adds `taskId`. Spec 2.3. */
  openTask: {
    description: "an instance has an open task",
    parameters: z.strictObject({ resourceId, variantId: z.string() }),
  },
  /** A v1 or v2 instance with all data submitted and running modules. Spec 3.1. */
  running: {
    description: "the modules of an instance are running",
    parameters: z.strictObject({ resourceId }),
  },
  /** A completed v1 or v2 instance. Spec 1, 3.1. */
  completed: {
    description: "an instance is completed",
    parameters: z.strictObject({ resourceId, outcome: z.enum(["accept", "reject", "refer"]) }),
  },
  /** A v1 or v2 instance with a module that failed to complete. Spec 3.1. */
  failed: {
    description: "an instance has failed",
    parameters: z.strictObject({ resourceId }),
  },
  /** A paused v1 or v2 instance. Spec 2.2. */
  paused: {
    description: "an instance is paused",
    parameters: z.strictObject({ resourceId }),
  },
  /** A v2 instance has a token for the device of its end user. Adds `connectToken`. Spec 4.2; gap `device-start`. */
  connectToken: {
    description: "an instance has a connect token",
    parameters: z.strictObject({ resourceId }),
  },
  /** An API client with every permission except one. Spec 5; gap `permission-names`. */
  missingPermission: {
    description: "the API client lacks a permission",
    parameters: z.strictObject({ permission: z.enum(permissions) }),
  },
  /** A token that has expired. Spec 5. */
  expiredToken: {
    description: "the token has expired",
    parameters: z.strictObject({}),
  },
  /** A built-in or custom scenario for the instances that later states start. */
  scenario: {
    description: "the modules follow a scenario",
    parameters: z.strictObject({ scenario: z.union([z.string(), Scenario]) }),
  },
  /** Readings by gap. Put this state before the states that depend on it. */
  readings: {
    description: "the service follows other readings",
    parameters: z.strictObject({ readings: z.custom<Readings>((value) => typeof value === "object") }),
  },
  /** Time has passed since the previous states. Provides a new `token`. */
  later: {
    description: "time has passed",
    parameters: z.strictObject({ milliseconds: z.int().min(0) }),
  },
} as const satisfies Readonly<Record<string, StateDefinition>>;

/** The description of a provider state in pact files, and the schema of the parameters. */
export interface StateDefinition<Parameters extends z.ZodObject = z.ZodObject> {
  readonly description: string;
  readonly parameters: Parameters;
}

/** The name of a built-in provider state in {@link states}. */
export type StateName = keyof typeof providerStates;

type Given<T> = T extends object ? { readonly [Name in keyof T]: Given<T[Name]> } : T;

type StateBuilder<Parameters> =
  Record<never, never> extends Parameters ? () => ProviderState : (parameters: Given<Parameters>) => ProviderState;

type StateBuilders = {
  readonly [Name in StateName]: StateBuilder<z.input<(typeof providerStates)[Name]["parameters"]>>;
};

/**
 * Creates provider states for an interaction.
 *
 * @example
 * states.completed({ resourceId: "document-and-selfie@latest", outcome: "accept" });
 */
export const states = Object.fromEntries(
  Object.entries(providerStates).map(([name, { description }]) => [
    name,
    (parameters: never): ProviderState => ({ description, parameters: parameters ?? {} }),
  ]),
) as StateBuilders; // `Object.fromEntries` loses the types of the keys
