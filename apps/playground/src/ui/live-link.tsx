import type { ReactNode } from "react";
import { Link } from "wouter";
import { useTarget } from "../api/target-provider.tsx";

/** A link to a view that needs a live simulator. A page that shows a saved run has only the text. */
export function LiveLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return useTarget().target.isReadOnly ? children : <Link href={href}>{children}</Link>;
}
