import createClient from "openapi-fetch";
import * as heyToken from "../generated/hey-api/token/index.ts";
import { createClient as createHeyClient } from "../generated/hey-api/v1/client/index.ts";
import * as heyV1 from "../generated/hey-api/v1/index.ts";
import * as heyV2 from "../generated/hey-api/v2/index.ts";
import type { paths as TokenPaths } from "../generated/openapi-typescript/observed/token.ts";
import type { paths as V1Paths } from "../generated/openapi-typescript/observed/v1.ts";
import type { paths as V2Paths } from "../generated/openapi-typescript/observed/v2.ts";
import * as orvalToken from "../generated/orval/token.ts";
import * as orvalV1 from "../generated/orval/v1.ts";
import * as orvalV2 from "../generated/orval/v2.ts";
import type { JourneyApi } from "./api.ts";

/** Gets an access token and creates a client that sends its requests with `fetch`. */
type Open = (fetch: (request: Request) => Promise<Response>) => Promise<JourneyApi>;

const baseUrl = "http://127.0.0.1:4010";
const grant = {
  grant_type: "client_credentials",
  client_id: "generated",
  client_secret: "secret",
  scope: "service.token",
} as const;

/** Returns the data of a result, or throws its error. */
async function dataOf<Data>(result: Promise<{ data?: Data; error?: unknown; response?: Response }>): Promise<Data> {
  const { data, error, response } = await result;
  if (data === undefined)
    throw new Error(`${response?.status}: ${error instanceof Error ? error : JSON.stringify(error)}`);
  return data;
}

const openOpenApiFetch: Open = async (fetch) => {
  const issued = await dataOf(
    createClient<TokenPaths>({ baseUrl, fetch }).POST("/as/token.oauth2", {
      body: grant,
      bodySerializer: (body) => new URLSearchParams(body as Record<string, string>),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    }),
  );
  const headers = { Authorization: `Bearer ${issued.access_token}` };
  const v1 = createClient<V1Paths>({ baseUrl, fetch, headers });
  const v2 = createClient<V2Paths>({ baseUrl, fetch, headers });
  return {
    startV2: (body) => dataOf(v2.POST("/v2/captain/journey/start", { body })),
    fetchStateV2: (body) => dataOf(v2.POST("/v2/captain/journey/state/fetch", { body })),
    fetchInteraction: (body) => dataOf(v2.POST("/v2/captain/journey/interaction/fetch", { body })),
    submit: (body) => dataOf(v2.POST("/v2/captain/journey/interaction/submit", { body })),
    startV1: (body) => dataOf(v1.POST("/captain/api/journey/start", { body })),
    fetchStateV1: (body) => dataOf(v1.POST("/captain/api/journey/state/fetch", { body })),
    listTaskSchemas: (body) => dataOf(v1.POST("/captain/api/journey/task/list/schema", { body })),
    updateTask: (body) => dataOf(v1.POST("/captain/api/journey/task/update", { body })),
  };
};

const openHeyApi: Open = async (fetch) => {
  const options = { baseUrl, fetch: (...args: ConstructorParameters<typeof Request>) => fetch(new Request(...args)) };
  const { access_token: auth } = await dataOf(
    heyToken.tokenRequestToken({ client: createHeyClient(options), body: grant }),
  );
  const client = createHeyClient({ ...options, auth });
  return {
    startV2: (body) => dataOf(heyV2.v2StartJourney({ client, body })),
    fetchStateV2: (body) => dataOf(heyV2.v2FetchState({ client, body })),
    fetchInteraction: (body) => dataOf(heyV2.v2FetchInteraction({ client, body })),
    submit: (body) => dataOf(heyV2.v2SubmitInteraction({ client, body })),
    startV1: (body) => dataOf(heyV1.v1StartJourney({ client, body })),
    fetchStateV1: (body) => dataOf(heyV1.v1FetchState({ client, body })),
    listTaskSchemas: (body) => dataOf(heyV1.v1ListTaskSchemas({ client, body })),
    updateTask: (body) => dataOf(heyV1.v1UpdateTask({ client, body })),
  };
};

/** Orval calls the global `fetch`, which a test replaces. */
const openOrval: Open = async () => {
  const issued = await orvalToken.tokenRequestToken(grant);
  if (issued.status !== 200) throw new Error(JSON.stringify(issued.data));
  const options = { headers: { Authorization: `Bearer ${issued.data.access_token}` } };
  const take = async (result: Promise<{ data: object; status: number }>) => {
    const { data, status } = await result;
    if (status >= 400) throw new Error(`${status}: ${JSON.stringify(data)}`);
    return { ...data };
  };
  return {
    startV2: (body) => take(orvalV2.v2StartJourney(body, options)),
    fetchStateV2: (body) => take(orvalV2.v2FetchState(body, options)),
    fetchInteraction: (body) => take(orvalV2.v2FetchInteraction(body, options)),
    submit: (body) => take(orvalV2.v2SubmitInteraction(body, options)),
    startV1: (body) => take(orvalV1.v1StartJourney(body, options)),
    fetchStateV1: (body) => take(orvalV1.v1FetchState(body, options)),
    listTaskSchemas: (body) => take(orvalV1.v1ListTaskSchemas(body, options)),
    updateTask: (body) => take(orvalV1.v1UpdateTask(body, options)),
  };
};

/** The clients by the name of the generator. */
export const clients: Readonly<Record<string, Open>> = {
  "openapi-typescript": openOpenApiFetch,
  "hey-api": openHeyApi,
  orval: openOrval,
};
