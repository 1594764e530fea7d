import { paths } from "@journey-kit/schemas/calls";
import { regions } from "@journey-kit/schemas/tables";
import { type ReactNode, Suspense, useState } from "react";
import { hasServer } from "../../api/target.ts";
import { useTarget } from "../../api/target-provider.tsx";
import { useFirstRequests } from "../../api/use-first-requests.ts";
import { useCurrentWorld } from "../../layout/current-world.ts";
import { lazyComponent } from "../../lazy.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyBlock } from "../../ui/copy.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { CopyValue } from "./copy-value.tsx";

const ResourceIds = lazyComponent(async () => (await import("./resource-ids.tsx")).ResourceIds);

/** The settings for a client that calls this simulator, each with a button to copy it. */
export function ConnectPanel(): ReactNode {
  const { target } = useTarget();
  return (
    <Panel title="Connect your client" note="Every client id has its own world.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {target.kind === "server" ? <Settings baseUrl={target.baseUrl} /> : <InTabNote />}
        <Folded title="Resource ids of the journeys">
          <Suspense fallback={<Skeleton height={380} />}>
            <ResourceIds />
          </Suspense>
        </Folded>
      </div>
    </Panel>
  );
}

function Settings({ baseUrl }: { readonly baseUrl: string }): ReactNode {
  const world = useCurrentWorld();
  const commands = useFirstRequests(world);
  const [first = "", ...others] = regions;
  const settings = [
    ["Base URL", `${baseUrl}/${first}`, `(or ${others.map((region) => `/${region}`).join(", ")})`],
    ["Token URL", baseUrl + paths["token.requestToken"], ""],
    ["Client id", world, "(or any other)"],
    ["Client secret", "secret", "(or any other)"],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[repeat(4,auto)] justify-between gap-x-6 gap-y-2 max-[1100px]:grid-cols-[auto_auto] narrow:grid-cols-1">
        {settings.map(([name, value, note]) => (
          <div key={name}>
            <dt className="text-12 text-ink-3">
              {name} {note}
            </dt>
            <dd>
              <CopyValue value={value} label={name.toLowerCase()} />
            </dd>
          </div>
        ))}
      </dl>
      {commands !== undefined && (
        <Folded title="Get a token and start a journey with curl">
          <CopyBlock text={commands} label="Copy the commands" />
        </Folded>
      )}
    </>
  );
}

function InTabNote(): ReactNode {
  const { choose } = useTarget();
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 text-ink-2">
        This simulator runs in this tab, and no other program can reach it.{" "}
        {hasServer() || "To connect a client, start a simulator with npm start."}
      </p>
      {hasServer() && <Button onPress={() => void choose("server")}>Use this server</Button>}
    </div>
  );
}

/** Content that is shown on demand. */
function Folded({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="border-t border-line pt-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium">{title}</summary>
      {isOpen && <div className="pt-2">{children}</div>}
    </details>
  );
}
