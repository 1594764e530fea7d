import { type ErrorName, errorKindOf, errorKinds } from "@journey-kit/schemas/tables";
import type { ReactNode } from "react";
import { httpTone, type Tone } from "../../text/tones.ts";
import { Badge } from "../../ui/badge.tsx";
import { Json } from "../../ui/json.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Prose } from "../../ui/prose.tsx";
import type { Body, Operation, ResponseSpec } from "./operations.ts";
import styles from "./responses.module.css";
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
    <section className={styles.response}>
      <h3 className={styles.head}>
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className={styles.description}>{errors.length > 0 ? nameErrors(errors.length) : description}</span>
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
      <details className={styles.details}>
        <summary>Members</summary>
        <SchemaTable world={world} schema={schema} />
      </details>
      {example !== undefined && (
        <details className={styles.details}>
          <summary>Example, {type}</summary>
          <Json value={example} label="Example of the response body" />
        </details>
      )}
    </>
  );
}

function ErrorRow({ name, example }: { readonly name: string; readonly example: unknown }): ReactNode {
  return (
    <details className={styles.details}>
      <summary>
        <code>{name}</code>
        {isErrorName(name) && (
          <span className={styles.action}>
            <Prose text={errorKindOf(name).action} />
          </span>
        )}
      </summary>
      <Json value={example} label={`Example of ${name}`} />
    </details>
  );
}

const isErrorName = (name: string): name is ErrorName => Object.hasOwn(errorKinds, name);
