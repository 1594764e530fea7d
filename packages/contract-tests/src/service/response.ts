import { ErrorBody, schemaFor, V1ErrorBody } from "@journey-kit/schemas";
import { type EndpointName, endpointFor, endpointOf } from "@journey-kit/schemas/endpoints";
import type { Profile } from "@journey-kit/schemas/tables";
import type { Answer } from "./target.ts";

/**
 * Checks the form of a response: its `X-Request-ID`, and its body against the schema for its status. Spec 4, 7.
 *
 * @returns The problem as a sentence; undefined if there is none.
 */
export function checkForm(profile: Profile, name: EndpointName, { status, headers, body }: Answer): string | undefined {
  if (!headers.get("x-request-id")) return `${name} responded without X-Request-ID (spec 7).`;
  const issue = schemaOf(profile, name, status).safeParse(body).error?.issues[0];
  return issue && `${name} returned an invalid ${issue.path.join(".") || "body"}: ${issue.message}.`;
}

function schemaOf(profile: Profile, name: EndpointName, status: number) {
  if (status < 400) return endpointFor(name, profile).response;
  const isOlder = endpointOf(name).apiVersion === "v1" && profile["v1-error-body"] === "older";
  return isOlder ? V1ErrorBody : schemaFor(profile, ErrorBody);
}
