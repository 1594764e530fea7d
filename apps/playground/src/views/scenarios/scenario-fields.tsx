import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createKey, type Problems, problemsUnder, swapWithNext } from "../../drafts/form-fields.ts";
import { maxOpen, RuleCard } from "../../drafts/rule-card.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { ConsequenceFields } from "./consequence-fields.tsx";
import { toScenario } from "./form-conversion.ts";
import { toModuleChoices } from "./module-choices.ts";
import { ReadingRows } from "./reading-rows.tsx";
import styles from "./scenario-fields.module.css";
import { anyCondition, type RuleForm, type ScenarioForm, usualConsequence } from "./scenario-form.ts";
import { describeRule } from "./scenario-words.ts";
import { useDefinitions } from "./use-definitions.ts";

interface ScenarioFieldsProps {
  readonly form: ScenarioForm;
  readonly problems: Problems;
  /** Why the simulator refused the scenario, by path. */
  readonly refused: Problems;
  readonly onChange: (form: ScenarioForm) => void;
}

export function ScenarioFields({ form, problems, refused, onChange }: ScenarioFieldsProps): ReactNode {
  const definitions = useDefinitions();
  const { rules, otherwise } = form;
  const shown = toScenario(form).value.rules;
  const setRules = (next: readonly RuleForm[]) => onChange({ ...form, rules: next });
  const [added, setAdded] = useState<string>();
  const add = () => {
    const key = createKey();
    setAdded(key);
    setRules([...rules, { key, when: anyCondition, then: usualConsequence }]);
  };
  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <TextField
          label="Name"
          isRequired
          value={form.name}
          onChange={(name) => onChange({ ...form, name })}
          problem={problems.get("name")}
        />
        <TextField
          label="Description"
          value={form.description}
          onChange={(description) => onChange({ ...form, description })}
        />
      </div>

      <section className={styles.section}>
        <h3 className={styles.title}>Rules</h3>
        <p className={styles.about}>The first rule that matches a module run applies.</p>
        <ol className={styles.rules}>
          {rules.map((rule, i) => (
            <li key={rule.key}>
              <RuleCard
                number={i + 1}
                startsOpen={rules.length <= maxOpen || rule.key === added}
                summary={shown[i] && describeRule(shown[i])}
                refused={problemsUnder(refused, `rules[${i}]`)}
                condition={
                  <ConditionFields
                    form={rule.when}
                    journeys={definitions}
                    modules={toModuleChoices(definitions, rule.when.journey)}
                    problems={problemsUnder(problems, `rules[${i}].when`)}
                    onChange={(when) => setRules(rules.with(i, { ...rule, when }))}
                  />
                }
                consequence={
                  <ConsequenceFields
                    form={rule.then}
                    module={rule.when.module}
                    modules={toModuleChoices(definitions, rule.when.journey)}
                    problems={problemsUnder(problems, `rules[${i}].then`)}
                    onChange={(then) => setRules(rules.with(i, { ...rule, then }))}
                  />
                }
                onRemove={() => setRules(rules.toSpliced(i, 1))}
                onMoveUp={i === 0 ? undefined : () => setRules(swapWithNext(rules, i - 1))}
                onMoveDown={i === rules.length - 1 ? undefined : () => setRules(swapWithNext(rules, i))}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button icon={Plus} onPress={add}>
            Add a rule
          </Button>
        </div>
      </section>

      <section className={styles.section}>
        <h3 className={styles.title}>Otherwise</h3>
        {otherwise === undefined ? (
          <>
            <p className={styles.about}>If no rule matches, the last name of the test person decides.</p>
            <div>
              <Button icon={Plus} onPress={() => onChange({ ...form, otherwise: usualConsequence })}>
                Decide all other modules
              </Button>
            </div>
          </>
        ) : (
          <div className={styles.otherwise}>
            <ConsequenceFields
              form={otherwise}
              modules={toModuleChoices(definitions)}
              module=""
              problems={problemsUnder(problems, "otherwise")}
              onChange={(next) => onChange({ ...form, otherwise: next })}
            />
            <Refusals problems={problemsUnder(refused, "otherwise")} />
            <Button variant="quiet" icon={X} onPress={() => onChange({ ...form, otherwise: undefined })}>
              Remove
            </Button>
          </div>
        )}
      </section>

      <section className={styles.section}>
        <h3 className={styles.title}>Readings and seed</h3>
        <ReadingRows readings={form.readings} onChange={(readings) => onChange({ ...form, readings })} />
        <div className={styles.seed}>
          <TextField
            label="Seed"
            hint="For random durations. Defaults to the world's seed."
            type="number"
            value={form.seed}
            onChange={(seed) => onChange({ ...form, seed })}
            problem={problems.get("seed")}
          />
        </div>
        <Refusals problems={new Map([...refused].filter(([path]) => !/^(rules|otherwise)\b/.test(path)))} />
      </section>
    </div>
  );
}

const Refusals = ({ problems }: { readonly problems: Problems }) =>
  [...problems].map(([path, problem]) => (
    <p key={path} className={styles.refusal}>
      <code>{path}</code> {problem}
    </p>
  ));
