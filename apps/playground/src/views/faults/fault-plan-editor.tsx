import type { FaultPlan } from "@journey-kit/schemas/control";
import { Check, Download, Trash2 } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import type { Draft } from "../../drafts/draft-format.ts";
import { DraftPanel } from "../../drafts/draft-panel.tsx";
import { problemsOf } from "../../drafts/problems.ts";
import { formatCount } from "../../text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download.ts";
import { notify } from "../../ui/notices.tsx";
import { faultFormat } from "./fault-plan.ts";
import { FaultRules } from "./fault-rules.tsx";

interface FaultPlanEditorProps {
  readonly world: string;
  readonly draft: Draft;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onChange: (draft: Draft) => void;
  /** Applies a plan, then shows the message `done`. */
  readonly onApply: (plan: FaultPlan, done: string) => void;
  readonly onDiscard: () => void;
}

/** Edits the fault plan of a world and applies it. */
export function FaultPlanEditor(props: FaultPlanEditorProps): ReactNode {
  const { world, draft, isChanged, isPending, error, onChange, onApply, onDiscard } = props;
  const { value: plan } = faultFormat.read(draft);
  const refused = useMemo(() => problemsOf(error), [error]);
  const apply = () => {
    if (plan === undefined) notify("The plan has problems. Fix the marked fields first.");
    else onApply(plan, `Applied ${formatCount(plan.rules.length, "rule")}.`);
  };
  useCommands([
    { id: "apply-faults", label: "Apply the fault plan", group: "Faults", key: shortcuts.submit, run: apply },
  ]);
  return (
    <DraftPanel
      title="Plan"
      note={isChanged ? <Badge tone="fair">not applied</Badge> : "The first rule that matches a request applies"}
      format={faultFormat}
      draft={draft}
      error={error}
      onChange={onChange}
      actions={
        <>
          <Button
            variant="primary"
            icon={Check}
            shortcut={shortcuts.submit}
            isDisabled={!isChanged || isPending}
            onPress={apply}
          >
            Apply
          </Button>
          <Button
            icon={Trash2}
            isDisabled={isPending || (!isChanged && plan?.rules.length === 0)}
            onPress={() => onApply({ rules: [] }, "Removed every fault.")}
          >
            Clear all
          </Button>
          <Button
            icon={Download}
            isDisabled={plan === undefined}
            onPress={() => plan && downloadFile(`${world}-faults.json`, "FaultPlan", plan)}
          >
            Save as a file
          </Button>
          {isChanged && (
            <Button variant="quiet" onPress={onDiscard}>
              Discard the changes
            </Button>
          )}
          <span className="ml-auto text-12 text-ink-3">Applying resets the counters and the log.</span>
        </>
      }
    >
      {(value, problems) => (
        <FaultRules
          value={value}
          problems={problems}
          refused={refused}
          onChange={(next) => onChange({ mode: "form", value: next })}
        />
      )}
    </DraftPanel>
  );
}
