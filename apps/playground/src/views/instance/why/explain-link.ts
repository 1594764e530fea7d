import { gapOf } from "@journey-kit/schemas/tables";
import { formatDuration } from "../../../text/format.ts";
import type { Facts } from "./facts.ts";
import type { Sentence } from "./sentence.ts";

interface LinkExplanation {
  readonly isExpired: boolean;
  readonly sentences: readonly Sentence[];
}

/**
 * Says what the hosted pages of an instance wait for; undefined if the instance has none. Spec 2.7; gap `link-expiry`.
 */
export function explainLink({ explanation, clock }: Facts): LinkExplanation | undefined {
  const { delivery, linkExpiresAt, nextEvent, steps } = explanation;
  if (delivery !== "page") return undefined;
  const isUntouched = steps.every(({ provided }) => provided.every(({ by }) => by === "prefill"));
  const progress: Sentence = [
    isUntouched ? "Nobody has submitted a hosted page yet." : "The person has submitted part of the hosted pages.",
  ];
  if (linkExpiresAt === undefined) return { isExpired: false, sentences: [progress] };
  const left = Date.parse(linkExpiresAt) - clock.now;
  if (left > 0) {
    const then = nextEvent === linkExpiresAt ? ", and then the instance fails" : "";
    return { isExpired: false, sentences: [progress, [`The link expires in ${formatDuration(left)}${then}.`]] };
  }
  const effect = gapOf("link-expiry").options["link-only"] ?? "";
  const since: Sentence = [`It expired ${formatDuration(-left)} ago. ${effect}`];
  return { isExpired: true, sentences: [since] };
}
