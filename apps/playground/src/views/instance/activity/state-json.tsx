import type { Exchange, Explanation } from "@journey-kit/schemas/control";
import { type ReactNode, useState } from "react";
import { CopyButton } from "../../../ui/copy.tsx";
import { Json } from "../../../ui/json.tsx";
import { Segmented } from "../../../ui/segmented.tsx";

interface StateJsonProps {
  readonly explanation: Explanation;
  readonly requests: readonly Exchange[];
}

/** The state of an instance: as the simulator explains it, or as the client last read it. */
export function StateJson({ explanation, requests }: StateJsonProps): ReactNode {
  const [source, setSource] = useState<"simulator" | "client">("simulator");
  const last = requests.findLast(isStateRead);
  const value = source === "client" && last !== undefined ? last.response.body : explanation;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 px-4 py-2.5">
        <Segmented
          label="State"
          value={source}
          onChange={setSource}
          options={[
            { value: "simulator", label: "Explained" },
            { value: "client", label: "As the client last read it", disabled: last === undefined },
          ]}
        />
        <CopyButton text={() => JSON.stringify(value, null, 2)} label="Copy the state" />
      </div>
      <div className="*:rounded-none">
        <Json value={value} label="State" />
      </div>
    </>
  );
}

const isStateRead = ({ endpoint, refusal }: Exchange): boolean =>
  endpoint?.endsWith(".fetchState") === true && refusal === undefined;
