import type { StartResponse, V1StartEnvelope, V2StartEnvelope } from "@journey-kit/schemas";
import type { Publication } from "../journeys/catalog.ts";
import { begin, type StartCommand } from "../machine/command.ts";
import { parseResourceId } from "../machine/resource-id.ts";
import { cite, ok } from "../machine/result.ts";
import { findScenario } from "../world/choice.ts";
import { before } from "../world/scenario.ts";
import { type Millis, minute } from "../world/time.ts";
import { checkEpoch } from "./bearer.ts";
import type { Deps } from "./deps.ts";
import { termsOf } from "./deps.ts";
import type { WorldExchange } from "./exchange.ts";
import type { Of } from "./instances.ts";
import { RefusalError } from "./refusal-error.ts";

type Config = NonNullable<NonNullable<V1StartEnvelope["context"]>["config"]> | V2StartEnvelope["context"]["config"];

/**
 * Finds the journey that a start names. Spec 1, 2.1, 4.2.
 *
 * @throws {RefusalError} `MISSING_FIELD`, `UNKNOWN_RESOURCE`, `UNAVAILABLE_REGION`, `INCOMPATIBLE_JOURNEY`.
 */
export function findJourney(
  { catalog }: Deps,
  { profile, region, client, because }: WorldExchange,
  resourceId: string,
  generation: "v1" | "v2",
): Publication {
  const parsed = parseResourceId(resourceId);
  if (parsed === undefined)
    throw new RefusalError("MISSING_FIELD", "resourceId: not of the form <id>@<version>.", ["resource-id-format"]);
  because(parsed.version === "latest" ? "resource-id-latest" : "resource-id-pinned");
  if (parsed.version === undefined) {
    because(cite(profile, "version-omitted"));
    const isRefused = profile["version-omitted"] === "refused";
    if (isRefused)
      throw new RefusalError("MISSING_FIELD", "resourceId: the version is missing.", ["resource-id-format"]);
  }
  const publication = catalog.find(parsed);
  if (publication === undefined) {
    throw new RefusalError("UNKNOWN_RESOURCE", "The journey is not published.", ["start-journey-published"]);
  }
  const { definition } = publication;
  if (!definition.regions.includes(region) || client.regions?.includes(region) === false) {
    throw new RefusalError("UNAVAILABLE_REGION", `The journey is not available in ${region}.`, [
      "start-in-configured-region",
    ]);
  }
  if (definition.generation !== generation) {
    throw new RefusalError("INCOMPATIBLE_JOURNEY", `The journey was built for ${definition.generation}.`, [
      "generations-incompatible",
      ...(generation === "v2" ? (["v2-needs-interaction-nodes"] as const) : []),
    ]);
  }
  because(...publication.basis);
  because("resource-id-identifies-journey", cite(profile, "environment-choice"), cite(profile, "latest-resolution"));
  return publication;
}

/**
 * Reads how an instance is delivered. Spec 2.7; gaps `delivery-values`, `v1-delivery`, `link-config-bounds`.
 *
 * The rest of the configuration has no effect: gaps `resume-expiry`, `branding-type`, `assisted-effect`.
 *
 * @throws {RefusalError} `MISSING_FIELD` when a value is out of bounds.
 */
export function readDelivery(
  { profile, now, because }: WorldExchange,
  config: Config | undefined,
): { readonly delivery: "api" | "page"; readonly linkExpiresAt: Millis | undefined } {
  const sent = config?.delivery;
  if (sent !== undefined && sent !== "api" && sent !== "page") {
    because(cite(profile, "delivery-values"));
    if (profile["delivery-values"] === "refused") {
      throw new RefusalError("MISSING_FIELD", "context.config.delivery: expected api or page.");
    }
  }
  const { ttlMinutes, resumeExpiryMinutes } = config?.linkConfig ?? {};
  for (const minutes of [ttlMinutes, resumeExpiryMinutes]) {
    if (minutes === undefined || minutes >= 1) continue;
    because("link-config-integers", cite(profile, "link-config-bounds"));
    if (profile["link-config-bounds"] === "any") continue;
    throw new RefusalError("MISSING_FIELD", "context.config.linkConfig: expected minutes of at least 1.");
  }
  const linkExpiresAt = ttlMinutes === undefined ? undefined : now + ttlMinutes * minute;
  return { delivery: sent === "page" ? "page" : "api", linkExpiresAt };
}

/**
 * Keeps a new instance, unless a reset has revoked the token by then. It starts under the scenario that the header
 * `X-Sim-Scenario` names, or else the one that is armed, before the one that reaches every instance of its world.
 *
 * @throws {RefusalError} `INVALID_TOKEN`, `INVALID_FIELD` for an unknown scenario, or what the machine refuses with;
 *   then no instance exists.
 */
export async function keep<G extends "v1" | "v2">(
  deps: Deps,
  { world, claims, because, call, note }: WorldExchange,
  { definition }: Publication,
  command: (ordinal: number) => Extract<StartCommand, { generation: G }>,
): Promise<Of<G>> {
  const named = call.header("x-sim-scenario");
  const result = await deps.store.start(world, ({ settings, ordinal, armed }) => {
    checkEpoch(claims, settings);
    if (named !== undefined && findScenario(settings, named) === undefined) {
      throw new RefusalError("INVALID_FIELD", "X-Sim-Scenario: there is no such scenario.");
    }
    const first = command(ordinal);
    const chosen = findScenario(settings, named ?? armed);
    const scenario = chosen === undefined ? settings.scenario : before(chosen, settings.scenario);
    const begun = begin(termsOf(deps, { ...settings, scenario }, definition), first);
    const spends = named === undefined && armed !== undefined;
    return begun.ok ? ok({ running: begun.value, command: first, spends }, begun.basis) : begun;
  });
  because(...result.basis);
  if (!result.ok) throw new RefusalError(result.refusal.name, result.refusal.problems);
  note.about = result.value.running;
  return result.value.running as Of<G>; // `begin` keeps the generation of the command
}

/** Body of the answer to a start. Spec 2.7, 4.2; gaps `start-response`, `instance-url-form`. */
export function toStartResponse(
  { profile, region, call, because }: WorldExchange,
  { instance }: Of<"v1" | "v2">,
): StartResponse {
  because(
    "start-returns-instance-id",
    "instance-id-length",
    "journey-instance-own-id",
    cite(profile, "start-response"),
  );
  const path = `/journey/${instance.id}`;
  if (instance.delivery === "page") because("delivery-page-url", cite(profile, "instance-url-form"));
  else because("delivery-api-no-url");
  const address = profile["instance-url-form"] === "absolute" ? `${call.origin}/${region}${path}` : path;
  return {
    instanceId: instance.id,
    ...(instance.delivery === "page" && { instanceUrl: address }),
    ...(profile["start-response"] === "message" && { status: "started", message: "The journey has started." }),
  };
}
