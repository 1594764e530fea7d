import {
  type Collect,
  createJourneyClient,
  type ElementAnswers,
  runJourney,
  UnknownOutcomeError,
} from "@journey-kit/client";
import * as v1 from "@journey-kit/client/v1";
import type { Subject } from "@journey-kit/schemas";
import type { ClientAdapter, ServiceSettings } from "../src/service/client-adapter.ts";

/** The adapter for our own client. */
export const ourClient: ClientAdapter = {
  connect: (settings) => {
    const { baseUrl, authUrl, profile, fetch, sleep, now } = settings;
    const auth = toCredentials(settings);
    const client = createJourneyClient({ baseUrl, authUrl, auth, readings: profile, fetch, sleep, now });
    return {
      runJourney: async ({ resourceId, apiVersion, subject }, { signal } = {}) => {
        const run = apiVersion === "v1" ? v1.runJourney : runJourney;
        try {
          const { outcome, instanceId } = await run(client, { resourceId, collect: toCollect(subject), signal });
          return { conclusion: outcome, instanceId };
        } catch (error) {
          if (!(error instanceof UnknownOutcomeError)) throw error;
          return { conclusion: "unknown", output: String(error) };
        }
      },
    };
  },
};

/** Adds a user if the readings require the password grant. Gap `grant-by-client`. */
const toCredentials = ({ clientId, clientSecret, profile }: ServiceSettings) => ({
  clientId,
  clientSecret,
  ...(profile["grant-by-client"] === "password" && { username: "kit", password: "kit" }),
});

/** Returns a person's data for each domain element. Spec 2.6. */
const toCollect =
  ({ identity, documents = [], biometrics = [] }: Subject): Collect =>
  (element) => {
    const known: ElementAnswers = {
      FullName: identity && {
        firstName: identity.firstName,
        middleNames: identity.middleNames,
        lastNames: identity.lastNames,
      },
      DateOfBirth: identity?.dateOfBirth,
      CurrentAddress: identity?.currentAddress,
      SSN: identity?.idNumbers?.find(({ type }) => type === "ssn"),
      PrimaryDocument: documents.find(({ type }) => type === "Primary"),
      Selfie: biometrics[0],
    };
    return known[element];
  };
