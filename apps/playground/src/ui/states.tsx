import { ApiError, AuthError, ConnectionError, TimeoutError, UnknownOutcomeError } from "@journey-kit/client";
import type { UseQueryResult } from "@tanstack/react-query";
import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyBlock } from "./copy.tsx";

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
  /** An action with which the user can give the view its first content. */
  readonly action?: ReactNode;
  /** A command that does the same from a terminal. */
  readonly command?: string;
}

/** What a view shows while it has no content. */
export function Empty({ icon: Icon, title, children, action, command }: EmptyProps): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 px-4 py-9 text-center text-ink-3">
      {Icon && <Icon size={22} aria-hidden />}
      <p className="font-semibold text-ink">{title}</p>
      {children !== undefined && <p className="max-w-[60ch] text-ink-2">{children}</p>}
      {action}
      {command !== undefined && <CopyBlock text={command} label="Copy the command" />}
    </div>
  );
}

/** Shows a failed request: what failed, why, and what to do. */
export function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry?: () => void }): ReactNode {
  const { title, problems, advice, requestId } = describeError(error);
  return (
    <div
      className="flex flex-wrap items-start gap-2.5 rounded-8 border border-tone-edge bg-tone-soft px-3.5 py-3 text-ink"
      role="alert"
      data-tone="bad"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 flex-none text-tone" />
      <div className="min-w-[200px] flex-1 wrap-anywhere">
        <p className="font-semibold text-ink">{title}</p>
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
        {advice !== undefined && <p className="max-w-[60ch] text-ink-2">{advice}</p>}
        {requestId !== undefined && <p className="max-w-[60ch] text-ink-2">Request id {requestId}</p>}
      </div>
      {onRetry !== undefined && <Button onPress={onRetry}>Try again</Button>}
    </div>
  );
}

function describeError(error: Error): {
  readonly title: string;
  readonly problems: readonly string[];
  readonly advice?: string;
  readonly requestId?: string;
} {
  if (error instanceof ApiError) {
    const problems = error.errors.map(({ problem }) => problem).filter((problem) => problem !== undefined);
    const { requestId } = error;
    const advice = error.errors.find(({ action }) => action !== undefined)?.action;
    return {
      title: `The simulator refused the request (${error.status}).`,
      problems,
      ...(advice !== undefined && { advice }),
      ...(requestId !== undefined && { requestId }),
    };
  }
  if (error instanceof AuthError) {
    const { requestId } = error;
    return {
      title: `The token endpoint refused the client (${error.status}).`,
      problems: error.error === undefined ? [] : [error.error],
      advice: "If the simulator lists its clients, check the client id and the secret.",
      ...(requestId !== undefined && { requestId }),
    };
  }
  if (error instanceof UnknownOutcomeError)
    return {
      title: "The response was lost.",
      problems: ["The simulator may have executed the request."],
      advice: "Before you repeat the request, check the requests of the world.",
    };
  if (error instanceof ConnectionError || error instanceof TimeoutError)
    return {
      title: "The simulator did not respond.",
      problems: [error.message],
      advice: "Check that it is running, then try again.",
    };
  if (error instanceof SyntaxError) return { title: "This is not valid JSON.", problems: [error.message] };
  return { title: "Something went wrong.", problems: [error.message] };
}

/** A grey block shown while content loads. `height` is the height of the content in pixels. */
export function Skeleton({ height = 120 }: { readonly height?: number }): ReactNode {
  return (
    <div
      className="animate-pulse rounded-8 bg-sunken motion-reduce:animate-none"
      style={{ height }}
      role="status"
      aria-label="Loading"
    />
  );
}

interface LoadedProps<Value> {
  readonly query: UseQueryResult<Value>;
  /** Height of the content, in pixels. */
  readonly height?: number;
  readonly children: (value: Value) => ReactNode;
}

/** Shows a query: a skeleton while it loads, its error if it fails, its value otherwise. */
export function Loaded<Value>({ query, height, children }: LoadedProps<Value>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return <Skeleton height={height} />;
}
