import { ApiError } from "@journey-kit/client/control";
import type { PublishedJourney } from "@journey-kit/schemas/control";
import { environments } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { useWorld } from "../../api/queries.ts";
import { Select } from "../../ui/field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { WorldField } from "../world-field.tsx";
import { latestOf, type StartForm } from "./start-form.ts";

interface JourneyFieldsProps {
  readonly form: StartForm;
  readonly journey: PublishedJourney;
  readonly published: readonly PublishedJourney[];
  readonly onChange: (change: Partial<StartForm>) => void;
}

/** Fields for the world, the journey, the environment and region in which it runs, and its delivery. */
export function JourneyFields({ form, journey, published, onChange }: JourneyFieldsProps): ReactNode {
  const { error } = useWorld(form.world, "scenarios");
  const problem = error instanceof ApiError ? error.errors[0]?.problem : undefined;
  const versions = published.filter(({ id }) => id === journey.id).map(({ version }) => version);
  return (
    <>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(200px,1fr))] items-start gap-3">
        <Select
          label="Journey"
          value={journey.id}
          options={latestOf(published).map(({ id, name, apiVersion }) => ({
            value: id,
            label: `${name} (${apiVersion})`,
            hint: id,
          }))}
          onChange={(id) => onChange({ journey: id, version: "latest" })}
        />
        <WorldField value={form.world} onChange={(world) => onChange({ world })} problem={problem} />
        {versions.length > 1 && (
          <Select
            label="Version"
            value={form.version}
            options={["latest", ...versions].map((version) => ({ value: version, label: version }))}
            onChange={(version) => onChange({ version })}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-3">
        <Choice label="Environment">
          <Segmented
            label="Environment"
            value={form.environment}
            options={environments.map((value) => ({
              value,
              label: value,
              disabled: journey.environments[value] === undefined,
            }))}
            onChange={(environment) => onChange({ environment })}
          />
        </Choice>
        <Choice label="Region">
          <Segmented
            label="Region"
            value={form.region}
            options={(journey.environments[form.environment]?.regions ?? []).map((value) => ({ value, label: value }))}
            onChange={(region) => onChange({ region })}
          />
        </Choice>
        {journey.apiVersion === "v2" ? (
          <Choice label="Delivery">
            <Segmented
              label="Delivery"
              value={form.delivery}
              options={[
                { value: "api", label: "api" },
                { value: "page", label: "page" },
              ]}
              onChange={(delivery) => onChange({ delivery })}
            />
          </Choice>
        ) : (
          <Choice label="The start responds">
            <Segmented
              label="The start responds"
              value={form.isAsync ? "async" : "sync"}
              options={[
                { value: "async", label: "immediately" },
                { value: "sync", label: "after the modules finish" },
              ]}
              onChange={(value) => onChange({ isAsync: value === "async" })}
            />
          </Choice>
        )}
      </div>
    </>
  );
}

const Choice = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="grid gap-1">
    <span className="font-medium" aria-hidden>
      {label}
    </span>
    {children}
  </div>
);
