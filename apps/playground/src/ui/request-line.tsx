import type { Exchange } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { Zap } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { isRequestReplaced, isResponseLost } from "../text/fault.ts";
import { formatDuration } from "../text/format.ts";
import { httpTone } from "../text/tones.ts";
import styles from "./request-line.module.css";

interface RequestLineProps {
  readonly request: Pick<Exchange["request"], "method" | "path">;
}

/** The method and the path of a request. The part that differs between endpoints stands out. */
export function RequestLine({ request: { method, path } }: RequestLineProps): ReactNode {
  const end = path.search(/(?<=\/(journey|captain)\/)(?!(api|journey)\/)|(?<=\/)[^/]*$/);
  return (
    <span className={styles.request} title={`${method} ${path}`}>
      <span className={styles.method}>{method}</span>
      <span className={styles.prefix}>{path.slice(0, end)}</span>
      <span className={styles.operation}>{breakable(path.slice(end))}</span>
    </span>
  );
}

/** A path that may break into lines behind its slashes. */
const breakable = (path: string): ReactNode =>
  path.split(/(?<=\/)/).map((part, i) => (
    <Fragment key={part}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ));

/** A table cell with the request and, on narrow screens, the response in a second line. */
export const RequestCell = ({ exchange }: { readonly exchange: Exchange }): ReactNode => (
  <>
    <RequestLine request={exchange.request} />
    <div className={styles.second}>
      <ResponseLine exchange={exchange} />
    </div>
  </>
);

/** The status of a response, the name of its error, and what a fault did to it. */
export function ResponseLine({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { response, refusal, fault } = exchange;
  const isLost = fault !== undefined && isResponseLost(fault.action);
  const hasStatus = fault === undefined || !isRequestReplaced(fault.action);
  const tone = isLost ? "fault" : httpTone(response.status);
  const Status = isLost ? "s" : "span";
  return (
    <span className={styles.response}>
      {fault !== undefined && (
        <span data-tone="fault">
          <Zap size={12} aria-hidden /> {describeFault(fault.action)}{" "}
        </span>
      )}
      {hasStatus && <Status data-tone={tone}>{response.status}</Status>}
      {hasStatus && refusal !== undefined && (
        <span className={styles.error} data-tone={tone}>
          {refusal.kind}
        </span>
      )}
    </span>
  );
}

export const formatTook = (duration: number): string => (duration < 1 ? "<1 ms" : formatDuration(Math.round(duration)));
