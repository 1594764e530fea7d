import { type PresetName, presets } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { createJourneyClient } from "../src/client.ts";
/** A one-pixel image for documents and biometrics. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Regional address of a simulator in the same process. */
export const baseUrl = "http://eu.localhost";

/** Creates a client of a simulator in the same process, with modules that take no time. */
export function createTestClient(profile: PresetName = "specified") {
  const { fetch } = createSimulator({ latency: 0, profile });
  const auth = { clientId: "client-test", clientSecret: "client-test-secret" };
  return createJourneyClient({ baseUrl, authUrl: baseUrl, auth, fetch, readings: presets[profile] });
}

/** A v2 start without prefill. Spec 2.7. */
export const start = {
  resourceId: "document-and-selfie@latest",
  context: { config: { delivery: "api" as const }, subject: {} },
};
