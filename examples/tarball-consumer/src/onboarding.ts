import { type Collect, createJourneyClient, runJourney, UnknownOutcomeError } from "@journey-kit/client";

/** The addresses of the service, and the credentials of this application. */
export interface Service {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly sleep?: (duration: number, options?: { readonly signal?: AbortSignal }) => Promise<void>;
  readonly now?: () => number;
  /** Milliseconds between two polls. */
  readonly pollIntervalMs?: number;
}

/** Runs a whole journey and returns the outcome. Returns `unknown` if the outcome of a request is unknown. */
export async function onboard(service: Service, resourceId: string, collect: Collect) {
  const { clientId, clientSecret, pollIntervalMs = 10_000, ...options } = service;
  const client = createJourneyClient({ ...options, auth: { clientId, clientSecret } });
  try {
    return (await runJourney(client, { resourceId, collect, intervalMs: pollIntervalMs })).outcome;
  } catch (error) {
    if (error instanceof UnknownOutcomeError) return "unknown";
    throw error;
  }
}
