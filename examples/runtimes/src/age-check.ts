import { createJourneyClient, runJourney } from "@journey-kit/client";

/** The addresses of the service, and the credentials of this application. */
export interface Service {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Checks the age of somebody born in 1990 and returns the outcome. */
export async function checkAge({ baseUrl, clientId, clientSecret = "any", fetch }: Service): Promise<string> {
  const client = createJourneyClient({
    baseUrl,
    authUrl: baseUrl,
    auth: { clientId, clientSecret },
    ...(fetch && { fetch }),
  });
  const { outcome } = await runJourney(client, {
    resourceId: "age-check@latest",
    collect: () => "1990-12-10",
    intervalMs: 500, // these programs run against simulators only; poll the service every ten seconds, the default
  });
  return outcome;
}
