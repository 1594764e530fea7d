import {
  Check,
  CircleX,
  FastForward,
  ListChecks,
  type LucideIcon,
  Play,
  Redo2,
  RotateCw,
  StepForward,
  Timer,
  UserRoundPen,
  X,
  Zap,
} from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useTarget } from "../../../api/target-provider.tsx";
import { useCommands } from "../../../commands/commands.ts";
import { type Shortcut, shortcuts } from "../../../commands/shortcuts.ts";
import { formatDuration } from "../../../text/format.ts";
import { Button } from "../../../ui/button.tsx";
import type { Move, Why } from "./facts.ts";
import { Words } from "./words.tsx";

interface WhyPanelProps {
  readonly world: string;
  readonly why: Why;
  readonly isDisabled: boolean;
  readonly onMove: (move: Move) => void;
  readonly onSelectRequest: (sequence: number) => void;
}

/** Says why an instance is in its state, and offers actions that change the state. */
export function WhyPanel({ world, why, isDisabled, onMove, onSelectRequest }: WhyPanelProps): ReactNode {
  const { tone, title, sentences, fault, moves } = why;
  const { isReadOnly } = useTarget().target;
  const next = moves.find(({ action }) => action === "next-event");
  useCommands(
    next === undefined || isDisabled || isReadOnly
      ? []
      : [
          {
            id: "next-event",
            label: "Next event of this instance",
            group: "Instance",
            key: shortcuts.nextEvent,
            run: () => onMove(next),
          },
        ],
  );
  const words = { world, onSelectRequest };
  const [panel, minHeight] = useLastHeight(isDisabled);
  return (
    <section ref={panel} style={{ minHeight }} className={box} data-tone={tone} aria-labelledby="why">
      <div className="grid max-w-[68ch] flex-[1_1_420px] gap-[5px] self-start text-ink-2">
        <h2 id="why" className="text-16 leading-[1.35] text-ink">
          {title}
        </h2>
        <p>
          {sentences.map((sentence, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no identity.
            <span key={i}>
              <Words sentence={sentence} {...words} />{" "}
            </span>
          ))}
        </p>
        {fault !== undefined && (
          <p className="flex gap-2 [--request:var(--fault)]">
            <Zap size={14} className="mt-[3px] flex-none text-fault" aria-hidden />
            <span>
              <Words sentence={fault} {...words} />
            </span>
          </p>
        )}
      </div>
      {!isReadOnly && (
        <div className="ml-auto grid gap-1.5 narrow:w-full">
          <p className="text-12 text-ink-3">{isFinal(moves) ? "The instance has ended" : "What you can do"}</p>
          <div className={buttons}>
            {moves.map((move, i) => (
              <Button
                key={move.label}
                variant={i === 0 ? "primary" : "secondary"}
                icon={icons[move.action]}
                isDisabled={isDisabled}
                {...("ms" in move && { detail: `+${formatDuration(move.ms)}` })}
                {...(keys[move.action] !== undefined && { shortcut: keys[move.action] })}
                onPress={() => onMove(move)}
              >
                {move.label}
              </Button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

const box =
  "flex flex-wrap items-end gap-x-10 gap-y-3.5 rounded-12 border border-tone-edge px-[18px] py-4 narrow:p-3.5 bg-[linear-gradient(100deg,var(--tone-soft),var(--panel)_75%)]";
const buttons = "flex flex-wrap gap-2 narrow:gap-1.5 narrow:*:flex-1 narrow:*:first:basis-full";

/**
 * Keeps the height of a panel while the panel is disabled, so that the content below does not move while the playhead
 * is dragged.
 */
function useLastHeight(isDisabled: boolean) {
  const panel = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number>();
  useLayoutEffect(() => setHeight(isDisabled ? panel.current?.offsetHeight : undefined), [isDisabled]);
  return [panel, height] as const;
}

const isFinal = (moves: readonly Move[]): boolean => moves.every(({ action }) => action === "run-again");

const icons = {
  "next-event": StepForward,
  "move-clock": FastForward,
  "run-clock": Play,
  walk: UserRoundPen,
  "complete-pages": ListChecks,
  resume: Redo2,
  accept: Check,
  reject: X,
  fail: CircleX,
  resolve: Timer,
  "run-again": RotateCw,
} as const satisfies Record<Move["action"], LucideIcon>;

/**
 * The keys of moves, which other parts of the page register. The panel itself registers only the key for the next
 * event.
 */
const keys: Readonly<Partial<Record<Move["action"], Shortcut>>> = {
  "next-event": shortcuts.nextEvent,
  resume: shortcuts.pause,
  "run-again": shortcuts.runAgain,
};
