import type { GapId } from "@journey-kit/schemas/tables";
import { ChevronRight } from "lucide-react";
import { Fragment, type ReactNode, useState } from "react";
import { Link } from "wouter";
import { paths } from "../../paths.ts";
import type { JsonSchema, SchemaObject } from "../../ui/json-editor/schema.ts";
import { Prose } from "../../ui/prose.tsx";
import { findGaps } from "./operations.ts";
import { hasMembers, type Member, membersOf } from "./schema-words.ts";

interface SchemaTableProps {
  readonly world: string;
  /** The schema of a body, with the components that it refers to. */
  readonly schema: SchemaObject;
}

/** The members of a body. Nested members are shown on demand. */
export function SchemaTable({ world, schema }: SchemaTableProps): ReactNode {
  if (!hasMembers(schema, schema)) return <p className="text-ink-3">No members.</p>;
  return <MemberList world={world} root={schema} schema={schema} depth={0} />;
}

interface MemberListProps {
  readonly world: string;
  readonly root: SchemaObject;
  readonly schema: JsonSchema;
  readonly depth: number;
}

/** Members below this depth, and objects with more members than this, are collapsed at first. */
const open = { depth: 2, members: 8 };

function MemberList({ world, root, schema, depth }: MemberListProps): ReactNode {
  const { members, alternatives } = membersOf(root, schema);
  return (
    <>
      {members.length > 0 && (
        <ul>
          {members.map((member) => (
            <MemberRow key={member.name} world={world} root={root} member={member} depth={depth} />
          ))}
        </ul>
      )}
      {alternatives.map((alternative, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no names and never move.
        <div key={i} className="mt-2 border-l border-line pl-3">
          <p className="text-12 text-ink-3">{i === 0 ? "Either" : "Or"}</p>
          <MemberList world={world} root={root} schema={alternative} depth={depth + 1} />
        </div>
      ))}
    </>
  );
}

const memberName = "font-mono text-12 font-medium wrap-anywhere";

interface MemberRowProps extends Omit<MemberListProps, "schema"> {
  readonly member: Member;
}

function MemberRow({ world, root, member, depth }: MemberRowProps): ReactNode {
  const { name, isRequired, type, schema } = member;
  const inner = membersOf(root, schema);
  const isNested = inner.members.length + inner.alternatives.length > 0;
  const [isOpen, setIsOpen] = useState(depth < open.depth && inner.members.length <= open.members);
  return (
    <li className="border-t border-line py-[7px] first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        {isNested ? (
          <button
            type="button"
            className={`-ml-1 inline-flex cursor-pointer items-center gap-0.5 rounded-5 border-0 bg-transparent p-0 pr-1 hover:bg-sunken ${memberName}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRight size={13} className={isOpen ? "rotate-90" : ""} aria-hidden />
            {name}
          </button>
        ) : (
          <span className={memberName}>{name}</span>
        )}
        <span className="text-12 text-ink-3">{type}</span>
        {isRequired && <span className="text-11 text-fair">required</span>}
      </div>
      <MemberNotes world={world} member={member} />
      {isNested && isOpen && (
        <div className="mt-1.5 ml-1 border-l border-line pl-3">
          <MemberList world={world} root={root} schema={schema} depth={depth + 1} />
        </div>
      )}
    </li>
  );
}

function MemberNotes({ world, member }: { readonly world: string; readonly member: Member }): ReactNode {
  const { description, values, limits, example, comment = "" } = member;
  const gaps = findGaps(comment);
  const isEmpty = description === undefined && values.length + limits.length + gaps.length === 0;
  if (isEmpty && example === undefined) return null;
  return (
    <div className="grid gap-px text-ink-2">
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className="my-0.5 flex flex-wrap gap-1">
          {values.map((value) => (
            <code key={String(value)} className="rounded-5 border border-line bg-sunken px-1 text-12">
              {JSON.stringify(value)}
            </code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className="text-12 text-ink-3 wrap-anywhere">{limits.join(", ")}</p>}
      {example !== undefined && (
        <p className="text-12 text-ink-3 wrap-anywhere">
          for example <code>{JSON.stringify(example)}</code>
        </p>
      )}
      {gaps.length > 0 && (
        <p className="text-12 text-ink-3 wrap-anywhere">
          open question <GapLinks world={world} gaps={gaps} />
        </p>
      )}
    </div>
  );
}

/** Links to gaps in the profile of a world. */
export const GapLinks = ({ world, gaps }: { readonly world: string; readonly gaps: readonly GapId[] }): ReactNode =>
  gaps.map((gap, i) => (
    <Fragment key={gap}>
      {i > 0 && ", "}
      <Link href={paths.gap(world, gap)} className="underline">
        {gap}
      </Link>
    </Fragment>
  ));
