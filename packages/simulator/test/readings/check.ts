import type { GapId, gaps, Profile, Reading } from "@journey-kit/schemas/tables";
import type { SimulatorOptions } from "../../src/service.ts";
import type { Reply, Service } from "../service.ts";

/** Opens a service with the reading that the runner chose. */
export type Open = (options?: SimulatorOptions, clientId?: string) => Promise<Service>;

/** A response, or the result of publishing a journey, with the basis of the decision. */
export type Decided = Pick<Reply, "basis">;

/**
 * Checks that a reading has its stated effect.
 *
 * @param profile The profile of the service.
 * @returns The decisions that depend on the reading. The runner checks the basis of each decision.
 */
export type Check = (open: Open, profile: Profile) => Promise<Decided | readonly Decided[]>;

type IsUnion<T, One = T> = One extends T ? ([T] extends [One] ? false : true) : never;

/** A gap that no exchange can show. */
export type HiddenGapId = {
  [Id in GapId]: (typeof gaps)[Id] extends { readonly observable: false } ? Id : never;
}[GapId];

/** A gap that a profile can switch and a caller can observe. */
type SwitchableGapId = {
  [Id in Exclude<GapId, HiddenGapId>]: IsUnion<Reading<Id>> extends true ? Id : never;
}[Exclude<GapId, HiddenGapId>];

/** A gap with only one reading, which is a recorded decision. */
export type DecidedGapId = Exclude<GapId, HiddenGapId | SwitchableGapId>;

/** A gap with readings that the cases of the contract tests cannot check in full. */
type CheckedGapId =
  | "v1-data-variants"
  | "element-names"
  | "v1-sync-failed-instance"
  | "link-expiry"
  | "request-size-limit";

/** A check for each reading of these gaps. A missing check does not compile. */
export type Checks = { readonly [Id in CheckedGapId]: { readonly [R in Reading<Id>]: Check } };
