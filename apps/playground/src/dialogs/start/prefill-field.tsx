import { useQuery } from "@tanstack/react-query";
import type { KeyboardEvent, ReactNode } from "react";
import { keys } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { JsonEditor } from "../../ui/json-editor/json-editor.tsx";
import type { JsonSchema } from "../../ui/json-editor/schema.ts";

interface PrefillFieldProps {
  readonly world: string;
  readonly apiVersion: "v1" | "v2";
  readonly value: string;
  readonly onChange: (json: string) => void;
}

/** The prefill as JSON, with an editor that knows the schema of the subject. */
export function PrefillField({ world, apiVersion, value, onChange }: PrefillFieldProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in the editor's open list must not close the dialog.
    <div onKeyDown={keepHandledEscape}>
      <JsonEditor
        label="Prefill (context.subject)"
        value={value}
        onChange={onChange}
        schema={useSubjectSchema(world, apiVersion)}
        height={200}
      />
    </div>
  );
}

function keepHandledEscape(event: KeyboardEvent): void {
  if (event.key === "Escape" && event.defaultPrevented) event.stopPropagation();
}

/** Reads the schema of the subject under the readings of a world; undefined while it loads. Spec 2.8. */
function useSubjectSchema(world: string, apiVersion: "v1" | "v2"): JsonSchema | undefined {
  const { target } = useTarget();
  const { data } = useQuery({
    queryKey: keys.world(target.kind, world, "subject-schema", apiVersion),
    queryFn: async () => {
      const { components } = await target.control.openApi(apiVersion, { world });
      return { $ref: "#/components/schemas/Subject", components };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
