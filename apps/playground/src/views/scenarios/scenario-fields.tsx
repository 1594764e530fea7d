import { formatPath, isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import { Scenario } from "@journey-kit/schemas/control";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { type Problems, problemsUnder } from "../../drafts/problems.ts";
import { RuleList } from "../../drafts/rule-list.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldControl, memberProps } from "../../ui/schema-form/field-control.tsx";
import { toModuleChoices } from "./choices.ts";
import { ReadingRows } from "./reading-rows.tsx";
import { ConditionFields, ConsequenceFields } from "./rule-fields.tsx";
import { scenarioField, scenarioFields } from "./scenario-format.ts";
import { describeRule } from "./scenario-words.ts";
import { useDefinitions } from "./use-definitions.ts";

interface ScenarioFieldsProps {
  /** The scenario, which may be invalid. */
  readonly value: unknown;
  readonly problems: Problems;
  /** Why the simulator refused the scenario, by path. */
  readonly refused: Problems;
  readonly onChange: (scenario: unknown) => void;
}

/** The form of a scenario. */
export function ScenarioFields({ value, problems, refused, onChange }: ScenarioFieldsProps): ReactNode {
  const definitions = useDefinitions();
  const context = { problemAt: (path: readonly PropertyKey[]) => problems.get(formatPath(path)) };
  const whole = { field: scenarioField, value, onChange, path: [], context };
  const otherwise = memberOf(value, "otherwise");
  const readings = memberOf(value, "readings");
  const set = (name: string, member: unknown) => {
    const { [name]: _, ...others } = isRecord(value) ? value : {};
    onChange(member === undefined ? others : { ...(isRecord(value) && value), [name]: member });
  };
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-3 narrow:grid-cols-1">
        <FieldControl {...memberProps(whole, scenarioFields.name)} />
        <FieldControl {...memberProps(whole, scenarioFields.description)} />
      </div>

      <Section title="Rules">
        <p className="-mt-2 text-ink-3">The first rule that matches a module run applies.</p>
        <RuleList
          rules={listOf(memberOf(value, "rules"))}
          onChange={(rules) => set("rules", rules)}
          blank={{ when: {}, then: {} }}
          describe={(rule) => {
            const { data } = Scenario.shape.rules.element.safeParse(rule);
            return data && describeRule(data);
          }}
          refused={refused}
        >
          {(rule, i, change) => {
            const when = memberOf(rule, "when");
            const then = memberOf(rule, "then");
            const journey = memberOf(when, "journey");
            const shared = {
              modules: toModuleChoices(definitions, typeof journey === "string" ? journey : ""),
              context,
            };
            return [
              <ConditionFields
                key="when"
                {...shared}
                journeys={definitions}
                value={when}
                path={["rules", i, "when"]}
                onChange={(next) => change({ when: next ?? {}, then })}
              />,
              <ConsequenceFields
                key="then"
                {...shared}
                module={memberOf(when, "module")}
                value={then}
                path={["rules", i, "then"]}
                onChange={(next) => change({ when, then: next ?? {} })}
              />,
            ];
          }}
        </RuleList>
      </Section>

      <Section title="Otherwise">
        {otherwise === undefined ? (
          <>
            <p className="-mt-2 text-ink-3">If no rule matches, the last name of the test person decides.</p>
            <div>
              <Button icon={Plus} onPress={() => set("otherwise", {})}>
                Decide all other modules
              </Button>
            </div>
          </>
        ) : (
          <div className="grid max-w-96 gap-2.5 *:[button]:justify-self-start">
            <ConsequenceFields
              value={otherwise}
              modules={toModuleChoices(definitions)}
              module={undefined}
              path={["otherwise"]}
              context={context}
              onChange={(next) => set("otherwise", next ?? {})}
            />
            <Refusals problems={problemsUnder(refused, "otherwise")} />
            <Button variant="quiet" icon={X} onPress={() => set("otherwise", undefined)}>
              Remove
            </Button>
          </div>
        )}
      </Section>

      <Section title="Readings and seed">
        <ReadingRows
          readings={isRecord(readings) ? readings : {}}
          onChange={(next) => set("readings", Object.keys(next).length === 0 ? undefined : next)}
        />
        <div className="max-w-80">
          <FieldControl {...memberProps(whole, scenarioFields.seed)} />
        </div>
        <Refusals problems={new Map([...refused].filter(([path]) => !/^(rules|otherwise)\b/.test(path)))} />
      </Section>
    </div>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-3">
    <h3 className="text-14">{title}</h3>
    {children}
  </section>
);

const Refusals = ({ problems }: { readonly problems: Problems }) =>
  [...problems].map(([path, problem]) => (
    <p key={path} className="text-bad">
      <code>{path}</code> {problem}
    </p>
  ));
