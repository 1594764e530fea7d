import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The endpoints of the service, to read and to try. */
export function ReferenceView(): ReactNode {
  return <Page title="API reference">{null}</Page>;
}
