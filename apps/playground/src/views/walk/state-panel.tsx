import type { Explanation } from "@journey-kit/schemas/control";
import { Check, ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { WorldClock } from "../../api/clock.ts";
import { useJourney, useRequests, useWorld } from "../../api/queries.ts";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { InstanceBadges } from "../instance/header/header.tsx";
import { useHostedPage } from "../instance/hosted-page.ts";
import { performMove, useInstanceActions } from "../instance/use-instance-actions.ts";
import { useRunAgain } from "../instance/use-run-again.ts";
import { explainInstance } from "../instance/why/explain-instance.ts";
import type { Move, Why } from "../instance/why/facts.ts";
import { WhyPanel } from "../instance/why/why-panel.tsx";
import { Words } from "../instance/why/words.tsx";

/** An instance that the user walks through. */
export interface WalkedInstance {
  readonly world: string;
  readonly explanation: Explanation;
  readonly clock: WorldClock;
}

/** Explains in words why the instance is in its state. */
function useWhy({ world, explanation, clock }: WalkedInstance): Why {
  const { journey, version, instanceId } = explanation;
  const { data: definition } = useJourney(journey, version);
  const requests = useRequests(world).data?.requests.filter((request) => request.instanceId === instanceId);
  const scenarios = useWorld(world, "scenarios").data?.scenarios;
  return explainInstance({ explanation, definition, scenarios, clock }, requests);
}

/** Status, steps and what the instance waits for. Stays in sight while the user scrolls. */
export function StateBar(instance: WalkedInstance): ReactNode {
  const { explanation } = instance;
  const { title, tone } = useWhy(instance);
  return (
    <div className="sticky top-13 z-4 -mx-1 -my-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 bg-page px-1 py-2">
      <span className="flex gap-1.5">
        <InstanceBadges explanation={explanation} />
      </span>
      <Steps steps={explanation.steps} />
      {explanation.phase === "collecting" && (
        <strong className="font-medium text-tone" data-tone={tone}>
          {title}
        </strong>
      )}
    </div>
  );
}

/** The steps of the journey in order, with the current one marked. */
const Steps = ({ steps }: Pick<Explanation, "steps">) => (
  <ol className="flex flex-wrap gap-1.5" aria-label="Steps">
    {steps.map(({ id, state, missing }) => (
      <li
        key={id}
        className={`inline-flex items-center gap-1.5 rounded-full border bg-panel px-2.5 py-0.5 text-12 ${stepStyles[state]}`}
        {...(state === "current" && { "aria-current": "step" })}
      >
        {state === "done" && <Check size={13} aria-label="done" />}
        {id}
        {state === "current" && missing.length > 0 && <span className="font-normal">{missing.length} to go</span>}
      </li>
    ))}
  </ol>
);

const stepStyles = {
  done: "border-line text-good",
  current: "border-live font-medium text-live",
  later: "border-dashed border-line text-ink-3",
};

/** Explains what the instance waits for. */
export function WhyNote(instance: WalkedInstance): ReactNode {
  const [, navigate] = useLocation();
  const { sentences, fault } = useWhy(instance);
  const shown = [...sentences, ...(fault === undefined ? [] : [fault])];
  return (
    <p className="text-ink-2">
      {shown.map((sentence, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity.
        <span key={i}>
          <Words
            world={instance.world}
            sentence={sentence}
            onSelectRequest={(sequence) => navigate(paths.request(instance.world, sequence))}
          />{" "}
        </span>
      ))}
    </p>
  );
}

/** The hosted page of an instance, on which the person can enter the data too. Spec 2.7. */
export function HostedPanel({ world, explanation }: WalkedInstance): ReactNode {
  const { completePages } = useInstanceActions(world, explanation.instanceId);
  const { linkExpiresAt } = explanation;
  const address = useHostedPage(explanation);
  return (
    <Panel
      title="The person can fill in hosted pages"
      note={linkExpiresAt === undefined ? undefined : `the link expires at ${linkExpiresAt.slice(11, 19)}`}
      actions={<Button onPress={completePages}>Complete the pages</Button>}
    >
      {address !== undefined ? (
        <a className="wrap-anywhere" href={address} target="_blank" rel="noreferrer">
          {address} <ExternalLink size={12} aria-label="opens in a new tab" />
        </a>
      ) : (
        "Another tab cannot reach the simulator in this tab. Complete the pages with sample data, or use a server."
      )}
    </Panel>
  );
}

/** What the user can do while the service asks for no data: wait, resume, review, or read the outcome. */
export function StatePanel(instance: WalkedInstance): ReactNode {
  const { world, explanation } = instance;
  const why = useWhy(instance);
  const actions = useInstanceActions(world, explanation.instanceId);
  const runAgain = useRunAgain(world, explanation);
  const [, navigate] = useLocation();
  const openInstance = () => navigate(paths.instance(world, explanation.instanceId));
  const move = (chosen: Move) => performMove(chosen, actions, { walk: openInstance, resolve: openInstance, runAgain });
  const can = (action: Move["action"]) => why.moves.some((one) => one.action === action);
  useCommands([
    ...(can("resume")
      ? [{ id: "pause", label: "Resume the instance", group: "Instance", key: shortcuts.pause, run: actions.resume }]
      : []),
    ...(can("run-again")
      ? [{ id: "run-again", label: "Run again", group: "Instance", key: shortcuts.runAgain, run: runAgain }]
      : []),
  ]);
  return (
    <WhyPanel
      world={world}
      why={why}
      isDisabled={false}
      onMove={move}
      onSelectRequest={(sequence) => navigate(paths.request(world, sequence))}
    />
  );
}
