import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** Submits the outstanding elements of an instance, as a client would. */
export function WalkView(_: { readonly world: string; readonly id: string }): ReactNode {
  return <Page title="Walk">{null}</Page>;
}
