import type { StartResponse } from "@journey-kit/schemas";
import type { output } from "zod";
import type { SimulatorContext } from "../../context/context.ts";
import type { InstanceRecord } from "../../engine/commands.ts";
import type { StartedResource } from "../../engine/instance.ts";
import { RefusalError } from "../../engine/refusal-error.ts";
import { type Publication, parseResourceId } from "../../journeys/catalog.ts";
import { memoizeText } from "../../world/cache.ts";
import { endOfTime, type Millis, minute } from "../../world/time.ts";
import type { V1StartEnvelope, V2StartEnvelope } from "../envelopes.ts";
import type { WorldRequest } from "../request.ts";

type Config =
  | NonNullable<NonNullable<output<typeof V1StartEnvelope>["context"]>["config"]>
  | output<typeof V2StartEnvelope>["context"]["config"];

/**
 * Finds the journey that a start requests, and the resource id as it was sent. Spec 1, 2.1, 4.2.
 *
 * @throws {RefusalError} `WRONG_VALUE`, `UNKNOWN_RESOURCE`, `UNAVAILABLE_REGION`, `INCOMPATIBLE_JOURNEY`.
 */
export async function findJourney(
  { catalog, journeyLog }: SimulatorContext,
  { citations, region, client }: WorldRequest,
  resourceId: string,
  apiVersion: "v1" | "v2",
): Promise<{ readonly publication: Publication; readonly resource: StartedResource }> {
  const { choose, cite } = citations;
  const parsed = parseResourceId(resourceId);
  if (parsed === undefined) {
    cite("resource-id-format");
    throw new RefusalError("WRONG_VALUE", "resourceId: expected <id>@<version>.");
  }
  cite(parsed.version === "latest" ? "resource-id-latest" : "resource-id-pinned");
  if (parsed.version === undefined && choose("version-omitted") === "refused") {
    cite("resource-id-format");
    throw new RefusalError("WRONG_VALUE", "resourceId: must include a version.");
  }
  await journeyLog.refresh();
  const [newest, inRegion] = [catalog.find(parsed), catalog.find(parsed, region)];
  const isOlder = inRegion !== newest && choose("latest-in-region") === "newest-in-region";
  const publication = isOlder ? inRegion : newest;
  if (publication === undefined) {
    cite("start-journey-published");
    throw new RefusalError("UNKNOWN_RESOURCE", "The journey is not published.");
  }
  const { definition } = publication;
  if (!publication.regions.includes(region) || client.regions?.includes(region) === false) {
    cite("start-in-configured-region");
    throw new RefusalError("UNAVAILABLE_REGION", `The journey is not available in ${region}.`);
  }
  if (definition.apiVersion !== apiVersion) {
    cite("generations-incompatible");
    if (apiVersion === "v2") cite("v2-needs-interaction-nodes");
    const problem = `This is a ${definition.apiVersion} journey. Start it with the ${definition.apiVersion} endpoint.`;
    throw new RefusalError("INCOMPATIBLE_JOURNEY", problem);
  }
  cite(...publication.basis, "resource-id-identifies-journey");
  choose("environment-choice");
  choose("latest-resolution");
  return { publication, resource: parseStarted(resourceId) };
}

/** Converts a valid resource id. Instances with the same resource id share the result, which saves memory. */
const parseStarted = memoizeText((resourceId): StartedResource => {
  const parsed = parseResourceId(resourceId);
  return { id: parsed?.id ?? "", version: parsed?.version ?? "latest" };
});

/**
 * Reads how an instance is delivered. Spec 2.7; gaps `delivery-values`, `v1-delivery`, `link-config-bounds`.
 *
 * All other settings have no effect: gaps `resume-expiry`, `branding-type`, `assisted-effect`.
 *
 * @throws {RefusalError} `WRONG_VALUE` when a value is out of bounds.
 */
export function readDelivery(
  { citations: { choose, cite }, now }: WorldRequest,
  config: Config | undefined,
): { readonly delivery: "api" | "page"; readonly linkExpiresAt: Millis | undefined } {
  const sent = config?.delivery;
  const isUnknown = sent !== undefined && sent !== "api" && sent !== "page";
  if (isUnknown && choose("delivery-values") === "refused") {
    throw new RefusalError("WRONG_VALUE", "context.config.delivery: expected api or page.");
  }
  const linkConfig = config?.linkConfig ?? {};
  for (const name of ["ttlMinutes", "resumeExpiryMinutes"] as const) {
    const minutes = linkConfig[name];
    if (minutes === undefined || minutes >= 1) continue;
    cite("link-config-integers");
    if (choose("link-config-bounds") === "any") continue;
    throw new RefusalError("WRONG_VALUE", `context.config.linkConfig.${name}: must be at least 1.`);
  }
  const { ttlMinutes } = linkConfig;
  const linkExpiresAt =
    ttlMinutes === undefined ? undefined : Math.max(0, Math.min(endOfTime, now + ttlMinutes * minute));
  return { delivery: sent === "page" ? "page" : "api", linkExpiresAt };
}

/** A request as the start of an instance sees it. */
export const starterOf = ({ world, now, claims, citations, region, header }: WorldRequest) => ({
  world,
  now,
  claims,
  citations,
  region,
  scenario: header("x-sim-scenario"),
});

/** Renders the response to a start. Spec 2.7, 4.2; gaps `start-response`, `instance-url-form`. */
export function renderStart(
  { citations: { choose, cite }, region, origin }: WorldRequest,
  { instance: { id, delivery } }: InstanceRecord,
): StartResponse {
  cite("start-returns-instance-id", "instance-id-length", "journey-instance-own-id");
  const hasMessage = choose("start-response") === "message";
  cite(delivery === "page" ? "delivery-page-url" : "delivery-api-no-url");
  const path = `/journey/${id}`;
  const toAddress = () => (choose("instance-url-form") === "absolute" ? `${origin}/${region}${path}` : path);
  return {
    instanceId: id,
    ...(delivery === "page" && { instanceUrl: toAddress() }),
    ...(hasMessage && { status: "started", message: `Journey ${id} started successfully` }),
  };
}
