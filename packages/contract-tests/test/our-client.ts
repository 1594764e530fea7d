import { type Collect, createJourneyClient, runJourney, runV1Journey } from "@journey-kit/client";
import type { Subject } from "@journey-kit/schemas";
import type { Driver, Service } from "../src/driver/driver.ts";

/** Our own client under contract test: what a team that uses it has to write. */
export const ourClient: Driver = {
  connect: (service) => {
    const { baseUrl, authUrl, profile, fetch, sleep, now } = service;
    const client = createJourneyClient({
      baseUrl,
      authUrl,
      auth: toCredentials(service),
      readings: profile,
      ...(fetch && { fetch }),
      ...(sleep && { sleep }),
      ...(now && { now }),
    });
    return {
      runJourney: async ({ resourceId, generation, subject }, { signal } = {}) => {
        const run = generation === "v1" ? runV1Journey : runJourney;
        const collect = toCollect(subject);
        const { outcome, instanceId } = await run(client, { resourceId, collect, ...(signal && { signal }) });
        return { verdict: outcome, instanceId };
      },
    };
  },
};

/** A client that belongs to a user says so. Gap `grant-by-client`. */
const toCredentials = ({ clientId, clientSecret, profile }: Service) => ({
  clientId,
  clientSecret,
  ...(profile["grant-by-client"] === "password" && { username: "kit", password: "kit" }),
});

/** Hands out what is known of a person, element by element. Spec 2.6. */
const toCollect =
  ({ identity, documents = [], biometrics = [] }: Subject): Collect =>
  (element) => {
    const known: Readonly<Record<string, object | string | undefined>> = {
      FullName: identity && { firstName: identity.firstName, lastNames: identity.lastNames },
      DateOfBirth: identity?.dateOfBirth,
      CurrentAddress: identity?.currentAddress,
      SSN: identity?.idNumbers?.find(({ type }) => type === "ssn"),
      PrimaryDocument: documents.find(({ type }) => type === "Primary"),
      Selfie: biometrics[0],
    };
    return known[element];
  };
