import { rmSync } from "node:fs";
import type { EndpointName } from "@journey-kit/schemas/endpoints";
import { type InteractionOptions, journeyPact, type MockService } from "../../src/pact.ts";

/** An interaction of a consumer that posts JSON with its own `fetch`. */
export interface Written<Name extends EndpointName = EndpointName> {
  readonly name: Name;
  readonly path: string;
  readonly options: InteractionOptions<Name>;
}

/** Writes a new pact with some interactions, and returns its folder. */
export async function writePact(folder: string, interactions: readonly Written[]): Promise<string> {
  const dir = `.pact/${folder}`;
  rmSync(dir, { recursive: true, force: true });
  const pact = journeyPact({ consumer: "my-app", dir });
  for (const { name, path, options } of interactions)
    await pact.interaction(name, options, (service) => post(service, path));
  return dir;
}

const post = ({ baseUrl, token, request }: MockService, path: string): Promise<Response> =>
  fetch(baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(request),
  });
