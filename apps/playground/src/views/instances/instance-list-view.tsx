import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The instances of a world. */
export function InstanceListView(_: { readonly world: string }): ReactNode {
  return <Page title="Instances">{null}</Page>;
}
