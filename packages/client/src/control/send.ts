import type { controlEndpoints } from "@journey-kit/schemas/control";
import { type ControlRouteName, controlRouteOf } from "@journey-kit/schemas/control-routes";
import { createRedact, type Fetch, receive, toApiError } from "../call/response.ts";

type Endpoints = typeof controlEndpoints;

// The types of the bodies come from the schemas. Only types are imported, so this file does not load the validator.

/** Request body of a control plane endpoint; `undefined` if it has none. */
export type ControlRequestOf<Name extends ControlRouteName> = Endpoints[Name] extends {
  readonly request: { readonly _zod: { readonly input: infer Body } };
}
  ? Body
  : undefined;

/** Response body of a control plane endpoint. */
export type ControlResponseOf<Name extends ControlRouteName> = Endpoints[Name]["response"]["_zod"]["output"];

/** Query of a control plane endpoint; `undefined` if it has none. */
export type ControlQueryOf<Name extends ControlRouteName> = Endpoints[Name] extends {
  readonly query: { readonly _zod: { readonly input: infer Query } };
}
  ? Query
  : undefined;

/** Values of the `:name` parts of a path. */
type Parameters = Readonly<Record<string, string>>;

/** Sends a body to a control plane endpoint. */
export type ControlSend = <Name extends ControlRouteName>(
  name: Name,
  parameters: Parameters,
  body: ControlRequestOf<Name>,
  query?: ControlQueryOf<Name>,
) => Promise<ControlResponseOf<Name>>;

/**
 * Creates the function that calls the endpoints of the control plane. It throws {@link ApiError} for an error response.
 */
export const createControlSend =
  (baseUrl: string, fetch: Fetch, token: string | undefined): ControlSend =>
  async (name, parameters, body, query) => {
    const { method, path } = controlRouteOf(name);
    const headers = new Headers({ accept: "application/json" });
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    if (body !== undefined) headers.set("content-type", "application/json");
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(key, `${value}`);
    const suffix = search.size === 0 ? "" : `?${search}`;
    const request = new Request(baseUrl + fill(path, parameters) + suffix, {
      method,
      redirect: "manual",
      headers,
      ...content,
    });

    const received = await receive(name, fetch, request);

    // The type is that of the endpoint's schema. The simulator's tests check every response against this schema.
    if (received.response.ok && received.body !== undefined) return received.body as ControlResponseOf<typeof name>;
    throw toApiError(name, received, createRedact(token === undefined ? [] : [token]));
  };

/** Fills in the `:name` parts of a path. */
const fill = (path: string, parameters: Parameters): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
