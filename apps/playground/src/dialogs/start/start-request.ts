import type { JourneyClient } from "@journey-kit/client";
import type { PublishedJourney } from "@journey-kit/schemas/control";
import type { Environment, Region } from "@journey-kit/schemas/tables";

/** A journey to start, as the dialog describes it. */
export interface StartChoice {
  readonly journey: PublishedJourney;
  /** A published version, or `latest`. */
  readonly version: string;
  readonly environment: Environment;
  readonly region: Region;
  /** Whether the API client (`api`) or the service (`page`) shows the pages. Only for v2. */
  readonly delivery: "api" | "page";
  /** Whether the start responds before the modules finish. Only for v1. */
  readonly isAsync: boolean;
  /** The scenario of this instance; undefined for the world's default scenario. */
  readonly scenario: string | undefined;
  readonly subject: Readonly<Record<string, unknown>>;
}

/** Personal details for a prefill. Empty ones are omitted. */
export interface PersonalDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
}

/** Converts personal details to a prefill. Spec 2.8. */
export function toSubject({ firstName, lastName, dateOfBirth }: PersonalDetails): StartChoice["subject"] {
  const identity = {
    ...(firstName !== "" && { firstName }),
    ...(lastName !== "" && { lastNames: [lastName] }),
    ...(dateOfBirth !== "" && { dateOfBirth }),
  };
  return Object.keys(identity).length === 0 ? {} : { identity };
}

/**
 * Returns the resource id of a choice, with its version; undefined if the journey is not published in the environment.
 * Spec 2.1.
 */
export function resourceIdOf(choice: Pick<StartChoice, "journey" | "version" | "environment">): string | undefined {
  const place = choice.journey.environments[choice.environment];
  return place && `${place.resourceId}@${choice.version}`;
}

/**
 * Starts a journey as an API client.
 *
 * @returns The id of the instance.
 */
export async function startJourney({ v1, v2 }: JourneyClient, choice: StartChoice): Promise<string> {
  const { journey, environment, delivery, isAsync, scenario, subject } = choice;
  const resourceId = resourceIdOf(choice);
  if (resourceId === undefined) throw new Error(`${journey.name} is not published in ${environment}.`);
  const options = scenario === undefined ? {} : { headers: { "x-sim-scenario": scenario } };
  const { instanceId } =
    journey.apiVersion === "v2"
      ? await v2.startJourney({ resourceId, context: { config: { delivery }, subject } }, options)
      : await v1.startJourney({ resourceId, context: { config: { async: isAsync }, subject } }, options);
  return instanceId;
}
