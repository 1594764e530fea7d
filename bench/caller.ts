/** Sends a request to a simulator, over a port or in process. */
export type Carry = (path: string, init: RequestInit) => Promise<Response>;

/** A caller with a token. */
export interface Caller {
  readonly token: string;
  /** Posts to a v2 endpoint, such as `journey/start`, and returns the parsed body. */
  post(endpoint: string, body: object): Promise<Readonly<Record<string, unknown>>>;
}

/** Data for each element that `document-and-selfie` collects. */
export const sent = {
  FullName: { identity: { firstName: "Ada", lastNames: ["Lovelace"] } },
  DateOfBirth: { identity: { dateOfBirth: "1990-12-10" } },
  PrimaryDocument: { documents: [{ type: "Primary", side1Image: "aW1hZ2U=" }] },
  Selfie: { biometrics: [{ selfieImage: "aW1hZ2U=" }] },
} as const;

/** Path of a v2 endpoint. */
export const pathOf = (endpoint: string): string => `/v2/captain/${endpoint}`;

/** Requests a token and creates a caller with it. */
export async function openCaller(carry: Carry, clientId = "bench"): Promise<Caller> {
  const issued = await carry("/as/token.oauth2", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=any&scope=service.token`,
  });
  const token = String((await toJson(issued)).access_token);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return {
    token,
    post: async (endpoint, body) =>
      toJson(await carry(pathOf(endpoint), { method: "POST", headers, body: JSON.stringify(body) })),
  };
}

async function toJson(response: Response): Promise<Readonly<Record<string, unknown>>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`Expected success, got ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Starts `document-and-selfie` and returns the id of the instance. */
export async function startJourney(caller: Caller, subject: object = {}): Promise<string> {
  const context = { config: { delivery: "api" }, subject };
  return String((await caller.post("journey/start", { resourceId: "document-and-selfie@latest", context })).instanceId);
}

/** Fetches the current interaction and submits some elements to it. */
export async function submit(caller: Caller, instanceId: string, name: keyof typeof sent): Promise<void> {
  const { interactionId } = await caller.post("journey/interaction/fetch", { instanceId });
  const participants = [{ domainElementId: name }];
  const context = { subject: sent[name] };
  await caller.post("journey/interaction/submit", { instanceId, interactionId, participants, context });
}

/** Runs a whole journey in a world, from token to `Completed`, and returns the id of the instance. */
export async function runJourney(carry: Carry, clientId = "bench"): Promise<string> {
  const caller = await openCaller(carry, clientId);
  const instanceId = await startJourney(caller);
  for (const name of ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"] as const) {
    await submit(caller, instanceId, name);
  }
  const { status } = await caller.post("journey/state/fetch", { instanceId });
  if (status !== "Completed") throw new Error(`Expected Completed, got ${status}.`);
  return instanceId;
}
