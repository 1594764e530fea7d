import type { ServiceSettings } from "../src/target/client-adapter.ts";
import type { Mutation } from "./mutation.ts";
import { createTokens } from "./reference-token.ts";

/** JSON of the service, of which the client reads what it knows. */
export type Body = Readonly<Record<string, unknown>>;

/** What was answered; no status where the answer was lost. */
interface Reply {
  readonly status: number | undefined;
  readonly body: Body;
}

/** Posts a body to a path below the regional address. */
export type Post = (path: string, body: object) => Promise<Reply>;

/** Makes the calls of all journeys of a client: with a token that lives, and with another one after a 401. */
export function createPost(settings: ServiceSettings, mutation: Mutation, log: string[]): Post {
  const { fetch = globalThis.fetch, baseUrl } = settings;
  const tokens = createTokens(settings, mutation, log);
  const send: Post = async (path, body) => {
    const headers = { authorization: `Bearer ${await tokens.fresh()}`, "content-type": "application/json" };
    try {
      const request = new Request(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
      const response = await fetch(request);
      return { status: response.status, body: (await response.json()) as Body }; // the service answers with JSON objects
    } catch {
      return { status: undefined, body: {} };
    }
  };
  return async (path, body) => {
    const reply = await send(path, body);
    log.push(`${path}: ${reply.status ?? "no answer"}`);
    if (reply.status !== 401) return reply;
    tokens.forget();
    return send(path, body);
  };
}
