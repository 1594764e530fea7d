import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** Starts a journey and shows the worlds and their live requests. */
export function HomeView(): ReactNode {
  return <Page title="Home">{null}</Page>;
}
