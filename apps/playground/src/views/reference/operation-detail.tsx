import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Facts } from "../../ui/facts.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import { GapLinks } from "./gap-links.tsx";
import styles from "./operation-detail.module.css";
import type { Operation } from "./operations.ts";
import { Responses } from "./responses.tsx";
import { SchemaTable } from "./schema-table.tsx";
import { TryIt } from "./try-it.tsx";

interface OperationDetailProps {
  readonly world: string;
  readonly operation: Operation;
}

/** One endpoint: what it does, its bodies and errors, and a request to try. */
export function OperationDetail({ world, operation }: OperationDetailProps): ReactNode {
  const { body } = operation;
  return (
    <div className={styles.detail}>
      <Head world={world} operation={operation} />
      <div className={styles.columns}>
        <div className={styles.try}>
          <TryIt world={world} operation={operation} />
        </div>
        <div className={styles.column}>
          {body !== undefined && (
            <Panel title="Request body" note={body.type}>
              <SchemaTable world={world} schema={body.schema} />
              {body.example !== undefined && (
                <>
                  <h3 className={styles.example}>Example</h3>
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
      <Link href={paths.reference} className={styles.back}>
        All endpoints
      </Link>
      <div className={styles.title}>
        <Badge tone="live">{method}</Badge>
        <h2 className={styles.path}>{path}</h2>
        <CopyButton text={path} label="Copy the path" />
        {isDeprecated && <Badge tone="fair">deprecated</Badge>}
      </div>
      <p className={styles.summary}>
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
