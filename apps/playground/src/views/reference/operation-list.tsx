import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { FilterField } from "../../ui/filter-field.tsx";
import styles from "./operation-list.module.css";
import { type DocumentName, groupOperations, type Operation } from "./operations.ts";

interface OperationListProps {
  readonly operations: readonly Operation[];
  /** Name of the endpoint that the page shows. */
  readonly shown: string | undefined;
}

const titles: Readonly<Record<DocumentName, string>> = {
  v2: "v2",
  v1: "v1",
  token: "Access tokens",
  control: "Control API",
};

/** The endpoints, grouped by document and heading, with a filter. */
export function OperationList({ operations, shown }: OperationListProps): ReactNode {
  const [text, setText] = useState("");
  const groups = groupOperations(operations, text);
  return (
    <nav className={styles.list} aria-label="Endpoints">
      <div className={styles.filter}>
        <FilterField
          label="Filter the endpoints"
          group="API reference"
          placeholder="Path, name or error"
          value={text}
          onChange={setText}
        />
      </div>
      <div className={styles.groups}>
        {groups.map(({ document, tag, operations: own }, i) => (
          <section key={`${document} ${tag}`}>
            {groups[i - 1]?.document !== document && <h2 className={styles.document}>{titles[document]}</h2>}
            <h3 className={styles.tag}>{tag}</h3>
            <ul>
              {own.map((operation) => (
                <li key={operation.id}>
                  <OperationLink operation={operation} isShown={operation.id === shown} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className={styles.empty}>No endpoint matches.</p>}
      </div>
    </nav>
  );
}

interface OperationLinkProps {
  readonly operation: Operation;
  readonly isShown: boolean;
}

function OperationLink({ operation: { id, method, isDeprecated }, isShown }: OperationLinkProps): ReactNode {
  return (
    <Link href={paths.operation(id)} className={styles.link} aria-current={isShown ? "page" : undefined}>
      <span className={styles.method}>{method}</span>
      <span className={styles.name}>{id.replace(/^\w+\./, "")}</span>
      {isDeprecated && <span className={styles.deprecated}>deprecated</span>}
    </Link>
  );
}
