import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { JsonSchema, SchemaObject } from "../../ui/json-editor/schema.ts";
import { Prose } from "../../ui/prose.tsx";
import { GapLinks } from "./gap-links.tsx";
import { findGaps } from "./operations.ts";
import styles from "./schema-table.module.css";
import { hasMembers, type Member, membersOf } from "./schema-words.ts";

interface SchemaTableProps {
  readonly world: string;
  /** The schema of a body, with the components that it refers to. */
  readonly schema: SchemaObject;
}

/** The members of a body. Nested members are shown on demand. */
export function SchemaTable({ world, schema }: SchemaTableProps): ReactNode {
  if (!hasMembers(schema, schema)) return <p className={styles.none}>No members.</p>;
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
        <ul className={styles.members}>
          {members.map((member) => (
            <MemberRow key={member.name} world={world} root={root} member={member} depth={depth} />
          ))}
        </ul>
      )}
      {alternatives.map((alternative, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no names and never move.
        <div key={i} className={styles.alternative}>
          <p className={styles.or}>{i === 0 ? "Either" : "Or"}</p>
          <MemberList world={world} root={root} schema={alternative} depth={depth + 1} />
        </div>
      ))}
    </>
  );
}

interface MemberRowProps extends Omit<MemberListProps, "schema"> {
  readonly member: Member;
}

function MemberRow({ world, root, member, depth }: MemberRowProps): ReactNode {
  const { name, isRequired, type, schema } = member;
  const inner = membersOf(root, schema);
  const isNested = inner.members.length + inner.alternatives.length > 0;
  const [isOpen, setIsOpen] = useState(depth < open.depth && inner.members.length <= open.members);
  return (
    <li className={styles.member}>
      <div className={styles.line}>
        {isNested ? (
          <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            <ChevronRight size={13} aria-hidden />
            {name}
          </button>
        ) : (
          <span className={styles.name}>{name}</span>
        )}
        <span className={styles.type}>{type}</span>
        {isRequired && <span className={styles.required}>required</span>}
      </div>
      <MemberNotes world={world} member={member} />
      {isNested && isOpen && (
        <div className={styles.inner}>
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
    <div className={styles.notes}>
      {description !== undefined && (
        <p>
          <Prose text={description} />
        </p>
      )}
      {values.length > 0 && (
        <p className={styles.values}>
          {values.map((value) => (
            <code key={String(value)}>{JSON.stringify(value)}</code>
          ))}
        </p>
      )}
      {limits.length > 0 && <p className={styles.limits}>{limits.join(", ")}</p>}
      {example !== undefined && (
        <p className={styles.limits}>
          for example <code>{JSON.stringify(example)}</code>
        </p>
      )}
      {gaps.length > 0 && (
        <p className={styles.limits}>
          open question <GapLinks world={world} gaps={gaps} />
        </p>
      )}
    </div>
  );
}
