import type { GapId, gaps, Reading } from "@journey-kit/schemas/gaps";
import type { Profile } from "@journey-kit/schemas/profile";
import { expect } from "vitest";
import type { SimulatorOptions } from "../../src/simulator.ts";
import type { Reply, Service } from "../service.ts";

/** Opens a service under the reading that a check is about; everything else is as the options say. */
export type Open = (options?: SimulatorOptions, clientId?: string) => Promise<Service>;

/** What a reading decided, and why: an answer, or a journey that could or could not be published. */
export type Decided = Pick<Reply, "basis">;

/**
 * Shows that a reading has its stated effect.
 *
 * @param profile The readings under which a service opens.
 * @returns What the reading decided; the runner asks each for its basis.
 */
export type Check = (open: Open, profile: Profile) => Promise<Decided | readonly Decided[]>;

type IsUnion<T, One = T> = One extends T ? ([T] extends [One] ? false : true) : never;

/** A gap of which no exchange shows the reading. */
export type HiddenGapId = {
  [Id in GapId]: (typeof gaps)[Id] extends { readonly observable: false } ? Id : never;
}[GapId];

/** A gap that a profile can switch, and a caller can tell. */
type SwitchableGapId = {
  [Id in Exclude<GapId, HiddenGapId>]: IsUnion<Reading<Id>> extends true ? Id : never;
}[Exclude<GapId, HiddenGapId>];

/** A gap with one reading: a recorded decision. */
export type DecidedGapId = Exclude<GapId, HiddenGapId | SwitchableGapId>;

/** A check for each reading of each gap: one that is missing does not compile. */
export type Checks<Id extends SwitchableGapId = SwitchableGapId> = {
  readonly [I in Id]: { readonly [R in Reading<I>]: Check };
};

/** A part of the table, with every reading of the gaps that it covers. */
export type SomeChecks = Partial<Checks>;

/** Sends something to a service and gives the answer. */
export type Exchange = (service: Service) => Promise<Reply>;

/** Checks that an exchange is answered with a status and, where given, a body that holds at least `body`. */
export const gives =
  (status: number, exchange: Exchange, body: object = {}): Check =>
  async (open) => {
    const reply = await exchange(await open());
    expect(reply).toMatchObject({ status, body });
    return reply;
  };
