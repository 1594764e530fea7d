import type { World } from "@journey-kit/schemas/control";
import { type UseMutationResult, useMutation, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { keys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { paths } from "../../paths.ts";
import { notify } from "../../ui/notices.tsx";

interface WorldAction {
  readonly world: string;
  readonly act: (world: World) => Promise<unknown>;
  /** A message that says what happened. */
  readonly done: string;
  /** The world to show afterwards. */
  readonly next: string;
  readonly onDone: () => void;
}

/** Changes a whole world, then confirms the change and shows the instances of `next`. */
export function useWorldAction({
  world,
  act,
  done,
  next,
  onDone,
}: WorldAction): UseMutationResult<unknown, Error, void> {
  const { target } = useTarget();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: async () => {
      if (target.kind === "tab") await paint(); // a simulator in this tab blocks the page while it works
      return act(target.control.world(world));
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: keys.target(target.kind) });
      notify(done);
      onDone();
      navigate(paths.instances(next));
    },
  });
}

/** Waits until the page shows its present state. */
const paint = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
