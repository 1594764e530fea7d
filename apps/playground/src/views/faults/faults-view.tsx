import { addPreset, type FaultPlan } from "@journey-kit/schemas/control";
import { type ReactNode, useMemo, useState } from "react";
import { useWorld, useWorldChange } from "../../api/queries.ts";
import type { Draft } from "../../drafts/draft-format.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { notify } from "../../ui/notices.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { FaultLog } from "./fault-log-panel.tsx";
import { faultFormat } from "./fault-plan.ts";
import { FaultPlanEditor } from "./fault-plan-editor.tsx";
import { PresetPanel } from "./preset-panel.tsx";

/** The faults of a world: the plan, and the faults applied under it. */
export function FaultsView({ world }: { readonly world: string }): ReactNode {
  const plan = useWorld(world, "faults");
  if (plan.data !== undefined) return <Faults key={world} world={world} plan={plan.data} />;
  return (
    <Page title="Faults">
      <Loaded query={plan}>{() => null}</Loaded>
    </Page>
  );
}

function Faults({ world, plan }: { readonly world: string; readonly plan: FaultPlan }): ReactNode {
  const [edited, setEdited] = useState<Draft>();
  const opened = useMemo(() => faultFormat.open(plan), [plan]);
  const draft = edited ?? opened;
  const change = useWorldChange(world, (of, next: FaultPlan) => of.faults.set(next));
  const apply = (next: FaultPlan, done: string) =>
    change.mutate(next, {
      onSuccess: () => {
        setEdited((latest) => (latest === edited ? undefined : latest)); // keeps what was edited since
        notify(done);
      },
    });
  const discard = () => {
    setEdited(undefined);
    change.reset();
  };
  return (
    <Page
      title="Faults"
      about="A fault breaks requests on purpose: an error status, a lost response, a delay, an expired token."
      actions={<FileButton onOpen={({ text }) => setEdited(faultFormat.openText(text))}>Open a file</FileButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(280px,320px)] items-start gap-3.5 max-[1000px]:grid-cols-1 max-[1000px]:*:last:-order-1">
        <FaultPlanEditor
          world={world}
          draft={draft}
          isChanged={edited !== undefined}
          isPending={change.isPending}
          error={change.error}
          onChange={setEdited}
          onApply={apply}
          onDiscard={discard}
        />
        <PresetPanel
          plan={plan}
          isDisabled={change.isPending}
          onAdd={(preset) =>
            apply(addPreset(faultFormat.read(draft).value ?? plan, preset), `${preset.label}: applied as rule 1.`)
          }
        />
      </div>
      <FaultLog world={world} />
    </Page>
  );
}
