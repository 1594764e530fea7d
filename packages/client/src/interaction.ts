import type { ResponseOf } from "./bodies.ts";
import { isRecord, memberOf } from "./json.ts";
import type { Sighting } from "./progress.ts";
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
  const standing = standingOf(memberOf(memberOf(body, "journey"), "status"));
  const interactionId = memberOf(body, "interactionId");
  const collects = toCollects(memberOf(body, "interaction"), memberOf(body, "collects"), memberOf(body, "spec"));
  const isCurrent = !isFinal(standing) && standing !== "paused" && collects.length > 0;
  if (!isCurrent || typeof interactionId !== "string") return { standing, interaction: undefined };
  const listed = memberOf(body, "outstanding");
  const names = new Set(Array.isArray(listed) ? listed.flatMap((one) => [one, String(one).split("/")[0]]) : []);
  const outstanding = collects.map(({ element }) => element).filter((element) => names.has(element));
  return { standing, interaction: { interactionId, collects, outstanding, body } };
}

/** Gap `interaction-fetch-layout`. */
function toCollects(nested: unknown, flat: unknown, spec: unknown): readonly Collected[] {
  const rows = isRecord(nested) ? memberOf(nested, "collects") : flat;
  return (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const [element, need] = isRecord(row) ? [row.ref, row.spec] : [row, memberOf(spec, String(row))];
    return typeof element === "string" ? [{ element, need: need === "optional" ? need : "required" }] : [];
  });
}
