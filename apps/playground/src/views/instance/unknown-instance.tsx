import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Empty } from "../../ui/states.tsx";

/** Shown for an instance that the world does not have. */
export function UnknownInstance({ world }: { readonly world: string }): ReactNode {
  const [, navigate] = useLocation();
  return (
    <Page title="Instance">
      <Panel>
        <Empty
          icon={SearchX}
          title="There is no such instance"
          action={<Button onPress={() => navigate(paths.instances(world))}>Show the instances of this world</Button>}
        >
          It belongs to another world, or was removed by a reset, a restart or the end of the retention period.
        </Empty>
      </Panel>
    </Page>
  );
}
