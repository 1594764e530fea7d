import type { Explanation } from "@journey-kit/schemas/control";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../../paths.ts";
import { formatAge } from "../../../text/format.ts";
import { statusOf } from "../../../text/status.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../../../ui/copy.tsx";
import { LiveLink } from "../../../ui/live-link.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import { useHostedPage } from "../hosted-page.ts";

/** Name and number of an instance. */
export const InstanceTitle = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    {explanation.journeyName} <span className="font-medium text-ink-3">#{explanation.ordinal}</span>
  </>
);

/** Status and API version of an instance. */
export const InstanceBadges = ({ explanation }: { readonly explanation: Explanation }): ReactNode => (
  <>
    <StatusBadge status={statusOf(explanation)} />
    <Badge>{explanation.apiVersion}</Badge>
  </>
);

/** A dot separates a fact from the one before it. */
const fact = "before:mr-2 before:text-ink-3 before:content-['·'] narrow:before:hidden";

interface FactsProps {
  readonly world: string;
  readonly explanation: Explanation;
  /** Time of the instance, in milliseconds since the Unix epoch. */
  readonly now: number;
}

/** Id, times, journey version and scenario of an instance, in one line. */
export function InstanceFacts({ world, explanation, now }: FactsProps): ReactNode {
  const { instanceId, startedAt, resourceId, region, delivery, scenario } = explanation;
  const hostedPage = useHostedPage(explanation);
  return (
    <>
      <span className="-mr-2 inline-flex items-center text-ink">
        <code>{instanceId}</code>
        <CopyButton text={instanceId} label="Copy the instance id" />
      </span>
      <span className={fact}>started {formatAge(now - Date.parse(startedAt))}</span>
      <span className={fact}>
        <code>{resourceId}</code> in {region}
      </span>
      {delivery === "page" && (
        <span className={fact}>
          {hostedPage === undefined ? (
            "hosted pages"
          ) : (
            <a href={hostedPage} target="_blank" rel="noreferrer">
              hosted pages <ExternalLink size={12} aria-label="opens in a new tab" />
            </a>
          )}
        </span>
      )}
      <span className={fact}>
        scenario <LiveLink href={paths.scenario(world, scenario)}>{scenario}</LiveLink>
      </span>
    </>
  );
}
