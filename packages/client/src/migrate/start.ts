import { isFilled } from "@journey-kit/schemas/calls";
import type { V1StartJourneyConfig, V1StartJourneyRequest } from "../types/v1.ts";
import type { StartJourneyRequest } from "../types/v2.ts";
import { type Migrated, type Note, noteOthers } from "./note.ts";
import { markPrimary } from "./subject.ts";

/** Options for {@link toV2Start}. */
export interface StartTarget {
  /** Whether your application (`api`) or the service (`page`) shows the pages. Spec 2.7. */
  readonly delivery: "api" | "page";
  /**
   * Maps v1 resource ids, with or without a version, to v2 resource ids. A v1 journey cannot be converted, so you must
   * publish a v2 journey first. Spec 1, 2.1.
   */
  readonly resourceIds: Readonly<Record<string, string>>;
}

/**
 * Converts a v1 start to a v2 start: drops `config.async`, sets `config.delivery` and looks up the journey. Spec 2.7,
 * 9.
 *
 * @returns No body if `resourceIds` does not contain the v1 journey.
 * @example
 * const { body, notes } = toV2Start(start, { delivery: "api", resourceIds: { "kyc-v1": "kyc@latest" } });
 */
export function toV2Start(
  start: V1StartJourneyRequest,
  { delivery, resourceIds }: StartTarget,
): Migrated<StartJourneyRequest> {
  const resourceId = findResourceId(start.resourceId, resourceIds);
  const { config = {}, subject: given = {} } = start.context ?? {};
  const { subject, notes } = markPrimary(given);
  const body = { resourceId: resourceId ?? "", context: { config: { ...carriedConfig(config), delivery }, subject } };
  return {
    body: resourceId === undefined ? undefined : body,
    notes: [
      ...(resourceId === undefined ? [noJourney] : []),
      ...noteOthers(start, ["resourceId", "context"], "", "2.7"),
      ...noteOthers(start.context, ["config", "subject"], "context.", "2.7"),
      ...noteOthers(config, ["async", "delivery", ...carried], "context.config.", "2.7"),
      ...noteBehaviour(config, delivery, isFilled(subject)),
      ...notes,
    ],
  };
}

const carried = ["branding", "assisted", "linkConfig"] as const;

function carriedConfig(config: V1StartJourneyConfig): Pick<V1StartJourneyConfig, (typeof carried)[number]> {
  const { branding, assisted, linkConfig } = config;
  return {
    ...(branding !== undefined && { branding }),
    ...(assisted !== undefined && { assisted }),
    ...(linkConfig !== undefined && { linkConfig }),
  };
}

function findResourceId(resourceId: string, table: StartTarget["resourceIds"]): string | undefined {
  const [id = ""] = resourceId.split("@");
  const key = [resourceId, id].find((one) => Object.hasOwn(table, one));
  return key === undefined ? undefined : table[key];
}

const noJourney: Note = {
  what: "resourceId",
  why: "`resourceIds` has no v2 journey for this v1 journey. v1 journeys cannot run on v2: publish a v2 journey first.",
  spec: "1",
};

/** Returns notes about v2 behaviour that differs from v1. Spec 9. */
function noteBehaviour(
  config: V1StartJourneyConfig,
  delivery: StartTarget["delivery"],
  hasPrefill: boolean,
): readonly Note[] {
  const notes: Note[] = [];
  if (config.async !== true && hasPrefill)
    notes.push({
      what: "context.config.async",
      why: "v2 responds without waiting for the modules. Poll state/fetch for the outcome.",
      spec: "9",
    });
  if (config.delivery !== undefined && config.delivery !== delivery)
    notes.push({
      what: "context.config.delivery",
      why: `Changed from "${config.delivery}" to "${delivery}".`,
      spec: "2.7",
    });
  if (hasPrefill && config.delivery !== "page")
    notes.push({
      what: "context.subject",
      why: "v2 validates prefill for every delivery, so it may reject invalid data that v1 accepted.",
      spec: "9",
    });
  return notes;
}
