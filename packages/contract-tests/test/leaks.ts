import type { ClientAdapter } from "../src/service/client-adapter.ts";
import { toRequest } from "../src/service/target.ts";
import { createReference } from "./reference-client.ts";

type Send = (request: Request) => Promise<Response>;

/** A correct client whose requests go through `send`, which all its connections share. */
const sharing = (send: (request: Request, fetch: Send) => Promise<Response>): ClientAdapter => ({
  connect: ({ fetch = globalThis.fetch, ...settings }) =>
    createReference().connect({ ...settings, fetch: (input, init) => send(toRequest(input, init), fetch) }),
});

/** A client that sends the first token that it received for every client, as if it were kept in a module. */
export function tokenLeak(): ClientAdapter {
  let authorization: string | undefined;
  return sharing(async (request, fetch) => {
    const own = request.headers.get("authorization");
    if (own === null) return fetch(request);
    authorization ??= own;
    const headers = new Headers(request.headers);
    headers.set("authorization", authorization);
    return fetch(new Request(request, { headers }));
  });
}

/** A client that never submits an interaction again, in any journey, as if the finished ones were kept in a module. */
export function finishedLeak(): ClientAdapter {
  const finished = new Set<string>();
  return sharing(async (request, fetch) => {
    if (!request.url.endsWith("/interaction/submit")) return fetch(request);
    const { participants } = JSON.parse(await request.clone().text());
    const elements = JSON.stringify(participants);
    if (finished.has(elements)) return Response.json({});
    finished.add(elements);
    return fetch(request);
  });
}
