/** Posts a body to a service, over a port or in process, and returns the body of the response. */
export type Carry = (path: string, headers: Readonly<Record<string, string>>, body: string) => Promise<string>;

/** A caller with a token. */
export interface Caller {
  /** The headers of its requests. */
  readonly headers: Readonly<Record<string, string>>;
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
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const credentials = `grant_type=client_credentials&client_id=${clientId}&client_secret=any&scope=service.token`;
  const issued = JSON.parse(await carry("/as/token.oauth2", form, credentials));
  const headers = { authorization: `Bearer ${issued.access_token}`, "content-type": "application/json" };
  return {
    headers,
    post: async (endpoint, body) => JSON.parse(await carry(pathOf(endpoint), headers, JSON.stringify(body))),
  };
}

/** Starts `document-and-selfie` and returns the id of the instance. */
export async function startJourney(caller: Caller, subject: object = {}): Promise<string> {
  const context = { config: { delivery: "api" }, subject };
  return String((await caller.post("journey/start", { resourceId: "document-and-selfie@latest", context })).instanceId);
}

/** Fetches the current interaction and prepares the body that submits some elements to it. */
export async function prepareSubmit(caller: Caller, instanceId: string, name: keyof typeof sent): Promise<object> {
  const { interactionId } = await caller.post("journey/interaction/fetch", { instanceId });
  return { instanceId, interactionId, participants: [{ domainElementId: name }], context: { subject: sent[name] } };
}

/** Runs a whole journey in a world, from token to `Completed`, and returns the id of the instance. */
export async function runJourney(carry: Carry, clientId = "bench"): Promise<string> {
  const caller = await openCaller(carry, clientId);
  const instanceId = await startJourney(caller);
  for (const name of ["FullName", "DateOfBirth", "PrimaryDocument", "Selfie"] as const) {
    await caller.post("journey/interaction/submit", await prepareSubmit(caller, instanceId, name));
  }
  const { status } = await caller.post("journey/state/fetch", { instanceId });
  if (status !== "Completed") throw new Error(`Expected Completed, got ${status}.`);
  return instanceId;
}
