import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** One instance: why it is where it is, its journey, its timeline and its requests. */
export function InstanceView(_: { readonly world: string; readonly id: string }): ReactNode {
  return <Page title="Instance">{null}</Page>;
}
