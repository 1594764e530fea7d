import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";
import type { InstanceAddress } from "../../layout/paths.ts";

interface CompareViewProps {
  /** The instances to compare, if they are chosen. */
  readonly first?: InstanceAddress;
  readonly second?: InstanceAddress;
}

/** Two instances side by side. */
export function CompareView(_: CompareViewProps): ReactNode {
  return <Page title="Compare">{null}</Page>;
}
