import type { Checkpoint } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { useWorld } from "../../api/queries.ts";
import { formatAge, formatCount } from "../../text/format.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/field.tsx";
import { Loaded } from "../../ui/states.tsx";
import { WorldField } from "../world-field.tsx";
import { DialogButtons, Replaces, useInstanceCount } from "./dialog-parts.tsx";
import { OpenSnapshot } from "./open-snapshot.tsx";
import { useWorldAction } from "./use-world-action.ts";

/** What a dialog asks about a world. A snapshot can be opened without choosing a world first. */
export type WorldQuestion =
  | { readonly kind: "reset" | "fork" | "restore"; readonly world: string }
  | { readonly kind: "open"; readonly world: string | undefined };

interface WorldDialogsProps {
  readonly question: WorldQuestion;
  readonly onClose: () => void;
}

/** The dialog of an action on a whole world. */
export function WorldDialogs({ question, onClose }: WorldDialogsProps): ReactNode {
  switch (question.kind) {
    case "reset":
      return <ResetDialog world={question.world} onClose={onClose} />;
    case "fork":
      return <ForkDialog world={question.world} onClose={onClose} />;
    case "restore":
      return <RestoreDialog world={question.world} onClose={onClose} />;
    case "open":
      return <OpenSnapshot world={question.world} onClose={onClose} />;
  }
}

interface WorldDialogProps {
  readonly world: string;
  readonly onClose: () => void;
}

function ResetDialog({ world, onClose }: WorldDialogProps): ReactNode {
  const count = useInstanceCount(world);
  const reset = useWorldAction({
    world,
    act: (of) => of.reset(),
    done: `Reset ${world}.`,
    next: world,
    onDone: onClose,
  });
  return (
    <Dialog title={`Reset ${world}?`} isOpen onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p>
          This removes {formatCount(count, "instance")} and the recorded requests, and revokes the tokens of the client.
          You cannot undo it.
        </p>
        <DialogButtons label="Reset the world" action={reset} onClose={onClose} />
      </div>
    </Dialog>
  );
}

function ForkDialog({ world, onClose }: WorldDialogProps): ReactNode {
  const [as, setAs] = useState(`${world}-2`);
  const replaced = useInstanceCount(as);
  const fork = useWorldAction({
    world,
    act: async ({ checkpoints }) => checkpoints.fork((await checkpoints.save()).checkpoint, { as }),
    done: `Copied ${world} to ${as}.`,
    next: as,
    onDone: onClose,
  });
  return (
    <Dialog title={`Copy ${world} to another world`} isOpen onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p>The other world gets the same instances, clock, readings, scenarios and faults.</p>
        <WorldField value={as} onChange={setAs} note="the client id of the copy" />
        {replaced > 0 && <Replaces world={as} count={replaced} />}
        <DialogButtons
          label={replaced > 0 ? `Replace ${as}` : "Copy the world"}
          action={fork}
          isDisabled={as === "" || as === world}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

function RestoreDialog({ world, onClose }: WorldDialogProps): ReactNode {
  const query = useWorld(world, "checkpoints");
  return (
    <Dialog title={`Restore a checkpoint of ${world}`} isOpen onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <Loaded query={query}>
          {({ checkpoints }) =>
            checkpoints.length === 0 ? (
              <p>This world has no checkpoint yet. “Save a checkpoint” in the same menu saves its present state.</p>
            ) : (
              <Checkpoints world={world} checkpoints={checkpoints.toReversed()} onClose={onClose} />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  );
}

interface CheckpointsProps extends WorldDialogProps {
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
}

function Checkpoints({ world, checkpoints, onClose }: CheckpointsProps): ReactNode {
  const [selected, setSelected] = useState<string>();
  const chosen = selected ?? checkpoints[0]?.checkpoint ?? "";
  const restore = useWorldAction({
    world,
    act: (of) => of.checkpoints.restore(chosen),
    done: `Restored a checkpoint of ${world}.`,
    next: world,
    onDone: onClose,
  });
  return (
    <>
      <p>The world goes back to the checkpoint. Instances that started later are removed. Tokens stay valid.</p>
      <Select
        label="Checkpoint"
        value={chosen}
        options={checkpoints.map(({ checkpoint, instances, savedAt }) => ({
          value: checkpoint,
          label: `${formatCount(instances, "instance")}, saved ${formatAge(Date.now() - Date.parse(savedAt))}`,
          hint: checkpoint,
        }))}
        onChange={setSelected}
      />
      <DialogButtons label="Restore" action={restore} onClose={onClose} />
    </>
  );
}
