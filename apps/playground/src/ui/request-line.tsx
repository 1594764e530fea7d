import type { Exchange } from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import { Zap } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { isRequestReplaced, isResponseLost } from "../text/fault.ts";
import { formatDuration } from "../text/format.ts";
import { httpTone } from "../text/tones.ts";

interface RequestLineProps {
  readonly request: Pick<Exchange["request"], "method" | "path">;
}

/** The method and the path of a request. The part that differs between endpoints stands out. */
export function RequestLine({ request: { method, path } }: RequestLineProps): ReactNode {
  const end = path.search(/(?<=\/(journey|captain)\/)(?!(api|journey)\/)|(?<=\/)[^/]*$/);
  return (
    <span className="flex overflow-hidden font-mono text-12" title={`${method} ${path}`}>
      <span className="mr-2.5 flex-none text-11 font-medium whitespace-nowrap text-ink-2">{method}</span>
      <span className="overflow-hidden text-ellipsis text-ink-3 narrow:hidden">{path.slice(0, end)}</span>
      <span className={operation}>{breakable(path.slice(end))}</span>
    </span>
  );
}

const operation =
  "flex-none font-medium text-ink narrow:min-w-0 narrow:flex-auto narrow:wrap-anywhere narrow:whitespace-normal";

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
    <div className="hidden overflow-hidden text-12 text-ellipsis narrow:block">
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
    <span className="*:data-tone:font-medium *:data-tone:text-tone">
      {fault !== undefined && (
        <span data-tone="fault">
          <Zap size={12} className="inline align-[-1px]" aria-hidden /> {describeFault(fault.action)}{" "}
        </span>
      )}
      {hasStatus && <Status data-tone={tone}>{response.status}</Status>}
      {hasStatus && refusal !== undefined && (
        <span data-tone={tone}>
          <span className="ml-1.5 font-mono text-12 font-normal">{refusal.kind}</span>
        </span>
      )}
    </span>
  );
}

export const formatTook = (duration: number): string => (duration < 1 ? "<1 ms" : formatDuration(Math.round(duration)));
