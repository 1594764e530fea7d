import type { PublishedJourney } from "@journey-kit/schemas/control";
import { ChevronDown, ChevronUp, Play } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useJourney, useWorld } from "../../api/queries.ts";
import { shortcuts } from "../../commands/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Select, TextField } from "../../ui/field.tsx";
import { PersonPicker } from "../../ui/person-picker/person-picker.tsx";
import { findTestPeople } from "../../ui/person-picker/test-people.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Loaded } from "../../ui/states.tsx";
import { JourneyFields } from "./journey-fields.tsx";
import { PrefillField } from "./prefill-field.tsx";
import type { StartForm } from "./start-form.ts";
import { resourceIdOf } from "./start-request.ts";

interface OutcomeFieldsProps {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly onChange: (change: Partial<StartForm>) => void;
}

interface MoreFieldsProps extends OutcomeFieldsProps {
  readonly published: readonly PublishedJourney[];
  readonly isPending: boolean;
  readonly onStart: () => void;
}

/** Which journey starts, and behind "More" the fields that change it and those that decide its outcome. */
export function MoreFields({ published, isPending, onStart, ...props }: MoreFieldsProps): ReactNode {
  const { form, journey, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-0 border-line border-t border-solid pt-3">
        <p className="min-w-0 text-ink-2 wrap-anywhere">
          Starts <strong>{journey.name}</strong> ({journey.apiVersion}, {form.environment}, {form.region}) in the world{" "}
          <strong>{form.world}</strong>.
        </p>
        <Button icon={isOpen ? ChevronUp : ChevronDown} aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          More
        </Button>
      </div>
      {isOpen && (
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            onStart();
          }}
        >
          <JourneyFields {...{ form, journey, published, onChange }} />
          <OutcomeFields {...props} />
          <StartButton {...{ form, journey, isPending, onStart }} />
        </form>
      )}
    </>
  );
}

type StartButtonProps = Omit<MoreFieldsProps, "published" | "onChange">;

/** Starts with the fields. ⌘Enter and Ctrl+Enter do the same in every field: plain Enter has other uses in lists. */
function StartButton({ form, journey, isPending, onStart }: StartButtonProps): ReactNode {
  const isDisabled = isPending || (form.mode === "person" && form.person === "");
  const latest = useRef(onStart);
  latest.current = isDisabled ? () => undefined : onStart;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      event.stopPropagation();
      latest.current();
    };
    document.addEventListener("keydown", onKeyDown, true);
    return () => document.removeEventListener("keydown", onKeyDown, true);
  }, []);
  return (
    <footer className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 flex-1 text-ink-3 wrap-anywhere">{resourceIdOf({ ...form, journey })}</code>
      <Button variant="primary" icon={Play} type="submit" shortcut={shortcuts.submitDialog} isDisabled={isDisabled}>
        {isPending ? "Starting…" : "Start"}
      </Button>
    </footer>
  );
}

/** Fields that decide the outcome: a scenario, a test person or the user's own data. */
function OutcomeFields({ form, journey, onChange }: OutcomeFieldsProps): ReactNode {
  return (
    <fieldset className="m-0 grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 border-0 p-0">
      <legend className="mb-2 p-0 font-semibold">What should happen</legend>
      <div>
        <Segmented
          label="Decided by"
          value={form.mode}
          options={[
            { value: "scenario", label: "Scenario" },
            { value: "person", label: "Test person" },
            { value: "details", label: "Own person" },
            { value: "json", label: "JSON" },
          ]}
          onChange={(mode) => onChange({ mode })}
        />
      </div>
      <OutcomeField form={form} journey={journey} onChange={onChange} />
    </fieldset>
  );
}

function OutcomeField({ form, journey, onChange }: OutcomeFieldsProps): ReactNode {
  switch (form.mode) {
    case "person":
      return <PersonField form={form} journey={journey} onChange={onChange} />;
    case "scenario":
      return <ScenarioField form={form} onChange={onChange} />;
    case "details":
      return <DetailFields form={form} onChange={onChange} />;
    case "json":
      return (
        <PrefillField
          world={form.world}
          apiVersion={journey.apiVersion}
          value={form.json}
          onChange={(json) => onChange({ json })}
        />
      );
  }
}

function PersonField({ form, journey, onChange }: OutcomeFieldsProps): ReactNode {
  const scenarios = useWorld(form.world, "scenarios");
  const definition = useJourney(journey.id, journey.version);
  return (
    <Loaded query={scenarios} height={268}>
      {(list) => (
        <Loaded query={definition} height={268}>
          {(of) => (
            <PersonPicker
              isRequired
              people={findTestPeople(list, of)}
              value={form.person}
              onChange={(person) => onChange({ person })}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function ScenarioField({ form, onChange }: Omit<OutcomeFieldsProps, "journey">): ReactNode {
  const { always = "the default", scenarios = [] } = useWorld(form.world, "scenarios").data ?? {};
  return (
    <Select
      label="Scenario"
      hint="Applies to this instance only. Armed scenarios wait for later starts."
      placeholder={always}
      value={form.scenario}
      options={scenarios.map(({ name, description }) => ({ value: name, label: name, hint: description ?? "" }))}
      onChange={(scenario) => onChange({ scenario })}
    />
  );
}

function DetailFields({ form: { details }, onChange }: Omit<OutcomeFieldsProps, "journey">): ReactNode {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] items-start gap-3">
      <TextField
        label="First name"
        value={details.firstName}
        onChange={(firstName) => onChange({ details: { ...details, firstName } })}
      />
      <TextField
        label="Last name"
        value={details.lastName}
        onChange={(lastName) => onChange({ details: { ...details, lastName } })}
      />
      <TextField
        label="Date of birth"
        type="date"
        value={details.dateOfBirth}
        onChange={(dateOfBirth) => onChange({ details: { ...details, dateOfBirth } })}
      />
    </div>
  );
}
