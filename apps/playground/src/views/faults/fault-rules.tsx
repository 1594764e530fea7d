import { formatPath, isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import { Zap } from "lucide-react";
import type { ReactNode } from "react";
import type { Problems } from "../../drafts/problems.ts";
import { RuleList } from "../../drafts/rule-list.tsx";
import { nameFaultRule } from "../../text/fault.ts";
import { FieldControl, memberProps } from "../../ui/schema-form/field-control.tsx";
import { OptionalMembers } from "../../ui/schema-form/optional-members.tsx";
import type { FormContext } from "../../ui/schema-form/scalar-control.tsx";
import { Empty } from "../../ui/states.tsx";
import { describeFaultRule, planField, planFields, ruleFields } from "./fault-plan.ts";

interface FaultRulesProps {
  /** The plan, which may be invalid. */
  readonly value: unknown;
  readonly problems: Problems;
  /** Why the simulator refused the plan, by path. */
  readonly refused: Problems;
  readonly onChange: (plan: unknown) => void;
}

const blank = { when: {}, then: { type: "status", status: 503 } };

/** The form of a fault plan. */
export function FaultRules({ value, problems, refused, onChange }: FaultRulesProps): ReactNode {
  const context: FormContext = { problemAt: (path) => problems.get(formatPath(path)) };
  const plan = { field: planField, value, onChange, path: [], context };
  return (
    <RuleList
      rules={listOf(memberOf(value, "rules"))}
      onChange={(rules) => onChange({ ...(isRecord(value) && value), rules })}
      blank={blank}
      describe={describeFaultRule}
      refused={refused}
      empty={(addButton) => (
        <Empty icon={Zap} title="No faults are planned." action={addButton}>
          Every request gets its normal response. Add a rule, or choose a preset.
        </Empty>
      )}
      beside={
        <div className="w-56">
          <FieldControl {...memberProps(plan, planFields.seed)} />
        </div>
      }
    >
      {(rule, i, change) => {
        const props = {
          field: planFields.rules.entry,
          value: rule,
          onChange: (next: unknown) => change({ when: {}, ...(isRecord(next) && next) }),
          path: ["rules", i],
          context,
        };
        const id = { ...ruleFields.id, placeholder: nameFaultRule(`rules[${i}]`) };
        const { when } = ruleFields;
        return [
          <OptionalMembers key="when" {...memberProps(props, when)} field={when} noun="condition" />,
          <>
            <FieldControl {...memberProps(props, ruleFields.then)} />
            <FieldControl {...memberProps(props, id)} />
          </>,
        ];
      }}
    </RuleList>
  );
}
