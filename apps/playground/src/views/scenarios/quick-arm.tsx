import type { Scenario } from "@journey-kit/schemas/control";
import { Crosshair } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useWorldChange } from "../../api/queries.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { useStart } from "../../dialogs/start/start-window.tsx";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { notify } from "../../ui/notices.tsx";
import { Panel } from "../../ui/panel.tsx";
import { readNumber } from "../../ui/schema-form/field.ts";
import { Problem } from "../../ui/states.tsx";
import { fromResultValue, toModuleChoices, toResultOptions, toResultValue } from "./choices.ts";
import { toQuickScenario } from "./quick-scenario.ts";
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
  const start = useStart();
  const [module, setModule] = useState("Document Authentication");
  const [result, setResult] = useState(fromResultValue("outcome Medium Risk"));
  const [latency, setLatency] = useState("");
  const [times, setTimes] = useState("1");
  const arm = useWorldChange(world, async (of, scenario: Scenario) => {
    await of.scenarios.put(scenario);
    return of.scenarios.arm({ scenario: scenario.name, times: Number(times) });
  });

  const milliseconds = readNumber(latency);
  const isDuration = milliseconds === undefined || Number.isSafeInteger(milliseconds);
  const isCount = Number.isSafeInteger(Number(times)) && Number(times) >= 1;
  const isValid = isDuration && isCount;
  const choose = (name: string) => {
    const outcomes = modules.find((one) => one.name === name)?.outcomes ?? [];
    setModule(name === every ? "" : name);
    if (result.outcome !== undefined && !outcomes.some((outcome) => outcome.name === result.outcome))
      setResult(fromResultValue("outcome refer"));
  };
  const submit = () => {
    const choice = { module, result, latency: typeof milliseconds === "number" ? milliseconds : undefined };
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
        className="grid grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_130px_96px_auto] items-end gap-3 narrow:grid-cols-2 narrow:*:first:col-span-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) submit();
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
          problem={isDuration ? undefined : "Enter a whole number."}
        />
        <TextField
          label="Instances"
          type="number"
          value={times}
          onChange={setTimes}
          problem={isCount ? undefined : "Enter 1 or more."}
        />
        <div className="flex flex-wrap items-center gap-3 narrow:col-span-2">
          <Button type="submit" variant="primary" icon={Crosshair} isDisabled={!isValid || arm.isPending}>
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
