import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The requests of a world. */
export function RequestsView(_: { readonly world: string; readonly sequence?: number | undefined }): ReactNode {
  return <Page title="Requests">{null}</Page>;
}
