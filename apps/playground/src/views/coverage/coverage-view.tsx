import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** What the requests of a world covered. */
export function CoverageView(_: { readonly world: string }): ReactNode {
  return <Page title="Coverage">{null}</Page>;
}
