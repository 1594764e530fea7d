import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../ui/button.tsx";
import { type Problems, problemsUnder } from "./problems.ts";

interface RuleListProps {
  readonly rules: readonly unknown[];
  readonly onChange: (rules: readonly unknown[]) => void;
  /** The rule that the button below the list adds. */
  readonly blank: unknown;
  /** Describes a rule in one line; undefined if the rule is invalid. */
  readonly describe: (rule: unknown) => string | undefined;
  /** Why the simulator refused the file, by path. */
  readonly refused: Problems;
  /** The fields of a rule: its condition and its consequence. */
  readonly children: (rule: unknown, i: number, change: (rule: unknown) => void) => readonly [ReactNode, ReactNode];
  /** Shown instead of an empty list, with the button that adds a rule. */
  readonly empty?: (addButton: ReactNode) => ReactNode;
  /** Shown next to the button that adds a rule. */
  readonly beside?: ReactNode;
}

/** Maximum number of rules whose fields are all shown at first. */
const maxOpen = 4;

/** Rules, of which the first that matches applies. */
export function RuleList(props: RuleListProps): ReactNode {
  const { rules, onChange, blank, describe, refused, children, empty, beside } = props;
  const count = useRef(rules.length);
  /** Identify the rules when they change places. */
  const [known, setKeys] = useState<readonly number[]>(() => rules.map((_, i) => i));
  const [added, setAdded] = useState<number>();
  const keys = rules.map((_, i) => known[i] ?? -1 - i);
  const set = (next: readonly unknown[], nextKeys: readonly number[]) => {
    setKeys(nextKeys);
    onChange(next);
  };
  const add = () => {
    const key = count.current++;
    setAdded(key);
    set([...rules, blank], [...keys, key]);
  };
  const swap = (i: number) => set(swapWithNext(rules, i), swapWithNext(keys, i));
  const addButton = (
    <Button icon={Plus} onPress={add}>
      Add a rule
    </Button>
  );
  if (rules.length === 0 && empty !== undefined) return empty(addButton);
  return (
    <div className="grid grid-cols-1 gap-3">
      <ol className="grid grid-cols-1 gap-3">
        {rules.map((rule, i) => {
          const [condition, consequence] = children(rule, i, (next) => onChange(rules.with(i, next)));
          return (
            <li key={keys[i]}>
              <RuleCard
                number={i + 1}
                startsOpen={rules.length <= maxOpen || keys[i] === added}
                summary={describe(rule)}
                refused={problemsUnder(refused, `rules[${i}]`)}
                condition={condition}
                consequence={consequence}
                onRemove={() => set(rules.toSpliced(i, 1), keys.toSpliced(i, 1))}
                onMoveUp={i === 0 ? undefined : () => swap(i - 1)}
                onMoveDown={i === rules.length - 1 ? undefined : () => swap(i)}
              />
            </li>
          );
        })}
      </ol>
      <div className="flex flex-wrap items-end justify-between gap-3">
        {addButton}
        {beside}
      </div>
    </div>
  );
}

export const swapWithNext = <Row,>(rows: readonly Row[], i: number): readonly Row[] => [
  ...rows.slice(0, i),
  ...rows.slice(i, i + 2).toReversed(),
  ...rows.slice(i + 2),
];

interface RuleCardProps {
  readonly number: number;
  /** Whether the fields of the rule are shown at first. */
  readonly startsOpen: boolean;
  /** The rule in one line. */
  readonly summary: string | undefined;
  /** Why the simulator refused the rule, by path in the rule. */
  readonly refused: Problems;
  readonly condition: ReactNode;
  readonly consequence: ReactNode;
  readonly onRemove: () => void;
  readonly onMoveUp: (() => void) | undefined;
  readonly onMoveDown: (() => void) | undefined;
}

function RuleCard(props: RuleCardProps): ReactNode {
  const { number, startsOpen, summary, refused, condition, consequence, onRemove, onMoveUp, onMoveDown } = props;
  const [isExpanded, setIsExpanded] = useState(startsOpen);
  const isOpen = isExpanded || refused.size > 0;
  return (
    <section
      className={`rounded-8 border ${refused.size > 0 ? "border-bad" : "border-line"}`}
      aria-label={`Rule ${number}`}
    >
      <header className="flex items-center py-1 pr-1.5 pl-1 narrow:items-start">
        <h3 className="min-w-0 flex-1 text-13">
          <button
            type="button"
            className="flex w-full cursor-pointer items-center gap-2 rounded-5 border-0 bg-transparent px-2 py-1 text-left hover:bg-sunken narrow:items-start"
            aria-expanded={isOpen}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            <ChevronRight
              size={14}
              aria-hidden
              className={`flex-none text-ink-3 narrow:mt-0.5 ${isOpen ? "rotate-90" : ""}`}
            />
            <span className="flex-none">Rule {number}</span>
            <span className="flex-1 truncate font-normal text-ink-2 narrow:whitespace-normal">{summary}</span>
          </button>
        </h3>
        <div className="flex flex-none">
          <Button
            variant="quiet"
            icon={ArrowUp}
            aria-label={`Move rule ${number} up`}
            isDisabled={onMoveUp === undefined}
            onPress={onMoveUp}
          />
          <Button
            variant="quiet"
            icon={ArrowDown}
            aria-label={`Move rule ${number} down`}
            isDisabled={onMoveDown === undefined}
            onPress={onMoveDown}
          />
          <Button variant="quiet" icon={Trash2} aria-label={`Remove rule ${number}`} onPress={onRemove} />
        </div>
      </header>
      {[...refused].map(([path, problem]) => (
        <p key={path} className="px-3 pt-1 pb-2 text-bad" role="alert">
          {path !== "" && <code>{path}</code>} {problem}
        </p>
      ))}
      {isOpen && (
        <div className="grid grid-cols-2 border-t border-line narrow:grid-cols-1">
          <RulePart title="When">{condition}</RulePart>
          <RulePart title="Then">{consequence}</RulePart>
        </div>
      )}
    </section>
  );
}

const RulePart = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <fieldset className="m-0 grid min-w-0 content-start gap-2.5 *:[button]:justify-self-start border-0 border-line px-3 pt-2.5 pb-3 not-first:border-l narrow:not-first:border-t narrow:not-first:border-l-0">
    <legend className="float-left w-full p-0 text-12 text-ink-3">{title}</legend>
    {children}
  </fieldset>
);
