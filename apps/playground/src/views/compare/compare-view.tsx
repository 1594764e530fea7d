import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** Two instances side by side. */
export function CompareView(): ReactNode {
  return <Page title="Compare">{null}</Page>;
}
