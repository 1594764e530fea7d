import { Fragment, type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { useWorld } from "../api/queries.ts";
import { worldOf } from "../paths.ts";
import styles from "./breadcrumbs.module.css";
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
    <nav aria-label="Breadcrumbs" className={styles.crumbs}>
      <ol className={styles.list}>
        {crumbs.map(({ label, path }, i) => (
          <Fragment key={path}>
            {i > 0 && (
              <li aria-hidden className={styles.slash}>
                /
              </li>
            )}
            <li className={styles.crumb}>
              {i === crumbs.length - 1 ? (
                <span aria-current="page">{label}</span>
              ) : (
                <Link href={path} className={styles.link}>
                  {label}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
