import { type Collect, createJourneyClient, runJourney, UnknownOutcomeError } from "@journey-kit/client";

/** Where the service is, and who calls it. */
export interface Service {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly sleep?: (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  readonly now?: () => number;
}

/** Runs a whole journey: its outcome, or `unknown` if nobody can know what became of a request. */
export async function onboard(service: Service, resourceId: string, collect: Collect) {
  const { clientId, clientSecret, ...options } = service;
  const client = createJourneyClient({ ...options, auth: { clientId, clientSecret } });
  try {
    return (await runJourney(client, { resourceId, collect })).outcome;
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return "unknown";
    throw error;
  }
}
