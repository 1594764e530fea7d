import type { JourneyVersion } from "@journey-kit/schemas";
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../components/button.tsx";
import type { Problems } from "../../form-fields.ts";
import { ConditionFields } from "./condition-fields.tsx";
import { ConsequenceFields } from "./consequence-fields.tsx";
import { toModuleChoices } from "./module-choices.ts";
import styles from "./rule-card.module.css";
import type { RuleForm } from "./scenario-form.ts";

interface RuleCardProps {
  readonly number: number;
  readonly rule: RuleForm;
  readonly definitions: readonly JourneyVersion[];
  /** Problems by their path in the rule. */
  readonly problems: Problems;
  readonly refused: Problems;
  readonly onChange: (rule: RuleForm) => void;
  readonly onRemove: () => void;
  readonly onMoveUp?: () => void;
  readonly onMoveDown?: () => void;
}

/** One rule of a scenario: when it applies, and what happens then. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { number, rule, definitions, problems, refused, onChange, onRemove, onMoveUp, onMoveDown } = props;
  const modules = toModuleChoices(definitions, rule.when.journey);
  return (
    <section className={styles.card} aria-label={`Rule ${number}`} data-refused={refused.size > 0}>
      <header className={styles.header}>
        <h4 className={styles.title}>Rule {number}</h4>
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
          {problem} <code>{path}</code>
        </p>
      ))}
      <div className={styles.columns}>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>When</legend>
          <ConditionFields
            form={rule.when}
            modules={modules}
            journeys={definitions}
            problems={problems}
            onChange={(when) => onChange({ ...rule, when })}
          />
        </fieldset>
        <fieldset className={styles.part}>
          <legend className={styles.legend}>Then</legend>
          <ConsequenceFields
            form={rule.then}
            modules={modules}
            module={rule.when.module}
            problems={new Map([...problems].map(([path, problem]) => [path.replace(/^then\./, ""), problem]))}
            onChange={(then) => onChange({ ...rule, then })}
          />
        </fieldset>
      </div>
    </section>
  );
}
