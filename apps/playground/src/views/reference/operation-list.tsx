import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import { FilterField } from "../../ui/filter-field.tsx";
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
    <nav
      className="sticky top-[66px] grid max-h-[calc(100vh-80px)] grid-rows-[auto_minmax(0,1fr)] rounded-12 border border-line bg-panel max-[900px]:static max-[900px]:max-h-none"
      aria-label="Endpoints"
    >
      <div className="border-b border-line p-2.5">
        <FilterField
          label="Filter the endpoints"
          group="API reference"
          placeholder="Path, name or error"
          value={text}
          onChange={setText}
        />
      </div>
      <div className="overflow-y-auto px-1.5 pt-1 pb-2.5">
        {groups.map(({ document, tag, operations: own }, i) => (
          <section key={`${document} ${tag}`}>
            {groups[i - 1]?.document !== document && <h2 className="px-2 pt-3 text-14">{titles[document]}</h2>}
            <h3 className="px-2 pt-2 pb-0.5 text-12 font-normal text-ink-3 capitalize">{tag}</h3>
            <ul>
              {own.map((operation) => (
                <li key={operation.id}>
                  <OperationLink operation={operation} isShown={operation.id === shown} />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {groups.length === 0 && <p className="px-2 py-4 text-ink-3">No endpoint matches.</p>}
      </div>
    </nav>
  );
}

const link =
  "flex items-baseline gap-2 rounded-5 px-2 py-1 text-ink-2 hover:bg-sunken hover:text-ink hover:no-underline aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink max-[900px]:p-2";

interface OperationLinkProps {
  readonly operation: Operation;
  readonly isShown: boolean;
}

function OperationLink({ operation: { id, method, isDeprecated }, isShown }: OperationLinkProps): ReactNode {
  return (
    <Link href={paths.operation(id)} className={link} aria-current={isShown ? "page" : undefined}>
      <span className="w-[42px] flex-none font-mono text-11 font-normal text-ink-3">{method}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{id.replace(/^\w+\./, "")}</span>
      {isDeprecated && <span className="text-11 font-normal text-fair">deprecated</span>}
    </Link>
  );
}
