import type { Scenario, ScenarioList as ScenarioListBody } from "@journey-kit/schemas/control";
import { FilePlus2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DropZone, type FileDropItem } from "react-aria-components";
import { useLocation } from "wouter";
import { useWorld } from "../../api/queries.ts";
import { Button } from "../../components/button.tsx";
import { FileButton } from "../../components/file-button.tsx";
import { Page } from "../../components/page.tsx";
import { Panel } from "../../components/panel.tsx";
import { Empty, Loaded } from "../../components/states.tsx";
import { useIsNarrow } from "../../components/use-is-narrow.ts";
import type { Draft } from "../../drafts.ts";
import { useCommands } from "../../layout/commands.tsx";
import { paths } from "../../layout/paths.ts";
import { ArmedQueue } from "./armed-queue.tsx";
import { QuickArm } from "./quick-arm.tsx";
import { openScenarioFile, scenarioFormat } from "./scenario-draft.ts";
import { ScenarioEditor } from "./scenario-editor.tsx";
import type { ScenarioForm } from "./scenario-form.ts";
import { ScenarioList } from "./scenario-list.tsx";
import styles from "./scenarios-view.module.css";

interface ScenariosViewProps {
  readonly world: string;
  /** Name of the open scenario. */
  readonly name?: string | undefined;
}

/** The scenarios of a world: what modules return, and for which instances. */
export function ScenariosView({ world, name }: ScenariosViewProps): ReactNode {
  const scenarios = useWorld(world, "scenarios");
  const [, navigate] = useLocation();
  const [fresh, setFresh] = useState<Fresh>();
  const editor = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario opens above the list.
  useEffect(() => {
    if (isNarrow && (name !== undefined || fresh !== undefined)) editor.current?.scrollIntoView();
  }, [name, fresh]);
  const open = (draft: Draft<ScenarioForm>) => {
    setFresh({ id: `${Date.now()}`, draft });
    navigate(paths.scenarios(world));
  };
  const create = () =>
    open(scenarioFormat.open({ name: "my-scenario", rules: [{ when: {}, then: { outcome: "refer" } }] }));
  useCommands([{ id: "new-scenario", label: "New scenario", group: "Scenarios", key: "C", run: create }]);
  return (
    <DropZone
      className={styles.drop}
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
            <FileButton accept={[".json", "application/json"]} onOpen={(file) => open(openScenarioFile(file))}>
              Open a file
            </FileButton>
            <Button icon={FilePlus2} shortcut="C" onPress={create}>
              New scenario
            </Button>
          </>
        }
      >
        <Loaded query={scenarios} height={520}>
          {(list) => (
            <>
              <QuickArm world={world} scenarios={list.scenarios} />
              <div className={styles.columns} data-open={fresh !== undefined || name !== undefined}>
                <div className={styles.side}>
                  <ArmedQueue list={list} />
                  <ScenarioList
                    world={world}
                    list={list}
                    selected={fresh === undefined ? name : undefined}
                    onSelect={() => setFresh(undefined)}
                  />
                </div>
                <div ref={editor} className={styles.editor}>
                  <OpenScenario
                    world={world}
                    list={list}
                    name={name}
                    fresh={fresh}
                    onSaved={() => setFresh(undefined)}
                  />
                </div>
              </div>
            </>
          )}
        </Loaded>
      </Page>
    </DropZone>
  );
}

/** A scenario that the world does not have yet. */
interface Fresh {
  readonly id: string;
  readonly draft: Draft<ScenarioForm>;
}

interface OpenScenarioProps {
  readonly world: string;
  readonly list: ScenarioListBody;
  readonly name: string | undefined;
  readonly fresh: Fresh | undefined;
  readonly onSaved: () => void;
}

function OpenScenario({ world, list, name, fresh, onSaved }: OpenScenarioProps): ReactNode {
  const saved = list.scenarios.find((scenario) => scenario.name === name);
  if (fresh !== undefined)
    return <ScenarioEditor key={fresh.id} world={world} list={list} initial={fresh.draft} onSaved={onSaved} />;
  if (saved !== undefined)
    return <ScenarioEditor key={saved.name} world={world} list={list} saved={saved} onSaved={onSaved} />;
  return (
    <Panel>
      {name === undefined ? (
        <Empty title="Choose a scenario to see its rules." command={commandFor(world, list.scenarios)}>
          You can also drop a scenario file anywhere on this page. The command line reads the same files.
        </Empty>
      ) : (
        <Empty title={`This world has no scenario “${name}”.`}>Choose another one, or create a scenario.</Empty>
      )}
    </Panel>
  );
}

const commandFor = (world: string, [first]: readonly Scenario[]): string =>
  `journey-sim scenario arm ${first?.name ?? "NAME"} --world ${world}`;
