/** A client that knows nothing about the page: plain requests with `fetch`. */
export interface ForeignClient {
  /** Posts JSON to a path of the service with a token. */
  readonly post: (path: string, body: unknown) => Promise<Response>;
  /** Starts a v2 instance, with delivery by API unless `config` says otherwise, and returns its id. */
  readonly start: (resourceId: string, subject?: unknown, config?: object) => Promise<string>;
  /** Starts a v1 instance and returns its id. */
  readonly startV1: (resourceId: string) => Promise<string>;
  /** Submits elements to the current interaction of a v2 instance. */
  readonly submit: (instanceId: string, subject: unknown, ...elements: readonly string[]) => Promise<Response>;
}

/** Gets a token for a client id, which also creates the client's world. */
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
  const startAt = async (path: string, body: unknown) => `${(await readBody(await post(path, body))).instanceId}`;
  return {
    post,
    start: (resourceId, subject = {}, config = {}) => {
      const context = { config: { delivery: "api", ...config }, subject };
      return startAt("/v2/captain/journey/start", { resourceId, context });
    },
    startV1: (resourceId) => {
      const context = { config: { async: true }, subject: {} };
      return startAt("/captain/api/journey/start", { resourceId, context });
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
