import { describeFault } from "@journey-kit/schemas/tables";
import { Plus, Zap } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createKey, type Problems, problemsUnder, swapWithNext } from "../../drafts/form-fields.ts";
import { maxOpen, RuleCard } from "../../drafts/rule-card.tsx";
import { nameFaultRule } from "../../text/fault.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Empty } from "../../ui/states.tsx";
import { ActionFields } from "./action-fields.tsx";
import { FaultConditionFields } from "./fault-condition-fields.tsx";
import { type FaultForm, type FaultRuleForm, toFaultPlan } from "./fault-form.ts";
import styles from "./fault-rules.module.css";
import { describeFaultCondition } from "./fault-words.ts";

interface FaultRulesProps {
  readonly form: FaultForm;
  readonly problems: Problems;
  readonly refused: Problems;
  readonly onChange: (form: FaultForm) => void;
}

export function FaultRules({ form, problems, refused, onChange }: FaultRulesProps): ReactNode {
  const { rules } = form;
  const shown = toFaultPlan(form).value.rules;
  const setRules = (next: readonly FaultRuleForm[]) => onChange({ ...form, rules: next });
  const [added, setAdded] = useState<string>();
  const add = () => {
    const key = createKey();
    setAdded(key);
    setRules([...rules, { key, id: "", when: {}, action: "status", parameters: { status: "503" } }]);
  };
  const addButton = (
    <Button icon={Plus} onPress={add}>
      Add a rule
    </Button>
  );
  if (rules.length === 0)
    return (
      <Empty icon={Zap} title="No faults are planned." action={addButton}>
        Every request gets its normal response. Add a rule, or choose a preset.
      </Empty>
    );
  return (
    <div className={styles.form}>
      <ol className={styles.rules}>
        {rules.map((rule, i) => {
          const at = `rules[${i}]`;
          const plan = shown[i];
          const change = (next: Partial<FaultRuleForm>) => setRules(rules.with(i, { ...rule, ...next }));
          return (
            <li key={rule.key}>
              <RuleCard
                number={i + 1}
                startsOpen={rules.length <= maxOpen || rule.key === added}
                summary={plan && `${describeFaultCondition(plan.when)}: ${describeFault(plan.then)}`}
                refused={problemsUnder(refused, at)}
                condition={
                  <FaultConditionFields
                    texts={rule.when}
                    problems={problemsUnder(problems, `${at}.when`)}
                    onChange={(when) => change({ when })}
                  />
                }
                consequence={
                  <>
                    <ActionFields
                      action={rule.action}
                      texts={rule.parameters}
                      problems={problemsUnder(problems, `${at}.then`)}
                      onChange={change}
                    />
                    <TextField
                      label="Name in the log"
                      placeholder={nameFaultRule(at)}
                      value={rule.id}
                      problem={problems.get(`${at}.id`)}
                      onChange={(id) => change({ id })}
                    />
                  </>
                }
                onRemove={() => setRules(rules.toSpliced(i, 1))}
                onMoveUp={i === 0 ? undefined : () => setRules(swapWithNext(rules, i - 1))}
                onMoveDown={i === rules.length - 1 ? undefined : () => setRules(swapWithNext(rules, i))}
              />
            </li>
          );
        })}
      </ol>
      <div className={styles.row}>
        {addButton}
        <div className={styles.seed}>
          <TextField
            label="Seed for random faults"
            placeholder="the seed of the simulator"
            type="number"
            value={form.seed}
            problem={problems.get("seed")}
            onChange={(seed) => onChange({ ...form, seed })}
          />
        </div>
      </div>
    </div>
  );
}
