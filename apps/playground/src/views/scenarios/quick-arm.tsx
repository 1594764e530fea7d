import type { Scenario } from "@journey-kit/schemas/control";
import { Crosshair } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWorldChange } from "../../api/queries.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-provider.tsx";
import { createFieldReader } from "../../drafts/form-fields.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { useNotify } from "../../ui/notices.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Problem } from "../../ui/states.tsx";
import { toModuleChoices } from "./module-choices.ts";
import styles from "./quick-arm.module.css";
import { type QuickChoice, toQuickScenario } from "./quick-scenario.ts";
import { fromResultValue, toResultOptions, toResultValue } from "./result-options.ts";
import { describeRule } from "./scenario-words.ts";
import { useDefinitions } from "./use-definitions.ts";

interface QuickArmProps {
  readonly world: string;
  readonly scenarios: readonly Scenario[];
}

const every = "every module";

/** A form, written as one sentence, that scripts one module in the next instances. */
export function QuickArm({ world, scenarios }: QuickArmProps): ReactNode {
  const modules = toModuleChoices(useDefinitions());
  const notify = useNotify();
  const start = useStart();
  const [module, setModule] = useState("Document Authentication");
  const [result, setResult] = useState(fromResultValue("outcome Medium Risk"));
  const [latency, setLatency] = useState("");
  const [times, setTimes] = useState("1");
  const arm = useWorldChange(world, async (of, scenario: Scenario) => {
    await of.scenarios.put(scenario);
    return of.scenarios.arm({ scenario: scenario.name, times: Number(times) });
  });

  const read = createFieldReader();
  const milliseconds = read.integer("latency", latency);
  if ((read.integer("times", times) ?? 0) < 1) read.report("times", "Enter 1 or more.");
  const choose = (name: string) => {
    const outcomes = modules.find((one) => one.name === name)?.outcomes ?? [];
    setModule(name === every ? "" : name);
    if (result.result === "outcome" && !outcomes.some((outcome) => outcome.name === result.outcome))
      setResult(fromResultValue("outcome refer"));
  };
  const submit = () => {
    const choice: QuickChoice = {
      module,
      result: result.result === "custom" ? "usual" : result.result,
      outcome: result.outcome,
      latency: milliseconds,
    };
    const scenario = toQuickScenario(choice, scenarios);
    arm.mutate(scenario, {
      onSuccess: () => notify(`Armed ${scenario.name}. ${scenario.rules.map(describeRule).join(" ")}.`),
    });
  };

  return (
    <Panel
      title={times === "1" ? "The next instance" : `The next ${times} instances`}
      note="Arms a scenario in one step"
    >
      <form
        className={styles.sentence}
        onSubmit={(event) => {
          event.preventDefault();
          if (read.problems.size === 0) submit();
        }}
      >
        <Select
          label="In"
          value={module === "" ? every : module}
          options={[every, ...modules.map(({ name }) => name)].map((name) => ({ value: name, label: name }))}
          onChange={choose}
        />
        <Select
          label="the result is"
          value={toResultValue(result)}
          options={toResultOptions(modules, module, result)}
          onChange={(value) => setResult(fromResultValue(value))}
        />
        <TextField
          label="after, in ms"
          type="number"
          placeholder="as usual"
          value={latency}
          onChange={setLatency}
          problem={read.problems.get("latency")}
        />
        <TextField
          label="Instances"
          type="number"
          value={times}
          onChange={setTimes}
          problem={read.problems.get("times")}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" icon={Crosshair} isDisabled={read.problems.size > 0 || arm.isPending}>
            Arm
          </Button>
          {arm.isSuccess && (
            <Button shortcut={shortcuts.start} onPress={() => start(world)}>
              Start a journey
            </Button>
          )}
        </div>
      </form>
      {arm.error !== null && <Problem error={arm.error} />}
    </Panel>
  );
}
