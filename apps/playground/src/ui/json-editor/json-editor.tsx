import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../../lazy.tsx";
import { Skeleton } from "../states.tsx";
import type { JsonEditorProps } from "./editor.tsx";

const Editor = lazyComponent(async () => (await import("./editor.tsx")).Editor); // the editor is large, and few pages show it
const frame = 64;

/** Edits JSON. Suggests what the schema allows, and marks what the schema does not allow. */
export function JsonEditor(props: JsonEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton height={(props.height ?? 320) + frame} />}>
      <Editor {...props} />
    </Suspense>
  );
}
