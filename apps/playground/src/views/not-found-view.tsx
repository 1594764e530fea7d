import type { ReactNode } from "react";
import { Link } from "wouter";
import { Empty } from "../components/states.tsx";
import { paths } from "../layout/paths.ts";

/** Shown for an address without a view. */
export const NotFoundView = (): ReactNode => (
  <Empty title="There is no such page." action={<Link href={paths.home}>Go to the home page</Link>} />
);
