// Runs one journey with your client and prints the outcome. `journey client` sets the variables.
import { createClient } from "../client.ts"; // your client

const { env } = process;
const client = createClient({
  baseUrl: env.JOURNEY_BASE_URL ?? "",
  authUrl: env.JOURNEY_AUTH_URL ?? "",
  clientId: env.JOURNEY_CLIENT_ID ?? "",
  clientSecret: env.JOURNEY_CLIENT_SECRET ?? "",
  pollIntervalMs: Number(env.JOURNEY_POLL_SECONDS ?? 10) * 1_000,
});
console.log(await client.runJourney(env.JOURNEY_RESOURCE_ID ?? "", JSON.parse(env.JOURNEY_SUBJECT ?? "{}")));
