import type { FaultPlan } from "@journey-kit/schemas/control";
import { Check, Download, Plus, Trash2, Zap } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { downloadFile } from "../../components/download.ts";
import { DraftPanel } from "../../components/draft-panel/draft-panel.tsx";
import { TextField } from "../../components/field.tsx";
import { useNotify } from "../../components/notices.tsx";
import { RuleCard } from "../../components/rule-card.tsx";
import { Empty } from "../../components/states.tsx";
import type { Draft } from "../../drafts.ts";
import { createKey, type Problems, problemsUnder, swapWithNext, toFileText, toProblems } from "../../form-fields.ts";
import { useCommands } from "../../layout/commands.tsx";
import { type FaultForm, type FaultRuleForm, faultFormat, toFaultPlan } from "./fault-form.ts";
import styles from "./fault-plan-editor.module.css";
import { ActionFields, FaultConditionFields } from "./fault-rule-fields.tsx";
import { describeFaultAction, describeFaultCondition } from "./fault-words.ts";

interface FaultPlanEditorProps {
  readonly world: string;
  readonly draft: Draft<FaultForm>;
  readonly isChanged: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onChange: (draft: Draft<FaultForm>) => void;
  /** Applies a plan, then shows `done`. */
  readonly onApply: (plan: FaultPlan, done: string) => void;
  readonly onDiscard: () => void;
}

/** Edits the fault plan of a world and applies it. */
export function FaultPlanEditor(props: FaultPlanEditorProps): ReactNode {
  const { world, draft, isChanged, isPending, error, onChange, onApply, onDiscard } = props;
  const notify = useNotify();
  const { value: plan } = faultFormat.read(draft);
  const refused = useMemo<Problems>(() => (error === null ? new Map() : toProblems(error)), [error]);
  const apply = () => {
    if (plan === undefined) notify("The plan has problems. Fix the marked fields first.");
    else onApply(plan, plan.rules.length === 1 ? "Applied 1 rule." : `Applied ${plan.rules.length} rules.`);
  };
  useCommands([{ id: "apply-faults", label: "Apply the fault plan", group: "Faults", key: "S", run: apply }]);
  return (
    <DraftPanel
      title="Plan"
      note={isChanged ? <Badge tone="fair">not applied</Badge> : "The first rule that matches a request applies"}
      format={faultFormat}
      draft={draft}
      error={error}
      onChange={onChange}
      actions={
        <>
          <Button variant="primary" icon={Check} shortcut="S" isDisabled={!isChanged || isPending} onPress={apply}>
            Apply
          </Button>
          <Button
            icon={Trash2}
            isDisabled={isPending || (!isChanged && plan?.rules.length === 0)}
            onPress={() => onApply({ rules: [] }, "Removed every fault.")}
          >
            Clear all
          </Button>
          <Button
            icon={Download}
            isDisabled={plan === undefined}
            onPress={() => plan && downloadFile(`${world}-faults.json`, toFileText(plan), "application/json")}
          >
            Save as a file
          </Button>
          {isChanged && (
            <Button variant="quiet" onPress={onDiscard}>
              Discard the changes
            </Button>
          )}
          <span className={styles.remark}>Applying resets the counters and the log.</span>
        </>
      }
    >
      {(form, problems) => (
        <FaultRules
          form={form}
          problems={problems}
          refused={refused}
          onChange={(next) => onChange({ mode: "form", form: next })}
        />
      )}
    </DraftPanel>
  );
}

interface FaultRulesProps {
  readonly form: FaultForm;
  readonly problems: Problems;
  readonly refused: Problems;
  readonly onChange: (form: FaultForm) => void;
}

function FaultRules({ form, problems, refused, onChange }: FaultRulesProps): ReactNode {
  const { rules } = form;
  const shown = toFaultPlan(form).value.rules;
  const setRules = (next: readonly FaultRuleForm[]) => onChange({ ...form, rules: next });
  const add = () =>
    setRules([...rules, { key: createKey(), id: "", when: {}, action: "status", parameters: { status: "503" } }]);
  const addButton = (
    <Button icon={Plus} onPress={add}>
      Add a rule
    </Button>
  );
  if (rules.length === 0)
    return (
      <Empty icon={Zap} title="No faults are planned." action={addButton}>
        Every request gets its normal response. Add a rule, or use one click.
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
                summary={plan && `${describeFaultCondition(plan.when)}: ${describeFaultAction(plan.then)}`}
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
                      placeholder={at}
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
            label="Seed for shares of requests"
            placeholder="that of the simulator"
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
