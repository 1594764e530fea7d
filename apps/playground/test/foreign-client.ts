/** A client that knows nothing about the page: plain requests with `fetch`. */
export interface ForeignClient {
  /** Posts JSON to a path of the service with a token. */
  readonly post: (path: string, body: unknown) => Promise<Response>;
  /** Starts a v2 instance and returns its id. */
  readonly start: (resourceId: string, subject?: unknown) => Promise<string>;
  /** Submits elements to the current interaction of a v2 instance. */
  readonly submit: (instanceId: string, subject: unknown, ...elements: readonly string[]) => Promise<Response>;
}

/** Gets a token for a client id, and with it its world. */
export async function createForeignClient(url: string, clientId: string): Promise<ForeignClient> {
  const issued = await fetch(`${url}/as/token.oauth2`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: "any",
      scope: "service.token",
    }),
  });
  const { access_token: token } = await readBody(issued);
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    post,
    start: async (resourceId, subject = {}) => {
      const body = { resourceId, context: { config: { delivery: "api" }, subject } };
      return `${(await readBody(await post("/v2/captain/journey/start", body))).instanceId}`;
    },
    submit: async (instanceId, subject, ...elements) => {
      const fetched = await readBody(await post("/v2/captain/journey/interaction/fetch", { instanceId }));
      const participants = elements.map((domainElementId) => ({ domainElementId }));
      const { interactionId } = fetched;
      return post("/v2/captain/journey/interaction/submit", {
        instanceId,
        interactionId,
        participants,
        context: { subject },
      });
    },
  };
}

const readBody = async (response: Response): Promise<Readonly<Record<string, unknown>>> => await response.json();
