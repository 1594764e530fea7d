import type { Explanation } from "@journey-kit/schemas/control";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../../paths.ts";
import { formatAge, formatDuration } from "../../../text/format.ts";
import { statusOf } from "../../../text/status.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useHostedPage } from "../hosted-page.ts";
import styles from "./header.module.css";

/** Name and number of an instance. */
export const InstanceTitle = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    {explanation.journeyName} <span className={styles.ordinal}>#{explanation.ordinal}</span>
  </>
);

/** Status and API version of an instance. */
export const InstanceBadges = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    <StatusBadge status={statusOf(explanation)} />
    <Badge>{explanation.apiVersion}</Badge>
  </>
);

interface FactsProps {
  readonly world: string;
  readonly explanation: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Id, times, journey version and scenario of an instance, in one line. */
export function InstanceFacts({ world, explanation, now }: FactsProps): ReactNode {
  const { instanceId, startedAt, endedAt, resourceId, region, delivery, scenario } = explanation;
  const started = Date.parse(startedAt);
  const hostedPage = useHostedPage(explanation);
  return (
    <>
      <span className={`${styles.fact} ${styles.id}`}>
        <code>{instanceId}</code>
        <CopyButton text={instanceId} label="Copy the instance id" />
      </span>
      <span className={styles.fact}>started {formatAge(now - started)}</span>
      {endedAt !== undefined && (
        <span className={styles.fact}>ended after {formatDuration(Date.parse(endedAt) - started)}</span>
      )}
      <span className={styles.fact}>
        <code>{resourceId}</code> in {region}
      </span>
      {delivery === "page" && (
        <span className={styles.fact}>
          {hostedPage === undefined ? (
            "hosted pages"
          ) : (
            <a href={hostedPage} target="_blank" rel="noreferrer">
              hosted pages <ExternalLink size={12} aria-label="opens in a new tab" />
            </a>
          )}
        </span>
      )}
      <span className={styles.fact}>
        scenario <Link href={paths.scenario(world, scenario)}>{scenario}</Link>
      </span>
    </>
  );
}
