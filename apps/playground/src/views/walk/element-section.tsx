import { isBlank, isRecord, memberOf, resolvePath } from "@journey-kit/schemas/calls";
import { cardOf } from "@journey-kit/schemas/tables";
import { Check, UserRound, WandSparkles } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { Checkbox } from "react-aria-components";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { SchemaProblem } from "../../ui/json-editor/validate.ts";
import { PersonPicker } from "../../ui/person-picker/person-picker.tsx";
import type { TestPerson } from "../../ui/person-picker/test-people.ts";
import type { Field } from "../../ui/schema-form/field.ts";
import { FieldControl } from "../../ui/schema-form/field-control.tsx";
import type { FormContext } from "../../ui/schema-form/scalar-control.tsx";
import type { ElementForm } from "./element-form.ts";
import type { RequestSchema } from "./request-schema.ts";
import { imageFor, sampleOf } from "./sample.ts";
import { sampleImages } from "./sample-images.ts";
import type { ElementState, StepDraft } from "./use-step-draft.ts";

interface ElementSectionProps {
  readonly state: ElementState;
  readonly draft: StepDraft;
  readonly schema: RequestSchema;
  /** People whose last names decide outcomes, offered where a last name is asked for. */
  readonly people: readonly TestPerson[];
}

/** One domain element: whether to send it, and its form. */
export function ElementSection({ state, draft, schema, people }: ElementSectionProps): ReactNode {
  const { element, form, value, isRequired, isSent, acceptedBy, isDropped, errors } = state;
  const { subject, problems } = draft;
  const onChange = (changed: unknown) => draft.change(element, changed);
  const onSample = () => draft.fillSample([element]);
  const sampled = useMemo(() => sampledMembers(schema, form), [schema, form]);
  const place = resolvePath(subject, form.steps);
  const card = cardOf(element);
  const context: FormContext = {
    problemAt: (path, field) => findProblem(problems, [...place, ...path], field, value),
    imageFor: (name) => imageFor(sampleImages(), [...form.steps, name]),
    isMain: ({ name, isRequired: isNeeded }) => isNeeded || sampled.includes(name),
  };
  const choosePerson = (lastName: string) =>
    lastName === "" ? onSample() : onChange({ firstName: "Ada", ...members(value), lastNames: [lastName] });
  return (
    <section
      className="grid grid-cols-[240px_minmax(0,1fr)_124px] items-start gap-x-5 gap-y-2 border-t border-line py-3 first:border-t-0 narrow:grid-cols-[minmax(0,1fr)_auto]"
      aria-label={form.label}
    >
      <div className="grid gap-1 pt-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Checkbox
            className="group flex cursor-pointer items-center gap-2 rounded-5"
            isSelected={isSent}
            onChange={(isChosen) => draft.choose(element, isChosen)}
            aria-label={`Send ${form.label}`}
          >
            <span className={box} aria-hidden>
              <Check size={12} />
            </span>
            <h3 className="text-13">{form.label}</h3>
          </Checkbox>
          {acceptedBy === undefined ? (
            <Badge tone={isRequired ? "live" : "neutral"}>{isRequired ? "required" : "optional"}</Badge>
          ) : (
            <Badge tone="good">{acceptedBy === "prefill" ? "accepted with the start" : "accepted"}</Badge>
          )}
          {isDropped && <Badge tone="fair">sent, but not kept</Badge>}
          {errors.length > 0 && <Badge tone="bad">refused</Badge>}
        </div>
        <code className="pl-6 text-11 wrap-anywhere text-ink-3 narrow:hidden">
          {element}
          {card !== undefined && ` · ${card}`}
        </code>
      </div>
      <div className="grid min-w-0 gap-2 narrow:order-1 narrow:col-span-2">
        {errors.map((error) => (
          <p key={error} className="text-12 text-bad">
            {error}
          </p>
        ))}
        {isSent && (
          <div className={form.field.kind === "group" || form.field.kind === "list" ? "" : "max-w-80"}>
            <FieldControl
              field={form.field}
              value={value}
              onChange={onChange}
              path={[]}
              context={context}
              isLabelHidden={form.field.kind !== "group"}
            />
          </div>
        )}
      </div>
      {isSent && (
        <div className="grid justify-items-start narrow:justify-items-end">
          <Button
            variant="quiet"
            icon={WandSparkles}
            onPress={onSample}
            aria-label={`Fill ${form.label} with sample data`}
          >
            Sample
          </Button>
          {form.owned?.includes("lastNames") === true && people.length > 0 && (
            <TestPersonButton people={people} lastName={lastNameIn(value)} onChange={choosePerson} />
          )}
        </div>
      )}
    </section>
  );
}

const box =
  "grid size-4 flex-none place-items-center rounded-5 border border-line-strong text-transparent group-data-selected:border-ink group-data-selected:bg-ink group-data-selected:text-on-ink";

interface TestPersonButtonProps {
  readonly people: readonly TestPerson[];
  readonly lastName: string;
  /** Called with the last name of the person; empty for nobody. */
  readonly onChange: (lastName: string) => void;
}

/** Offers the last names that decide the outcomes of modules. */
function TestPersonButton({ people, lastName, onChange }: TestPersonButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const choose = (chosen: string) => {
    setOpen(false);
    onChange(chosen);
  };
  return (
    <>
      <Button variant="quiet" icon={UserRound} onPress={() => setOpen(true)}>
        Test person
      </Button>
      <Dialog title="Choose a test person" isOpen={isOpen} onClose={() => setOpen(false)}>
        <PersonPicker people={people} value={lastName} onChange={choose} />
      </Dialog>
    </>
  );
}

/** The members that the sample data contains. For a list, the members of its entries. */
function sampledMembers(schema: RequestSchema, form: ElementForm): readonly string[] {
  const sample = sampleOf({ ...schema, images: sampleImages() }, form);
  return Object.keys(members(Array.isArray(sample) ? sample[0] : sample));
}

const members = (value: unknown): object => (isRecord(value) ? value : {});

function lastNameIn(value: unknown): string {
  const names = memberOf(value, "lastNames");
  const first = Array.isArray(names) ? names[0] : undefined;
  return typeof first === "string" ? first : "";
}

/** The problem at a place. A required member counts as missing only if its element has other data. */
function findProblem(
  problems: readonly SchemaProblem[],
  path: SchemaProblem["path"],
  field: Field,
  element: unknown,
): string | undefined {
  const isHere = (problem: SchemaProblem) =>
    problem.path.length === path.length && problem.path.every((key, i) => key === path[i]);
  const found = problems.find(isHere)?.message;
  const isStarted = !isBlank(element);
  const isMissing = field.isRequired && isStarted && field.kind !== "group" && !hasValue(element, path);
  return found ?? (isMissing ? "This field is required." : undefined);
}

function hasValue(element: unknown, path: SchemaProblem["path"]): boolean {
  const name = path.findLast((key) => typeof key === "string");
  const members = typeof element === "object" && element !== null ? Object.entries(element) : undefined;
  return members === undefined || members.some(([key, value]) => key === name && !isBlank(value));
}
