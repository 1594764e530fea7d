import type { Scenario } from "@journey-kit/schemas/control";
import { FilePlus2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DropZone, type FileDropItem } from "react-aria-components";
import { useLocation } from "wouter";
import { useWorld } from "../../api/queries.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import type { Draft } from "../../drafts/draft-format.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty, Loaded } from "../../ui/states.tsx";
import { useIsNarrow } from "../../ui/use-is-narrow.ts";
import { QuickArm } from "./quick-arm.tsx";
import { ScenarioEditor } from "./scenario-editor.tsx";
import { openScenarioFile, scenarioFormat } from "./scenario-format.ts";
import { ArmedQueue, ScenarioList } from "./scenario-list.tsx";

interface ScenariosViewProps {
  readonly world: string;
  /** Name of the open scenario. */
  readonly name?: string | undefined;
}

/** Shows the scenarios of a world: what modules return, and for which instances. */
export const ScenariosView = (props: ScenariosViewProps): ReactNode => <Scenarios key={props.world} {...props} />;

/**
 * Scenarios that are being edited, by their saved name. A scenario that the world does not have yet has the key `""`.
 */
type Drafts = ReadonlyMap<string, Draft>;

function Scenarios({ world, name }: ScenariosViewProps): ReactNode {
  const scenarios = useWorld(world, "scenarios");
  const { target } = useTarget();
  const [, navigate] = useLocation();
  const [drafts, setDrafts] = useState<Drafts>(new Map());
  const [created, setCreated] = useState(0);
  const key = name ?? "";
  const isOpen = name !== undefined || drafts.has("");
  const editor = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario opens above the list.
  useEffect(() => {
    if (isNarrow && isOpen) editor.current?.scrollIntoView();
  }, [name, created]);
  const open = (draft: Draft) => {
    setDrafts((known) => new Map(known).set("", draft));
    setCreated(created + 1);
    navigate(paths.scenarios(world));
  };
  const setDraft = (draft: Draft) => setDrafts((known) => new Map(known).set(key, draft));
  const closeDraft = (closed: Draft, savedName: string) =>
    setDrafts((known) => {
      const next = new Map(known);
      next.delete(key);
      const latest = known.get(key);
      return latest === undefined || latest === closed ? next : next.set(savedName, latest);
    });
  const create = () =>
    open(scenarioFormat.open({ name: "my-scenario", rules: [{ when: {}, then: { outcome: "refer" } }] }));
  useCommands([
    { id: "new-scenario", label: "New scenario", group: "Scenarios", key: shortcuts.createScenario, run: create },
  ]);
  return (
    <DropZone
      className="-outline-offset-8 outline-live data-drop-target:outline-2 data-drop-target:outline-dashed"
      aria-label="Drop a scenario file here"
      getDropOperation={(types) => (types.has("application/json") ? "copy" : "cancel")}
      onDrop={({ items }) => {
        const file = items.find((one): one is FileDropItem => one.kind === "file");
        void file?.getText().then((text) => open(openScenarioFile({ name: file.name, text })));
      }}
    >
      <Page
        title="Scenarios"
        about="A scenario decides what the modules of an instance return, how long they take and whether they finish."
        actions={
          <>
            <FileButton onOpen={(file) => open(openScenarioFile(file))}>Open a file</FileButton>
            <Button icon={FilePlus2} shortcut={shortcuts.createScenario} onPress={create}>
              New scenario
            </Button>
          </>
        }
      >
        <Loaded query={scenarios} height={520}>
          {(list) => (
            <>
              <QuickArm world={world} scenarios={list.scenarios} />
              <div className="grid grid-cols-[minmax(300px,360px)_minmax(0,1fr)] items-start gap-3.5 max-[1000px]:grid-cols-1">
                <div className="grid gap-3.5">
                  <ArmedQueue list={list} />
                  <ScenarioList world={world} list={list} selected={name} isEdited={(one) => drafts.has(one)} />
                </div>
                <div ref={editor} className={`min-w-0 scroll-mt-16 ${isOpen ? "max-[1000px]:-order-1" : ""}`}>
                  {isOpen ? (
                    <ScenarioEditor
                      key={name ?? created}
                      world={world}
                      list={list}
                      name={name}
                      draft={drafts.get(key)}
                      onChange={setDraft}
                      onClose={closeDraft}
                    />
                  ) : (
                    <Panel>
                      <Empty
                        title="Choose a scenario to see its rules."
                        {...(target.kind === "server" && {
                          command: commandFor(target.baseUrl, world, list.scenarios),
                        })}
                      >
                        You can also drop a scenario file anywhere on this page. The command line reads the same files.
                      </Empty>
                    </Panel>
                  )}
                </div>
              </div>
            </>
          )}
        </Loaded>
      </Page>
    </DropZone>
  );
}

const commandFor = (address: string, world: string, [first]: readonly Scenario[]): string =>
  `journey scenario arm ${first?.name ?? "NAME"} --world ${world} --simulator ${address}`;
