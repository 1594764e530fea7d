import type { Coverage, Exchange } from "@journey-kit/schemas/control";
import type { Report, Verdict } from "../driver/driver.ts";
import type { ProbeId } from "./probes.ts";

/** What became of one errand: what the client told, how it crashed, or why it was ended. */
export type Ending =
  | { readonly kind: "told"; readonly report: Report }
  | { readonly kind: "crashed"; readonly problem: string }
  | { readonly kind: "hung"; readonly problem: string };

/** All that is known of a client after a probe. */
export interface Evidence {
  readonly probe: ProbeId;
  /** The verdict that is right; undefined where several are. */
  readonly expects: Verdict | undefined;
  /** One for each errand. */
  readonly endings: readonly Ending[];
  /** The calls of the client's world, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** By which time waits are measured: the world's, or the system's where the client really slept. */
  readonly time: "virtual" | "real";
  /** Milliseconds that the client should leave between two polls of the state. Spec 4.4. */
  readonly baseInterval: number;
  /** The client secret, which no output may hold. */
  readonly secret: string;
  readonly coverage: Coverage;
}

/** What a judge makes of evidence. `not-shown`: the client was never in the situation. */
export type Judgement =
  | { readonly status: "kept" }
  | { readonly status: "broken"; readonly problem: string; readonly exchange?: number }
  | { readonly status: "not-shown"; readonly why: string };

/** The client did as it should. */
export const kept: Judgement = { status: "kept" };

/** The client did otherwise, at an exchange of the journal where there is one to point to. */
export const broken = (problem: string, exchange?: Exchange): Judgement => ({
  status: "broken",
  problem,
  ...(exchange !== undefined && { exchange: exchange.sequence }),
});

/** The evidence shows neither. */
export const notShown = (why: string): Judgement => ({ status: "not-shown", why });

/** When a call was made, in milliseconds, by the time that the client goes by. */
export const timeOf = ({ time }: Evidence, { at, startedAt }: Exchange): number =>
  Date.parse(time === "virtual" ? at : startedAt);

/** The verdict of an ending, or what came in its place, in words. */
export const toWords = (ending: Ending): string =>
  ending.kind === "told" ? `told "${ending.report.verdict}"` : `${ending.kind}: ${ending.problem}`;
