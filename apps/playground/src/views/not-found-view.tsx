import type { ReactNode } from "react";
import { Link } from "wouter";
import { Page } from "../components/page.tsx";
import { paths } from "../paths.ts";

/** Shown for an address without a view. */
export const NotFoundView = (): ReactNode => (
  <Page title="There is no such page" about={<Link href={paths.home}>Go to the home page</Link>}>
    {null}
  </Page>
);
