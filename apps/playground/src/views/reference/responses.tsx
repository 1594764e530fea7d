import { type ErrorName, errorKindOf, errorKinds } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { httpTone, type Tone } from "../../text/tones.ts";
import { Badge } from "../../ui/badge.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import type { Body, Operation, ResponseSpec } from "./operations.ts";
import { SchemaTable } from "./schema-table.tsx";

interface ResponsesProps {
  readonly world: string;
  readonly operation: Operation;
}

/** The responses of an endpoint by status, with the possible errors for each status. */
export function Responses({ world, operation: { responses } }: ResponsesProps): ReactNode {
  return (
    <Panel title="Responses" flush>
      {responses.map((response) => (
        <Response key={response.status} world={world} response={response} />
      ))}
    </Panel>
  );
}

interface ResponseProps {
  readonly world: string;
  readonly response: ResponseSpec;
}

function Response({ world, response: { status, description, body } }: ResponseProps): ReactNode {
  const errors = Object.entries(body?.examples ?? {});
  return (
    <section className="border-t border-line px-4 py-2.5 first:border-t-0">
      <h3 className="flex items-center gap-2.5">
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="font-normal text-ink-2">{errors.length > 0 ? nameErrors(errors.length) : description}</span>
      </h3>
      {errors.length === 0
        ? body !== undefined && <ResponseBody world={world} body={body} />
        : errors.map(([name, example]) => <ErrorRow key={name} name={name} example={example} />)}
    </section>
  );
}

const toneOf = (status: string): Tone => (status === "default" ? "neutral" : httpTone(Number(status)));

const nameErrors = (count: number): string => (count === 1 ? "One error" : `One of ${count} errors`);

function ResponseBody({ world, body: { type, schema, example } }: { readonly world: string; readonly body: Body }) {
  return (
    <>
      <details className="group py-0.5">
        <summary className="cursor-pointer group-open:mb-1.5">Members</summary>
        <SchemaTable world={world} schema={schema} />
      </details>
      {example !== undefined && (
        <details className="group py-0.5">
          <summary className="cursor-pointer group-open:mb-1.5">Example, {type}</summary>
          <Json value={example} label="Example of the response body" />
        </details>
      )}
    </>
  );
}

function ErrorRow({ name, example }: { readonly name: string; readonly example: unknown }): ReactNode {
  return (
    <details className="group py-0.5">
      <summary className="cursor-pointer group-open:mb-1.5">
        <code>{name}</code>
        {isErrorName(name) && (
          <span className="ml-2 text-12 text-ink-3">
            <Prose text={errorKindOf(name).action} />
          </span>
        )}
      </summary>
      <Json value={example} label={`Example of ${name}`} />
    </details>
  );
}

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errorKinds, name);
