import type { FaultPlan, FaultStrike } from "@journey-kit/schemas/control";
import type { Store } from "../store/store.ts";
import { checkFaultPlan } from "./check-fault.ts";

/** The faults of a world, in the hand of a test. */
export interface FaultControl {
  read(): Promise<FaultPlan>;
  /**
   * Plans what goes wrong on the way, in place of what was planned; counting and the ledger begin anew.
   *
   * @throws {ControlError} When the plan cannot be meant; then nothing has changed.
   */
  plan(plan: FaultPlan): Promise<void>;
  /** Which calls have been struck since, oldest first. */
  ledger(): Promise<readonly FaultStrike[]>;
}

/** Takes the faults of a world in hand. */
export const createFaultControl = (store: Store, world: string): FaultControl => ({
  read: async () => (await store.settings(world)).faults,
  plan: async (plan) => {
    checkFaultPlan(plan);
    await store.plan(world, plan);
  },
  ledger: () => store.ledger(world),
});
