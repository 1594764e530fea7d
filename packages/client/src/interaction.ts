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

/** An interaction that collects, in one form for every reading. Spec 2.5; gap `interaction-fetch-layout`. */
export interface InteractionSummary {
  readonly interactionId: string;
  readonly collects: readonly Collected[];
  /** Elements not yet provided, also where the service lists their fields. Gap `outstanding-granularity`. */
  readonly outstanding: readonly string[];
  /** As the service told it, with the layout. */
  readonly body: ResponseOf<"v2.fetchInteraction">;
}

/** What one look at the current interaction saw: none while modules run, and at the end. */
export interface InteractionSighting extends Sighting {
  readonly interaction: InteractionSummary | undefined;
}

/** Brings what `interaction/fetch` answers to one form, whatever its layout. Spec 2.5; gap `interaction-while-running`. */
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
