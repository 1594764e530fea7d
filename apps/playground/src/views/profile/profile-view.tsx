import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";

/** The reading of every gap in a world. */
export function ProfileView(_: { readonly world: string; readonly gap?: string | undefined }): ReactNode {
  return <Page title="Profile">{null}</Page>;
}
