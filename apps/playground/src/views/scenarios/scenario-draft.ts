import "../../api/zod-config.ts";
import { Scenario } from "@journey-kit/schemas/control";
import { isRecord } from "@journey-kit/schemas/subject-path";
import * as z from "zod";
import { type Problems, parseJson, toFileText } from "../../form-fields.ts";
import { type ScenarioForm, toForm, toScenario } from "./scenario-form.ts";

/** A scenario that is being edited, as a form or as JSON. */
export type Draft =
  | { readonly mode: "form"; readonly form: ScenarioForm }
  | { readonly mode: "json"; readonly text: string };

/** What a draft contains: a scenario, or the problems that keep it from being one. */
export interface DraftContent {
  readonly scenario?: Scenario;
  readonly problems: Problems;
}

/** The schema of a scenario file, for the editor. */
export const scenarioSchema = z.toJSONSchema(Scenario, { target: "draft-7", io: "input" });

/** Opens a scenario as a form or, if the form cannot show it, as JSON. */
export function toDraft(scenario: Scenario): Draft {
  const form = toForm(scenario);
  return form === undefined ? { mode: "json", text: toFileText(scenario) } : { mode: "form", form };
}

/** Opens a file. As on the command line, a scenario without a name is named after its file. */
export function openFile({ name, text }: { readonly name: string; readonly text: string }): Draft {
  const value = parseJson(text);
  const named = isRecord(value) && value.name === undefined ? { name: name.replace(/\.json$/, ""), ...value } : value;
  const parsed = Scenario.safeParse(named);
  return parsed.success ? toDraft(parsed.data) : { mode: "json", text };
}

/** Reads the scenario of a draft. */
export function readDraft(draft: Draft): DraftContent {
  if (draft.mode === "form") {
    const { scenario, problems } = toScenario(draft.form);
    return problems.size === 0 ? { scenario, problems } : { problems };
  }
  const value = parseJson(draft.text);
  if (value === undefined) return { problems: new Map([["", "This is not JSON."]]) };
  const parsed = Scenario.safeParse(value);
  if (parsed.success) return { scenario: parsed.data, problems: new Map() };
  return { problems: new Map(parsed.error.issues.map(({ path, message }) => [z.core.toDotPath(path), `${message}.`])) };
}

/** Shows a draft in the other way; undefined if that would lose something. */
export function switchMode(draft: Draft): Draft | undefined {
  const { scenario } = readDraft(draft);
  if (scenario === undefined) return undefined;
  if (draft.mode === "form") return { mode: "json", text: toFileText(scenario) };
  const form = toForm(scenario);
  return form && { mode: "form", form };
}
