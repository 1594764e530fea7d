import {
  type Collect,
  createJourneyClient,
  type ElementAnswers,
  type InstanceResult,
  type Origin,
  runJourney,
  UnknownOutcomeError,
} from "@journey-kit/client";
import { runV1Journey } from "@journey-kit/client/v1";
import type { Subject } from "@journey-kit/schemas";
import type { ClientAdapter, Report, ServiceSettings } from "../src/target/client-adapter.ts";

const createOurs = (goesOn: boolean): ClientAdapter => ({
  connect: (settings) => {
    const { baseUrl, authUrl, profile, fetch, sleep, now } = settings;
    const client = createJourneyClient({
      baseUrl,
      authUrl,
      auth: toCredentials(settings),
      readings: profile,
      ...(fetch && { fetch }),
      ...(sleep && { sleep }),
      ...(now && { now }),
    });
    return {
      runJourney: async ({ resourceId, generation, subject }, { signal } = {}) => {
        const run = generation === "v1" ? runV1Journey : runJourney;
        const collect = toCollect(subject);
        const attempt: Attempt = (origin, onStart) =>
          run(client, { ...origin, collect, onStart, ...(signal && { signal }) });
        return goesOn ? goOn({ resourceId }, attempt) : toReport(await attempt({ resourceId }, () => undefined));
      },
    };
  },
});

/** Our own client under contract test: what a team that uses it has to write. */
export const ourClient = createOurs(false);

/** The same, for a team that goes on when nobody knows what became of a request. */
export const ourPersistentClient = createOurs(true);

type Attempt = (origin: Origin, onStart: (started: { readonly instanceId: string }) => void) => Promise<InstanceResult>;

const toReport = ({ outcome, instanceId }: InstanceResult): Report => ({ conclusion: outcome, instanceId });

/** Goes on with an instance when nobody knows whether it took a submit; without its id, nobody knows anything. Spec 4.2. */
async function goOn(origin: Origin, attempt: Attempt): Promise<Report> {
  let known: string | undefined;
  try {
    const note = (started: { readonly instanceId: string }) => {
      known = started.instanceId;
    };
    return toReport(await attempt(origin, note));
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError)) throw error;
    return known === undefined
      ? { conclusion: "unknown", output: String(error) }
      : goOn({ instanceId: known }, attempt);
  }
}

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
