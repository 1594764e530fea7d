import type { ResponseOf } from "./bodies.ts";
import { listOf, memberOf } from "./json.ts";
import type { Sighting } from "./progress.ts";
import { toSighting } from "./sighting.ts";
import { isFinal, standingOf } from "./status.ts";

/** A domain element that an interaction collects. Spec 2.5, 2.6. */
export interface Collected {
  readonly element: string;
  readonly need: "required" | "optional";
}

/** An open interaction, in one form for every reading. Spec 2.5; gap `interaction-fetch-layout`. */
export interface InteractionSummary {
  readonly interactionId: string;
  readonly collects: readonly Collected[];
  /** Names of elements not yet provided, even if the service lists fields. Gap `outstanding-granularity`. */
  readonly outstanding: readonly string[];
  /** The interaction as the service returned it, including the layout. */
  readonly body: ResponseOf<"v2.fetchInteraction">;
}

/** The result of one `interaction/fetch`: no interaction while modules run or after the end. */
export interface InteractionSighting extends Sighting {
  readonly interaction: InteractionSummary | undefined;
}

/** Normalises an `interaction/fetch` response of any layout. Spec 2.5; gap `interaction-while-running`. */
export function toInteractionSighting(body: ResponseOf<"v2.fetchInteraction">): InteractionSighting {
  const { status, interactionId, open } = toSighting(body);
  const standing = standingOf(status);
  const collects = toCollects(body);
  const isGoingOn = !isFinal(standing) && standing !== "paused";
  const isCurrent = isGoingOn && collects.length > 0 && typeof interactionId === "string";
  const outstanding = collects.map(({ element }) => element).filter((element) => open.includes(element));
  return { standing, interaction: isCurrent ? { interactionId, collects, outstanding, body } : undefined };
}

/** Gap `interaction-fetch-layout`. */
function toCollects(body: unknown): readonly Collected[] {
  const rows = memberOf(memberOf(body, "interaction"), "collects") ?? memberOf(body, "collects");
  return listOf(rows).flatMap((row) => {
    const element = memberOf(row, "ref") ?? row;
    if (typeof element !== "string") return [];
    const need = memberOf(row, "spec") ?? memberOf(memberOf(body, "spec"), element);
    return [{ element, need: need === "optional" ? need : "required" }];
  });
}
