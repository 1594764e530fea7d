import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { useWorld } from "../api/queries.ts";
import { worldOf } from "../paths.ts";
import { toCrumbs } from "./crumbs.ts";

/** The path from the world to the current view. */
export function Breadcrumbs(): ReactNode {
  const [location] = useLocation();
  const instances = useWorld(worldOf(location) ?? "", "instances").data?.instances;
  const crumbs = toCrumbs(location).map(({ label, path }) => {
    const instance = instances?.find(({ instanceId }) => instanceId === label);
    return { path, label: instance === undefined ? label : `${instance.journeyName} #${instance.ordinal}` };
  });
  const title = [...crumbs.map(({ label }) => label).toReversed(), "Journey Kit"].join(" · ");
  useEffect(() => {
    document.title = title; // browser tabs and the history show the title
  }, [title]);
  return (
    <nav aria-label="Breadcrumbs" className="min-w-0 flex-1">
      {/* A narrow window has no room for the world; a long name leaves room for the current view. */}
      <ol className="flex min-w-0 gap-2">
        {crumbs.map(({ label, path }, i) => {
          const isLast = i === crumbs.length - 1;
          return (
            <li
              key={path}
              className={`truncate font-medium ${isLast ? "max-w-3/4 flex-none" : ""} ${i === 0 && !isLast ? "narrow:hidden" : ""}`}
            >
              {i > 0 && <span className={`mr-2 font-normal text-ink-3 ${i === 1 ? "narrow:hidden" : ""}`}>/</span>}
              {isLast ? (
                <span aria-current="page">{label}</span>
              ) : (
                <Link href={path} className="font-normal text-ink-2">
                  {label}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
