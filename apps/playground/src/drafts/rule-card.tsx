import { ArrowDown, ArrowUp, ChevronRight, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import type { Problems } from "./form-fields.ts";
import styles from "./rule-card.module.css";

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
  readonly onMoveUp?: (() => void) | undefined;
  readonly onMoveDown?: (() => void) | undefined;
}

/** Maximum number of rules whose fields are all shown at first. */
export const maxOpen = 4;

/** One rule of a list in which the first matching rule applies. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { number, startsOpen, summary, refused, condition, consequence, onRemove, onMoveUp, onMoveDown } = props;
  const [isExpanded, setIsExpanded] = useState(startsOpen);
  const isOpen = isExpanded || refused.size > 0;
  return (
    <section className={styles.card} aria-label={`Rule ${number}`} data-refused={refused.size > 0}>
      <header className={styles.header}>
        <h3 className={styles.heading}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => setIsExpanded(!isExpanded)}
          >
            <ChevronRight size={14} aria-hidden className={styles.arrow} />
            <span className={styles.title}>Rule {number}</span>
            <span className={styles.summary}>{summary}</span>
          </button>
        </h3>
        <div className={styles.actions}>
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
        <p key={path} className={styles.refusal} role="alert">
          {path !== "" && <code>{path}</code>} {problem}
        </p>
      ))}
      {isOpen && (
        <div className={styles.columns}>
          <fieldset className={styles.part}>
            <legend className={styles.legend}>When</legend>
            {condition}
          </fieldset>
          <fieldset className={styles.part}>
            <legend className={styles.legend}>Then</legend>
            {consequence}
          </fieldset>
        </div>
      )}
    </section>
  );
}
