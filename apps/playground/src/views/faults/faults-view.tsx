import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The faults of a world. */
export function FaultsView(_: { readonly world: string }): ReactNode {
  return <Page title="Faults">{null}</Page>;
}
