import { isBlank, isRecord, memberOf, resolvePath } from "@journey-kit/schemas/calls";
import { cardOf } from "@journey-kit/schemas/tables";
import { Check, WandSparkles } from "lucide-react";
import { type ReactNode, useMemo } from "react";
import { Checkbox } from "react-aria-components";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import type { SchemaProblem } from "../../../ui/json-editor/validate.ts";
import type { TestPerson } from "../../../ui/person-picker/test-people.ts";
import type { ElementForm } from "../form/element-form.ts";
import type { Field } from "../form/fields.ts";
import type { RequestSchema } from "../form/request-schema.ts";
import { imageFor, sampleOf } from "../form/sample.ts";
import { type FieldContext, FieldInput } from "../inputs/field-input.tsx";
import { sampleImages } from "../inputs/sample-images.ts";
import { TestPersonButton } from "../inputs/test-person-button.tsx";
import styles from "./step-form.module.css";
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
  const context: FieldContext = {
    problemAt: (path, field) => findProblem(problems, [...place, ...path], field, value),
    imageFor: (name) => imageFor(sampleImages(), [...form.steps, name]),
    isMain: ({ name, isRequired: isNeeded }) => isNeeded || sampled.includes(name),
  };
  const choosePerson = (lastName: string) =>
    lastName === "" ? onSample() : onChange({ firstName: "Ada", ...members(value), lastNames: [lastName] });
  return (
    <section className={styles.element} aria-label={form.label} data-open={isSent}>
      <header className={styles.elementHeader}>
        <Checkbox
          className={styles.check}
          isSelected={isSent}
          onChange={(isChosen) => draft.choose(element, isChosen)}
          aria-label={`Send ${form.label}`}
        >
          <span className={styles.box} aria-hidden>
            <Check size={12} />
          </span>
          <h3 className={styles.name}>{form.label}</h3>
        </Checkbox>
        {acceptedBy === undefined ? (
          <Badge tone={isRequired ? "live" : "neutral"}>{isRequired ? "required" : "optional"}</Badge>
        ) : (
          <Badge tone="good">{acceptedBy === "prefill" ? "accepted with the start" : "accepted"}</Badge>
        )}
        {isDropped && <Badge tone="fair">sent, but not kept</Badge>}
        {errors.length > 0 && <Badge tone="bad">refused</Badge>}
        <code className={styles.id}>
          {element}
          {card !== undefined && <span> · {card}</span>}
        </code>
        {isSent && form.owned?.includes("lastNames") === true && people.length > 0 && (
          <TestPersonButton people={people} lastName={lastNameIn(value)} onChange={choosePerson} />
        )}
        {isSent && (
          <Button
            variant="quiet"
            icon={WandSparkles}
            onPress={onSample}
            aria-label={`Fill ${form.label} with sample data`}
          >
            Sample
          </Button>
        )}
      </header>
      {errors.map((error) => (
        <p key={error.problem} className={styles.error}>
          {error.problem}
        </p>
      ))}
      {isSent && (
        <div data-single={form.field.kind !== "group" && form.field.kind !== "list"} className={styles.value}>
          <FieldInput
            field={form.field}
            value={value}
            onChange={onChange}
            path={[]}
            context={context}
            isLabelHidden={form.field.kind !== "group"}
          />
        </div>
      )}
    </section>
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
