import type { WorldSummary } from "@journey-kit/schemas/control";
import { Play, Upload } from "lucide-react";
import type { ReactNode } from "react";
import { useWorlds } from "../../api/queries.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { QuickStartCards } from "../../dialogs/start/quick-start-cards.tsx";
import { useQuickStart, useStart } from "../../dialogs/start/start-window.tsx";
import { useWorldActions } from "../../dialogs/world/world-actions.tsx";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Loaded } from "../../ui/states.tsx";
import { ConnectPanel } from "./connect-panel.tsx";
import { ExampleCard, ExampleLine } from "./example-card.tsx";
import { LiveRequests } from "./live-requests.tsx";
import { WorldList } from "./world-list.tsx";

/**
 * On the first visit, says what this is and shows a finished journey. Later, shows the worlds and their live requests,
 * below the start of a journey if they do not fit next to each other. Both offer to start a journey and say how to connect a client.
 */
export function HomeView(): ReactNode {
  const worlds = useWorlds();
  const { openSnapshot } = useWorldActions();
  const isUsed = worlds.data?.worlds.length !== 0;
  return (
    <Page
      title="Journey Kit"
      about={isUsed ? "A simulated identity-verification service." : <Introduction />}
      actions={
        <Button icon={Upload} onPress={() => openSnapshot()}>
          Open a snapshot…
        </Button>
      }
    >
      <Loaded query={worlds} height={400}>
        {(list) => (list.worlds.length > 0 ? <LaterVisit worlds={list.worlds} /> : <FirstVisit />)}
      </Loaded>
      <ConnectPanel />
    </Page>
  );
}

const FirstVisit = () => (
  <>
    <ExampleCard />
    <StartPanel />
  </>
);

const LaterVisit = ({ worlds }: { readonly worlds: readonly WorldSummary[] }) => (
  <div className="grid grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)] items-start gap-3.5 max-[1100px]:grid-cols-[minmax(0,1fr)]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 min-[1101px]:order-last">
      <StartPanel />
      <ExampleLine />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
      <WorldList worlds={worlds} />
      <LiveRequests worlds={worlds} />
    </div>
  </div>
);

const Introduction = () => (
  <p className="max-w-[76ch] text-14">
    Journey Kit simulates an identity-verification service: a client starts a journey, submits a person’s data, and the
    service checks it until it accepts, refers or rejects the person. Start a journey here to see each outcome and what
    decided it, or connect your own client.
  </p>
);

function StartPanel(): ReactNode {
  const start = useStart();
  const { mutate, isPending } = useQuickStart();
  const isKnown = useCurrentWorld() !== ""; // unknown while the worlds load
  return (
    <Panel
      title="Start a journey"
      actions={
        <Button icon={Play} shortcut={shortcuts.start} onPress={() => start()}>
          More choices
        </Button>
      }
    >
      <QuickStartCards onChoose={mutate} isDisabled={isPending || !isKnown} />
    </Panel>
  );
}
