import { isBlank, isRecord, listOf, memberOf } from "@journey-kit/schemas/calls";
import { ChevronRight, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Disclosure, DisclosurePanel, Heading, Button as PlainButton } from "react-aria-components";
import { Button } from "../button.tsx";
import { Select } from "../field.tsx";
import { type Field, type Group, type List, suggestMembers, type Variants, variantOf } from "./field.ts";
import { type FieldControlProps, hintOf, ScalarControl } from "./scalar-control.tsx";

/** The control for a field of a schema. It edits the JSON value itself. */
export function FieldControl(props: FieldControlProps): ReactNode {
  const { field } = props;
  switch (field.kind) {
    case "group":
      return <GroupControl {...props} field={field} />;
    case "list":
      return <ListControl {...props} field={field} />;
    case "variants":
      return <VariantsControl {...props} field={field} />;
    default:
      return <ScalarControl {...props} field={field} />;
  }
}

function VariantsControl(props: FieldControlProps<Variants>): ReactNode {
  const { field, value, onChange, path, context } = props;
  const { on, variants } = field;
  const group = variantOf(field, value);
  return (
    <>
      <Select
        label={field.label}
        problem={group === undefined ? "Choose one." : context.problemAt(path, field)}
        value={group && String(memberOf(value, on))}
        options={variants.map((one) => ({ value: one.value, label: one.group.label, hint: one.group.hint }))}
        onChange={(chosen) => {
          const next = variants.find((one) => one.value === chosen);
          onChange({ [on]: chosen, ...(next && suggestMembers(next.group)) });
        }}
      />
      {group !== undefined && hintOf(group)}
      {group?.fields.map((member) => (
        <FieldControl key={`${memberOf(value, on)} ${member.name}`} {...memberProps(props, member)} />
      ))}
    </>
  );
}

/** The properties of the control for a member of an object. An object without members is removed. */
export function memberProps({ value, onChange, path, context }: FieldControlProps, member: Field): FieldControlProps {
  const change = (changed: unknown) => {
    const { [member.name]: _, ...others } = isRecord(value) ? value : {};
    const members = changed === undefined ? others : { ...(isRecord(value) && value), [member.name]: changed };
    onChange(Object.keys(members).length === 0 ? undefined : members);
  };
  return {
    field: member,
    value: memberOf(value, member.name),
    onChange: change,
    path: [...path, member.name],
    context,
  };
}

function GroupControl(props: FieldControlProps<Group>): ReactNode {
  const { field, value, path, context } = props;
  const show = (member: Field) => (
    <div key={member.name} className={isWide(member) ? "col-span-full min-w-0" : "min-w-0"}>
      <FieldControl {...memberProps(props, member)} />
    </div>
  );
  // Decided once: a control that moves while the user types would lose the focus.
  const [filled] = useState(() => field.fields.filter(({ name }) => !isBlank(memberOf(value, name))));
  const isShown = (member: Field) =>
    context.isMain?.(member) !== false || filled.some(({ name }) => name === member.name);
  const main = field.fields.filter(isShown);
  const more = field.fields.filter((member) => !isShown(member));
  const columns = field.fields.some(({ kind }) => kind === "image") ? imageColumns : narrowColumns;
  const controls = (
    <>
      <div className={columns}>{(main.length === 0 ? more : main).map(show)}</div>
      {main.length > 0 && more.length > 0 && (
        <MoreFields count={more.length}>
          <div className={columns}>{more.map(show)}</div>
        </MoreFields>
      )}
    </>
  );
  if (path.length === 0 || typeof path.at(-1) === "number") return controls;
  return (
    <fieldset className="m-0 min-w-0 border-0 border-l-2 border-line pt-1 pl-3">
      <legend className="mb-1 p-0 font-medium">{field.label}</legend>
      {controls}
    </fieldset>
  );
}

const narrowColumns = "grid grid-cols-[repeat(auto-fill,minmax(190px,1fr))] items-start gap-x-3.5 gap-y-3";
const imageColumns = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] items-start gap-x-3.5 gap-y-3";

const isWide = (field: Field): boolean =>
  field.kind === "group" || (field.kind === "list" && field.entry.kind === "group");

/** The members that are seldom filled in, behind a button. */
const MoreFields = ({ count, children }: { readonly count: number; readonly children: ReactNode }) => (
  <Disclosure className="group mt-2">
    <Heading level={4} className="m-0 font-normal">
      <PlainButton
        slot="trigger"
        className="inline-flex cursor-pointer items-center gap-1 rounded-5 border-0 bg-transparent py-0.5 pr-1 pl-0 text-ink-2"
      >
        <ChevronRight size={14} aria-hidden className="group-data-expanded:rotate-90" />
        {count} more {count === 1 ? "field" : "fields"}
      </PlainButton>
    </Heading>
    <DisclosurePanel className="hidden group-data-expanded:mt-2 group-data-expanded:block">{children}</DisclosurePanel>
  </Disclosure>
);

function ListControl({ field, value, onChange, path, context }: FieldControlProps<List>): ReactNode {
  const [isAdding, setAdding] = useState(false);
  const present = listOf(value);
  const entries = isAdding || present.length === 0 ? [...present, undefined] : present;
  const set = (list: readonly unknown[]) => {
    const filled = list.filter((entry) => entry !== undefined);
    if (filled.length !== present.length) setAdding(false);
    onChange(filled.length === 0 ? undefined : filled);
  };
  const problem = context.problemAt(path, field);
  const isPlain = field.entry.kind !== "group";
  const one = field.entry.label;
  return (
    <fieldset className="m-0 grid min-w-0 justify-items-start gap-1 border-0 p-0">
      <legend className="mb-1 p-0 font-medium">
        {field.label} {field.isRequired && <span className="text-11 font-normal text-ink-3">required</span>}
      </legend>
      {entries.map((entry, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries have no other identity.
        <div key={i} className="flex w-full items-end gap-1">
          <div className="min-w-0 flex-1">
            <FieldControl
              field={{ ...field.entry, label: entries.length > 1 ? `${one} ${i + 1}` : one }}
              value={entry}
              onChange={(changed) => set(entries.with(i, changed))}
              path={[...path, i]}
              context={context}
              isLabelHidden={isPlain}
            />
          </div>
          {entries.length > 1 && (
            <Button
              variant="quiet"
              icon={X}
              aria-label={`Remove ${one} ${i + 1}`}
              onPress={() => set(entries.toSpliced(i, 1))}
            />
          )}
        </div>
      ))}
      <Button variant="quiet" icon={Plus} isDisabled={isBlank(entries.at(-1))} onPress={() => setAdding(true)}>
        Add another
      </Button>
      {problem !== undefined && <span className="col-span-full text-12 text-bad">{problem}</span>}
    </fieldset>
  );
}
