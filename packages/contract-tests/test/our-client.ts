import {
  type Collect,
  createJourneyClient,
  type ElementAnswers,
  runJourney,
  UnknownOutcomeError,
} from "@journey-kit/client";
import * as v1 from "@journey-kit/client/v1";
import type { Subject } from "@journey-kit/schemas";
import type { ClientAdapter, ServiceSettings } from "../src/target/client-adapter.ts";

/** Our own client under contract test: what a team that uses it has to write. */
export const ourClient: ClientAdapter = {
  connect: (settings) => {
    const { baseUrl, authUrl, profile, fetch, sleep, now } = settings;
    const auth = toCredentials(settings);
    const client = createJourneyClient({ baseUrl, authUrl, auth, readings: profile, fetch, sleep, now });
    return {
      runJourney: async ({ resourceId, generation, subject }, { signal } = {}) => {
        const run = generation === "v1" ? v1.runJourney : runJourney;
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

/** A client that belongs to a user says so. Gap `grant-by-client`. */
const toCredentials = ({ clientId, clientSecret, profile }: ServiceSettings) => ({
  clientId,
  clientSecret,
  ...(profile["grant-by-client"] === "password" && { username: "kit", password: "kit" }),
});

/** Hands out what is known of a person, element by element. Spec 2.6. */
const toCollect =
  ({ identity, documents = [], biometrics = [] }: Subject): Collect =>
  (element) => {
    const known: ElementAnswers = {
      FullName: identity && { firstName: identity.firstName, lastNames: identity.lastNames },
      DateOfBirth: identity?.dateOfBirth,
      CurrentAddress: identity?.currentAddress,
      SSN: identity?.idNumbers?.find(({ type }) => type === "ssn"),
      PrimaryDocument: documents.find(({ type }) => type === "Primary"),
      Selfie: biometrics[0],
    };
    return known[element];
  };
