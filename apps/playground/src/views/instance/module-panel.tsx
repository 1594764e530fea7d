import type { JourneyVersion } from "@journey-kit/schemas";
import type { Explanation } from "@journey-kit/schemas/control";
import { describeDecider } from "@journey-kit/schemas/report";
import { moduleOf } from "@journey-kit/schemas/tables";
import { type ReactNode, type Ref, useState } from "react";
import { Link } from "wouter";
import { useTarget } from "../../api/target-provider.tsx";
import { useCommands } from "../../commands/commands.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { paths } from "../../paths.ts";
import { formatDuration } from "../../text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/facts.tsx";
import { describeModule, type Run, timesOf } from "./module-state.ts";
import { type Choice, Outcomes } from "./outcomes.tsx";
import { ScenarioLink } from "./scenario-link.tsx";
import { StateRing } from "./state-ring.tsx";
import { followsMany } from "./why/explain-outcomes.ts";

interface ModulePanelProps {
  readonly world: string;
  readonly explanation: Explanation;
  readonly definition: JourneyVersion;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
  readonly module: string;
  readonly isDisabled: boolean;
  /** To move the focus to the panel. */
  readonly ref: Ref<HTMLElement>;
  readonly onResolve: (outcome: string) => void;
}

/** One module: its latest run, its possible outcomes, and buttons to choose one. */
export function ModulePanel(props: ModulePanelProps): ReactNode {
  const { world, explanation, definition, now, module, isDisabled, onResolve, ref } = props;
  const { isReadOnly } = useTarget().target;
  const segment = definition.segments.find(({ modules }) => modules.some((use) => use.module === module));
  const run = explanation.modules.findLast((one) => one.module === module);
  const isRunning = run?.state === "running" && !isDisabled && !isReadOnly;
  const [chosen, choose] = useState<string>();
  const planned = run?.outcome;
  const outcome = chosen ?? planned;
  const resolve = () => outcome !== undefined && onResolve(outcome);
  useCommands(
    isRunning
      ? [{ id: "resolve", label: `Resolve ${module}`, group: "Instance", key: shortcuts.resolve, run: resolve }]
      : [],
  );
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className="overflow-hidden rounded-12 border border-line bg-panel"
      aria-labelledby="module-title"
    >
      <header className="flex items-center gap-3 px-4 pt-3.5">
        <StateRing {...describeModule(run, now)} size={24} />
        <div>
          <h2 id="module-title" className="text-14">
            {module}
          </h2>
          <p className="text-12 text-ink-3">
            {run !== undefined && `attempt ${run.attempt} · `}
            <code>{run?.variant ?? segment?.modules.find((use) => use.module === module)?.variant}</code>
          </p>
        </div>
      </header>
      <div className="px-4 py-3">
        <Facts facts={factsOf(props, run)} />
      </div>
      <div className="grid gap-2 border-t border-line bg-sunken px-4 py-3">
        <Outcomes
          choices={choicesOf(run, module, definition)}
          mark={run?.state === "finished" ? "found" : "planned"}
          marked={run?.ends === undefined ? planned : undefined}
          {...(isRunning && { chosen: outcome, onChoose: choose })}
        />
        {isRunning && (
          <div className="flex items-center gap-2.5">
            <Button shortcut={shortcuts.resolve} onPress={resolve}>
              Resolve
            </Button>
            <span className="text-12 text-ink-3">{effectOf(run)}</span>
          </div>
        )}
        {run === undefined && !isReadOnly && (
          <p className="text-12 text-ink-3">
            This instance keeps its scenario. To choose the outcome,{" "}
            <Link href={paths.scenarios(world)}>arm a scenario for the next instance</Link>.
          </p>
        )}
      </div>
    </section>
  );
}

/**
 * The module to show first: one that has not finished; otherwise the one with the worst result; otherwise the first
 * module.
 */
export function firstModule({ modules }: Explanation, { segments }: JourneyVersion): string | undefined {
  const order = [
    modules.find(({ state }) => state !== "finished"),
    modules.find(({ classification }) => classification === "negative"),
    modules.find(({ classification }) => classification === "neutral"),
    modules.at(-1),
    ...segments.flatMap((segment) => segment.modules),
  ];
  return order.find((one) => one !== undefined)?.module;
}

function factsOf(
  { world, explanation, definition, now, module }: ModulePanelProps,
  run: Run | undefined,
): readonly (readonly [string, ReactNode])[] {
  const examines = (run?.examines ?? moduleOf(module, definition).examines).join(", ");
  if (run === undefined)
    return [
      ["Time", "has not started"],
      ["Examines", examines],
    ];
  const { decidedBy, retry } = run;
  const scenario =
    decidedBy.type === "module"
      ? decidedBy.changedBy?.scenario
      : "scenario" in decidedBy
        ? decidedBy.scenario
        : undefined;
  const decider = (
    <ScenarioLink key="decider" world={world} scenario={scenario}>
      {describeDecider(decidedBy)}
    </ScenarioLink>
  );
  const earlier = explanation.modules.filter((one) => one.module === module && one.attempt < run.attempt);
  return [
    ["Time", describeTime(run, now)],
    ["Ends", run.ends && run.state !== "failed" ? ends[run.ends] : undefined],
    ["Examines", examines],
    ["Decided by", isUsual(run, explanation) ? undefined : decider],
    ["Retry", retry],
    ["Before", earlier.map(({ attempt, outcome }) => `attempt ${attempt}: ${outcome}`).join(", ")],
  ];
}

/** Whether the module decided for itself, or followed the rule that the explanation of the instance names. */
const isUsual = (run: Run, { modules }: Explanation): boolean =>
  (run.decidedBy.type === "module" && run.decidedBy.changedBy === undefined) || followsMany(run, modules);

const ends = { fail: "fails, and the instance with it", never: "never, unless you resolve it" } as const;

function describeTime(run: Run, now: number): string {
  const { took, takes } = timesOf(run, now);
  if (takes === undefined) return `${formatDuration(took)} so far`;
  if (run.state === "finished") return formatDuration(takes);
  if (run.state === "failed") return `failed after ${formatDuration(takes)}`;
  return `${formatDuration(took)} of ${formatDuration(takes)}`;
}

/** The possible outcomes of the module. An outcome that only a scenario defines is added. */
function choicesOf(run: Run | undefined, module: string, definition: JourneyVersion): readonly Choice[] {
  if (run === undefined) return moduleOf(module, definition).outcomes;
  const isKnown = run.outcomes.some(({ name }) => name === run.outcome);
  return isKnown ? run.outcomes : [...run.outcomes, { name: run.outcome, classification: run.classification }];
}

const effectOf = ({ ends }: Run): string =>
  ends === "never" ? "The module finishes immediately." : "The module still finishes at the planned time.";
