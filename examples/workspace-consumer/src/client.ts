import {
  type CredentialOptions,
  createJourneyClient,
  type ElementAnswers,
  type JourneyClient,
  runJourney,
  type ServiceOptions,
} from "@journey-kit/client";
import { validate } from "@journey-kit/client/validate";

/** The addresses of the service, and the credentials of this application. */
export interface Settings extends ServiceOptions, Omit<CredentialOptions, "auth"> {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Creates the client of this application. */
export const createClient = ({ clientId, clientSecret, ...options }: Settings) =>
  createJourneyClient({ validate, ...options, auth: { clientId, clientSecret } });

/** Runs the journey `age-check` for a user. */
export const checkAge = (client: JourneyClient, user: ElementAnswers) =>
  runJourney(client, { resourceId: "age-check@latest", collect: (element) => user[element] });
