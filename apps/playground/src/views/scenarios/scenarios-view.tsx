import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The scenarios of a world. */
export function ScenariosView(_: { readonly world: string }): ReactNode {
  return <Page title="Scenarios">{null}</Page>;
}
