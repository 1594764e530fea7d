import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import type { Operation } from "./operations.ts";
import { Responses } from "./responses.tsx";
import { GapLinks, SchemaTable } from "./schema-table.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationDetailProps {
  readonly world: string;
  readonly operation: Operation;
}

/** One endpoint: what it does, its bodies and errors, and a request to try. */
export function OperationDetail({ world, operation }: OperationDetailProps): ReactNode {
  const { body } = operation;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-3.5">
      <Head world={world} operation={operation} />
      <div className="grid grid-cols-1 items-start gap-3.5 min-[1181px]:grid-cols-[minmax(0,1fr)_minmax(0,390px)]">
        <div className="min-w-0 min-[1181px]:[grid-area:1/2]">
          <TryIt world={world} operation={operation} />
        </div>
        <div className="grid min-w-0 grid-cols-1 content-start gap-3.5">
          {body !== undefined && (
            <Panel title="Request body" note={body.type}>
              <SchemaTable world={world} schema={body.schema} />
              {body.example !== undefined && (
                <>
                  <h3 className="mt-4 mb-1.5">Example</h3>
                  <Json value={body.example} label="Example of the request body" />
                </>
              )}
            </Panel>
          )}
          <Responses world={world} operation={operation} />
        </div>
      </div>
    </div>
  );
}

function Head({ world, operation }: OperationDetailProps): ReactNode {
  const { id, method, path, summary, isDeprecated, replacedBy, needsToken, spec, gaps, document } = operation;
  const access = document === "control" ? "From this machine, or with the control token" : "None";
  return (
    <Panel>
      <Link href={paths.reference} className="mb-2.5 hidden max-[900px]:inline-block">
        All endpoints
      </Link>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Badge tone="live">{method}</Badge>
        <h2 className="font-mono text-14 wrap-anywhere">{path}</h2>
        <CopyButton text={path} label="Copy the path" />
        {isDeprecated && <Badge tone="fair">deprecated</Badge>}
      </div>
      <p className="mt-1 mb-3 text-ink-2">
        <Prose text={`${summary}.`} />
      </p>
      <Facts
        facts={[
          ["Name", <code key="name">{id}</code>],
          [
            isDeprecated ? "Use instead" : "In v2",
            replacedBy && <Link href={paths.operation(replacedBy)}>{replacedBy}</Link>,
          ],
          ["Access", needsToken ? "An access token of the API client" : access],
          ["Specification", spec && `Section ${spec}`],
          ["Open questions", gaps.length > 0 ? <GapLinks key="gaps" world={world} gaps={gaps} /> : undefined],
        ]}
      />
    </Panel>
  );
}
