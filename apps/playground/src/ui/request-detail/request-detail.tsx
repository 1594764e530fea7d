import type { Exchange } from "@journey-kit/schemas/control";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { isRequestReplaced, isResponseLost } from "../../text/fault.ts";
import { formatClockTime } from "../../text/format.ts";
import { httpTone } from "../../text/tones.ts";
import { Badge } from "../badge.tsx";
import { CopyButton } from "../copy.tsx";
import { Facts } from "../facts.tsx";
import { Panel } from "../panel.tsx";
import { formatTook, RequestLine } from "../request-line.tsx";
import { Basis } from "./basis.tsx";
import { CopyBar } from "./copy-bar.tsx";
import { FaultNote } from "./fault-note.tsx";
import { Messages } from "./messages.tsx";

interface RequestDetailProps {
  readonly world: string;
  readonly exchange: Exchange;
}

/** One request: what happened, why, both messages, and code that repeats it. */
export function RequestDetail({ world, exchange }: RequestDetailProps): ReactNode {
  const { sequence, endpoint, response, refusal, fault, notices = [] } = exchange;
  return (
    <Panel
      title={`Request ${sequence}`}
      note={endpoint ?? "no endpoint at this path"}
      actions={<ResponseBadge exchange={exchange} />}
      flush
    >
      <div className="grid gap-2 px-4 pt-1.5 pb-3.5">
        <p className="leading-[1.4] wrap-anywhere">
          <RequestLine request={exchange.request} />
        </p>
        {endpoint !== undefined && <p className="text-ink-3">{endpointOf(endpoint).summary}</p>}
        {refusal !== undefined && <Refusal refusal={refusal} />}
        {fault !== undefined && <FaultNote world={world} fault={fault} status={response.status} />}
        {notices.map((notice) => (
          <p
            key={notice}
            className="rounded-8 border border-tone-edge bg-tone-soft px-3 py-2 wrap-anywhere"
            data-tone="fair"
          >
            {notice}
          </p>
        ))}
        <RequestFacts world={world} exchange={exchange} />
      </div>
      <Basis key={sequence} world={world} exchange={exchange} />
      <Messages exchange={exchange} />
      <CopyBar world={world} exchange={exchange} />
    </Panel>
  );
}

function ResponseBadge({ exchange: { response, fault } }: Pick<RequestDetailProps, "exchange">): ReactNode {
  if (fault === undefined || !isResponseLost(fault.action))
    return <Badge tone={httpTone(response.status)}>{response.status}</Badge>;
  return <Badge tone="fault">{isRequestReplaced(fault.action) ? "no response" : <s>{response.status}</s>}</Badge>;
}

const Refusal = ({ refusal }: { readonly refusal: NonNullable<Exchange["refusal"]> }) => (
  <>
    <p className="font-mono wrap-anywhere text-bad">{refusal.kind}</p>
    {refusal.problems.map((problem) => (
      <p key={problem} className="wrap-anywhere">
        {problem}
      </p>
    ))}
    <p className="rounded-8 bg-sunken px-3 py-2 text-ink-2">
      <strong className="text-ink">How to fix it.</strong> {refusal.action}
    </p>
  </>
);

function RequestFacts({ world, exchange }: RequestDetailProps): ReactNode {
  const { instanceId, phase, requestId, at, duration } = exchange;
  return (
    <Facts
      facts={[
        [
          "Instance",
          instanceId !== undefined && (
            <Link key="instance" href={paths.instance(world, instanceId)} className="font-mono text-12">
              {instanceId}
            </Link>
          ),
        ],
        ["Phase after it", phase],
        [
          "Clock",
          <time key="clock" dateTime={at} className="font-mono text-12">
            {at.slice(0, 10)} {formatClockTime(Date.parse(at))}
          </time>,
        ],
        ["Took", formatTook(duration)],
        [
          "Request id",
          requestId !== "" && (
            <span key="id" className="inline-flex items-center gap-0.5">
              <span className="font-mono text-12">{requestId}</span>
              <CopyButton text={requestId} label="Copy the request id" />
            </span>
          ),
        ],
      ]}
    />
  );
}
