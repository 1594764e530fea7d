import type { PublishedJourney } from "@journey-kit/schemas/control";
import type { ReactNode } from "react";
import { useJourney, useWorld } from "../../api/queries.ts";
import { Select, TextField } from "../../ui/field.tsx";
import { PersonPicker } from "../../ui/person-picker/person-picker.tsx";
import { findTestPeople } from "../../ui/person-picker/test-people.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { Loaded } from "../../ui/states.tsx";
import { PrefillField } from "./prefill-field.tsx";
import styles from "./start-dialog.module.css";
import type { StartForm } from "./start-form.ts";

interface OutcomeFieldsProps {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly onChange: (change: Partial<StartForm>) => void;
}

/** Fields that decide the outcome: a test person, a scenario or the user's own data. */
export function OutcomeFields({ form, journey, onChange }: OutcomeFieldsProps): ReactNode {
  return (
    <fieldset className={styles.outcome}>
      <legend className={styles.legend}>What should happen</legend>
      <Segmented
        label="Decided by"
        value={form.mode}
        options={[
          { value: "person", label: "Test person" },
          { value: "scenario", label: "Scenario" },
          { value: "details", label: "Own person" },
          { value: "json", label: "JSON" },
        ]}
        onChange={(mode) => onChange({ mode })}
      />
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
    <div className={styles.columns}>
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
