import type { WorldSnapshot } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { defaultWorld } from "../../layout/current-world.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Problem } from "../../ui/states.tsx";
import { WorldField } from "../world-field.tsx";
import { DialogButtons, Replaces, useInstanceCount } from "./dialog-parts.tsx";
import { readSnapshot, type SnapshotFile } from "./read-snapshot.ts";
import { useWorldAction } from "./use-world-action.ts";

interface OpenSnapshotProps {
  /** The world that the snapshot replaces; undefined for the world named in the file. */
  readonly world: string | undefined;
  readonly onClose: () => void;
}

interface ChosenFile extends SnapshotFile {
  readonly name: string;
}

export function OpenSnapshot({ world, onClose }: OpenSnapshotProps): ReactNode {
  const [file, setFile] = useState<ChosenFile>();
  const [problem, setProblem] = useState<Error>();
  const read = ({ name, text }: { readonly name: string; readonly text: string }) => {
    try {
      setFile({ ...readSnapshot(text), name });
      setProblem(undefined);
    } catch {
      setFile(undefined);
      setProblem(new SyntaxError(`Choose a file that was saved with “Save a snapshot”, not ${name}.`));
    }
  };
  return (
    <Dialog title="Open a snapshot" isOpen onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <p>
          A snapshot is a whole world in a file: its instances, clock, readings, scenarios, faults and requests. The
          page sends the file only to this simulator.
        </p>
        <div>
          <FileButton onOpen={read}>{file === undefined ? "Choose a file" : "Choose another file"}</FileButton>
        </div>
        {problem !== undefined && <Problem error={problem} />}
        {file !== undefined && (
          <OpenFile
            key={`${file.name} ${file.savedAt}`}
            file={file}
            into={world ?? file.world ?? defaultWorld}
            onClose={onClose}
          />
        )}
      </div>
    </Dialog>
  );
}

interface OpenFileProps {
  readonly file: ChosenFile;
  readonly into: string;
  readonly onClose: () => void;
}

function OpenFile({ file, into, onClose }: OpenFileProps): ReactNode {
  const [world, setWorld] = useState(into);
  const replaced = useInstanceCount(world);
  const open = useWorldAction({
    world,
    act: (of) => of.snapshot.open(file.content as WorldSnapshot), // the simulator checks it
    done: `Opened ${file.name} in ${world}.`,
    next: world,
    onDone: onClose,
  });
  return (
    <>
      <Facts
        facts={[
          ["File", file.name],
          ["Saved world", file.world],
          ["Saved at", file.savedAt?.replace("T", " ").replace(/\.\d+Z$/, " UTC")],
          ["Instances", file.instances?.toLocaleString("en")],
          ["Requests", file.requests?.toLocaleString("en")],
        ]}
      />
      <WorldField value={world} onChange={setWorld} note="client id of the opened world" />
      {replaced > 0 && <Replaces world={world} count={replaced} />}
      <DialogButtons
        label={replaced > 0 ? `Replace ${world}` : "Open"}
        action={open}
        busy={`Opening ${file.name}…`}
        isDisabled={world === ""}
        onClose={onClose}
      />
    </>
  );
}
