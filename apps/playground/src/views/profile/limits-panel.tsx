import type { ClientPermissions } from "@journey-kit/schemas/control";
import { type Permission, permissions } from "@journey-kit/schemas/endpoints";
import { type ReactNode, useState } from "react";
import { useWorld, useWorldChange } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Loaded, Problem } from "../../ui/states.tsx";
import { Switch } from "../../ui/switch.tsx";

/** The permissions of a world's API client, and its rate limit. */
export function LimitsPanel({ world }: { readonly world: string }): ReactNode {
  const rate = useWorld(world, "rate");
  const granted = useWorld(world, "permissions");
  return (
    <Panel title="Limits of the client">
      <div className="grid gap-3.5">
        <Loaded query={granted} height={90}>
          {({ permissions: list }) => <PermissionSwitches world={world} granted={list} />}
        </Loaded>
        <Loaded query={rate} height={60}>
          {({ callsPerMinute }) => <RateField key={callsPerMinute} world={world} callsPerMinute={callsPerMinute} />}
        </Loaded>
      </div>
    </Panel>
  );
}

interface PermissionSwitchesProps {
  readonly world: string;
  readonly granted: readonly Permission[];
}

function PermissionSwitches({ world, granted }: PermissionSwitchesProps): ReactNode {
  const change = useWorldChange(world, (of, next: ClientPermissions) => of.permissions.set(next));
  const set = (permission: Permission, isOn: boolean) =>
    change.mutate({ permissions: permissions.filter((one) => (one === permission ? isOn : granted.includes(one))) });
  return (
    <div className="grid justify-items-start gap-2">
      {permissions.map((permission) => (
        <Switch key={permission} isOn={granted.includes(permission)} onChange={(isOn) => set(permission, isOn)}>
          <code>{permission}</code>
        </Switch>
      ))}
      {change.error !== null && <Problem error={change.error} />}
    </div>
  );
}

function RateField({ world, callsPerMinute }: { readonly world: string; readonly callsPerMinute: number }): ReactNode {
  const [text, setText] = useState(String(callsPerMinute));
  const change = useWorldChange(world, (of, next: number) => of.rate.set({ callsPerMinute: next }));
  const next = text.trim() === "" ? undefined : Number(text);
  const problem = next === undefined || Number.isSafeInteger(next) ? undefined : "Enter a whole number.";
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 [&>:nth-child(3)]:col-span-full"
      onSubmit={(event) => {
        event.preventDefault();
        if (next !== undefined) change.mutate(next);
      }}
    >
      <TextField
        label="Starts and submits per minute"
        hint="Applies while gap rate-limit has the reading limited."
        type="number"
        value={text}
        problem={problem}
        onChange={setText}
      />
      <Button type="submit" isDisabled={next === undefined || next === callsPerMinute || problem !== undefined}>
        Set
      </Button>
      {change.error !== null && <Problem error={change.error} />}
    </form>
  );
}
