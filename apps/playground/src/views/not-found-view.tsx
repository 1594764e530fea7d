import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../paths.ts";
import { Page } from "../ui/page.tsx";

/** Shown for an address without a view. */
export const NotFoundView = (): ReactNode => (
  <Page title="There is no such page" about={<Link href={paths.home}>Go to the home page</Link>}>
    {null}
  </Page>
);
