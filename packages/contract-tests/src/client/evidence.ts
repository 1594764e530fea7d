import type { Coverage, Exchange } from "@journey-kit/schemas/control";
import type { Conclusion, Report } from "../target/client-adapter.ts";
import type { SituationId } from "./situations.ts";

/** How one run ended: with a report, with a crash, or stopped by the kit. */
export type Ending =
  | { readonly kind: "told"; readonly report: Report }
  | { readonly kind: "crashed"; readonly problem: string }
  | { readonly kind: "hung"; readonly problem: string };

/** The evidence about a client after a situation. */
export interface Evidence {
  readonly situation: SituationId;
  /** The correct conclusion; undefined if several are correct. */
  readonly expects: Conclusion | undefined;
  /** One for each journeyRun. */
  readonly endings: readonly Ending[];
  /** The requests in the client's world, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** The clock that measures waits: the world's, or the system's if the client really slept. */
  readonly time: "virtual" | "real";
  /** Minimum milliseconds between two state polls. Spec 4.4. */
  readonly baseInterval: number;
  /** The client secret, which no output may contain. */
  readonly secret: string;
  readonly coverage: Coverage;
}

/** A judgement of the evidence. `not-shown`: the client never got into the situation. */
export type Judgement =
  | { readonly status: "kept" }
  | { readonly status: "broken"; readonly problem: string; readonly exchange?: number }
  | { readonly status: "not-shown"; readonly why: string };

/** The client behaved correctly. */
export const kept: Judgement = { status: "kept" };

/** The client misbehaved, at the given exchange if there is one. */
export const broken = (problem: string, exchange?: Exchange): Judgement => ({
  status: "broken",
  problem,
  ...(exchange !== undefined && { exchange: exchange.sequence }),
});

/** The evidence is inconclusive. */
export const notShown = (why: string): Judgement => ({ status: "not-shown", why });

/** Time of a request in milliseconds, by the client's clock. */
export const timeOf = ({ time }: Evidence, { at, startedAt }: Exchange): number =>
  Date.parse(time === "virtual" ? at : startedAt);

/** Describes an ending in words. */
export const toWords = (ending: Ending): string =>
  ending.kind === "told" ? `told "${ending.report.conclusion}"` : `${ending.kind}: ${ending.problem}`;
