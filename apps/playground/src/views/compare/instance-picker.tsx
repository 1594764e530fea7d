import type { InstanceSummary } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { useWorld, useWorlds } from "../../api/queries.ts";
import type { InstanceAddress } from "../../paths.ts";
import { formatClockTime } from "../../text/format.ts";
import { Select } from "../../ui/field.tsx";

interface InstancePickerProps {
  /** Which of the two instances this field chooses. */
  readonly name: "First" | "Second";
  /** The world to choose from until another one is chosen. */
  readonly world: string;
  readonly value: InstanceAddress | undefined;
  readonly onChange: (address: InstanceAddress) => void;
}

/** Maximum number of instances in the list. Any two can be ticked in the view of the instances. */
const offered = 100;

/** Chooses a world and one of its instances. */
export function InstancePicker({ name, world, value, onChange }: InstancePickerProps): ReactNode {
  const [other, setOther] = useState<string>();
  const current = other ?? value?.world ?? world;
  const worlds = useWorlds().data?.worlds ?? [];
  const { data, isError } = useWorld(current, "instances");
  const instances = data?.instances ?? [];
  const listed = instances.filter(({ instanceId }, i) => i >= instances.length - offered || instanceId === value?.id);
  const isOwn = value?.world === current && instances.some(({ instanceId }) => instanceId === value.id);
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-2 border-0 p-0">
      <legend className="mb-1 p-0 font-medium">{name} instance</legend>
      <Select
        label={`World of the ${name.toLowerCase()} instance`}
        isLabelHidden
        value={current}
        options={worlds.map((one) => ({ value: one.world, label: one.world }))}
        onChange={setOther}
      />
      <Select
        label={`${name} instance`}
        isLabelHidden
        placeholder={isError ? "No response from the simulator" : describeChoice(data?.instances.length)}
        value={isOwn ? value.id : undefined}
        options={listed.toReversed().map((instance) => ({
          value: instance.instanceId,
          label: `${instance.journeyName} #${instance.ordinal}`,
          hint: describe(instance),
        }))}
        onChange={(id) => onChange({ world: current, id })}
      />
    </fieldset>
  );
}

/** Says what there is to choose from. `count` is undefined until the instances have loaded. */
function describeChoice(count: number | undefined): string {
  if (count === undefined) return "Loading";
  if (count === 0) return "This world has no instance";
  return count > offered ? `Choose one of the latest ${offered} instances` : "Choose an instance";
}

const describe = ({ phase, outcome, scenario, startedAt }: InstanceSummary): string =>
  `${outcome ?? phase}, scenario ${scenario}, started ${formatClockTime(Date.parse(startedAt))}`;
