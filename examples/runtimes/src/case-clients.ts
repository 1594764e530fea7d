import type { ApiClient } from "@journey-kit/simulator";

const clientSecret = "secret";

/** The API clients that the cases need, one of each kind. */
export const caseClients = {
  unlimited: { clientId: "cases", clientSecret },
  reader: { clientId: "reader", clientSecret, permissions: ["journey:read"] },
  writer: { clientId: "writer", clientSecret, permissions: ["journey:start", "journey:submit"] },
  withoutV2: { clientId: "without-v2", clientSecret, v2: false },
} satisfies Record<string, ApiClient>;
