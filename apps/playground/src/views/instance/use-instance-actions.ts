import type { InstanceAdvance, Resolution, Review, World, WorldInstance } from "@journey-kit/schemas/control";
import { useMemo } from "react";
import { useWorldChange } from "../../api/queries.ts";
import { notify } from "../../ui/notices.tsx";
import type { Move } from "./why/facts.ts";

/** What a tester can do to an instance. A refused action shows a notice. */
export interface InstanceActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly fail: () => void;
  readonly review: (outcome: Review["outcome"]) => void;
  readonly resolve: (module: string, resolution: Resolution) => void;
  readonly completePages: () => void;
  /** Moves only this instance forward. */
  readonly advance: (by: InstanceAdvance) => void;
  /** Moves the clock of the world forward by a number of milliseconds. */
  readonly moveClock: (ms: number) => void;
  readonly runClock: () => void;
}

export function useInstanceActions(world: string, id: string): InstanceActions {
  const { mutate } = useWorldChange(world, (of, act: (of: World) => Promise<unknown>) => act(of));
  return useMemo(() => {
    const change = (act: (of: World) => Promise<unknown>) => mutate(act, { onError: notify });
    const perform = (act: (instance: WorldInstance) => Promise<unknown>) => change((of) => act(of.instance(id)));
    return {
      pause: () => perform((instance) => instance.pause()),
      resume: () => perform((instance) => instance.resume()),
      fail: () => perform((instance) => instance.fail()),
      review: (outcome) => perform((instance) => instance.review({ outcome })),
      resolve: (module, resolution) => perform((instance) => instance.resolve(module, resolution)),
      completePages: () => perform((instance) => instance.completePages()),
      advance: (by) => perform((instance) => instance.advance(by)),
      moveClock: (ms) => change((of) => of.clock.advance({ ms })),
      runClock: () => change((of) => of.clock.set({ mode: "real" })),
    };
  }, [mutate, id]);
}

/** Functions for those moves that change only what the view shows. */
interface ViewMoves {
  readonly walk: () => void;
  readonly resolve: (module: string) => void;
  readonly runAgain: () => void;
}

/** Carries out a move that the explanation of an instance offers. */
export function performMove(move: Move, actions: InstanceActions, view: ViewMoves) {
  switch (move.action) {
    case "next-event":
    case "move-clock":
      return actions.moveClock(move.ms);
    case "run-clock":
      return actions.runClock();
    case "accept":
    case "reject":
      return actions.review(move.action);
    case "complete-pages":
      return actions.completePages();
    case "resume":
      return actions.resume();
    case "fail":
      return actions.fail();
    case "walk":
      return view.walk();
    case "resolve":
      return view.resolve(move.module);
    case "run-again":
      return view.runAgain();
  }
}
