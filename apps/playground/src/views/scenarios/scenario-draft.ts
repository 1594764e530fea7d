import { isRecord } from "@journey-kit/schemas/calls";
import { Scenario } from "@journey-kit/schemas/control";
import { createDraftFormat, type Draft } from "../../drafts/draft-format.ts";
import { parseJson, toFileText } from "../../text/json.ts";
import { toForm, toScenario } from "./form-conversion.ts";
import type { ScenarioForm } from "./scenario-form.ts";

/** The format of scenario files, which the command line can read too. */
export const scenarioFormat = createDraftFormat({ type: Scenario, toForm, fromForm: toScenario });

/** Opens a scenario file. As on the command line, a scenario without a name is named after its file. */
export function openScenarioFile({
  name,
  text,
}: {
  readonly name: string;
  readonly text: string;
}): Draft<ScenarioForm> {
  const value = parseJson(text);
  const isNamed = !isRecord(value) || value.name !== undefined;
  return scenarioFormat.openText(isNamed ? text : toFileText({ name: name.replace(/\.json$/, ""), ...value }));
}
