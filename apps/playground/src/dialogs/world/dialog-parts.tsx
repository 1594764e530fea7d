import type { UseMutationResult } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useWorlds } from "../../api/queries.ts";
import { formatCount } from "../../text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Problem } from "../../ui/states.tsx";

/** Counts the instances of a world; 0 for a world that does not exist. */
export const useInstanceCount = (world: string): number =>
  useWorlds().data?.worlds.find((one) => one.world === world)?.instances ?? 0;

/** Warns that an action replaces the instances of a world. */
export function Replaces({ world, count }: { readonly world: string; readonly count: number }): ReactNode {
  return (
    <p className="flex items-center gap-2 rounded-8 border border-tone-edge bg-tone-soft px-3 py-2" data-tone="fair">
      <TriangleAlert size={14} aria-hidden className="flex-none text-tone" />
      <span>
        This replaces {formatCount(count, "instance")} of {world}.
      </span>
    </p>
  );
}

interface DialogButtonsProps {
  /** Text of the button that confirms the dialog. */
  readonly label: string;
  readonly action: UseMutationResult<unknown, Error, void>;
  /** Shown while the action runs. */
  readonly busy?: string;
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
}

/** The buttons at the end of a dialog, and the error of the dialog's action, if any. */
export function DialogButtons({
  label,
  action,
  busy = "Please wait…",
  isDisabled = false,
  onClose,
}: DialogButtonsProps): ReactNode {
  return (
    <>
      {action.error !== null && <Problem error={action.error} />}
      <div className="flex items-center justify-end gap-2">
        <p className="flex-1 text-ink-2 wrap-anywhere" role="status">
          {action.isPending && busy}
        </p>
        <Button onPress={onClose}>Cancel</Button>
        <Button variant="primary" onPress={() => action.mutate()} isDisabled={isDisabled || action.isPending}>
          {label}
        </Button>
      </div>
    </>
  );
}
