import { parseBody } from "../../text/json.ts";
import type { Operation } from "./operations.ts";

/** A request that the user prepares. */
export interface Draft {
  /** Values of the parameters, by name. Empty values are not sent. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The body as text. The page sends the text unchanged, so that you can try malformed bodies. */
  readonly body: string;
}

/** What the page knows about the world that a request goes to. */
export interface Surroundings {
  readonly world: string;
  /** Resource ids of the journeys in the operation's API version. */
  readonly resourceIds?: readonly string[];
  /** The latest instance in the operation's API version. */
  readonly instanceId?: string | undefined;
  /** The interaction of this instance that a client fetched last. */
  readonly interactionId?: string | undefined;
  /** A task of this instance that accepts data. */
  readonly taskId?: string | undefined;
}

/** Prepares a request: the example from the document, with ids that exist in the world. */
export function toDraft({ parameters, body }: Operation, around: Surroundings): Draft {
  const known: Readonly<Record<string, string | undefined>> = {
    world: around.world,
    instance: around.instanceId,
    document: "v2.json",
  };
  const values = parameters.filter((one) => one.in === "path").map(({ name }) => [name, known[name] ?? ""]);
  return {
    parameters: Object.fromEntries(values),
    body: body?.example === undefined ? "" : JSON.stringify(replaceIds(body.example, around), null, 2),
  };
}

function replaceIds(example: unknown, { world, resourceIds = [], ...ids }: Surroundings): unknown {
  if (typeof example !== "object" || example === null) return example;
  const isPublished = "resourceId" in example && resourceIds.some((id) => id === example.resourceId);
  const known = { client_id: world, resourceId: isPublished ? undefined : resourceIds[0], ...ids };
  const replaced = Object.entries(known).filter(([name, id]) => id !== undefined && Object.hasOwn(example, name));
  return { ...example, ...Object.fromEntries(replaced) };
}

/**
 * Creates the request of a draft.
 *
 * @throws {SyntaxError} When the body of a form is not JSON.
 */
export function toRequest(baseUrl: string, operation: Operation, draft: Draft, token?: string): Request {
  const { method, path, parameters, body } = operation;
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(draft.parameters[name] ?? ""));
  const query = parameters
    .filter((one) => one.in === "query")
    .map(({ name }) => [name, draft.parameters[name] ?? ""])
    .filter(([, value]) => value !== "");
  const search = query.length === 0 ? "" : `?${new URLSearchParams(query)}`;
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (body === undefined) return new Request(baseUrl + address + search, { method, headers });
  headers.set("content-type", body.type);
  const isForm = body.type === "application/x-www-form-urlencoded";
  const content = isForm ? `${new URLSearchParams(JSON.parse(draft.body))}` : draft.body;
  return new Request(baseUrl + address + search, { method, headers, body: content });
}

/** The response, or why there was none. */
export interface Attempt {
  readonly status: number;
  /** Milliseconds until the body was read. */
  readonly duration: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body: a JSON value, or text. */
  readonly body: unknown;
  readonly requestId?: string;
}

/**
 * Sends a request and reads the whole response.
 *
 * @throws {Error} When no whole response arrives.
 */
export async function sendRequest(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
  now: () => number = () => performance.now(),
): Promise<Attempt> {
  const start = now();
  const { response, text } = await receive(fetch, request);
  const requestId = response.headers.get("x-request-id");
  return {
    status: response.status,
    duration: now() - start,
    headers: [...response.headers],
    body: parseBody(text),
    ...(requestId !== null && { requestId }),
  };
}

async function receive(fetch: (request: Request) => Promise<Response>, request: Request) {
  try {
    const response = await fetch(request);
    return { response, text: await response.text() };
  } catch (cause) {
    throw new Error("No complete response arrived. A fault in this world may have broken the connection.", { cause });
  }
}
