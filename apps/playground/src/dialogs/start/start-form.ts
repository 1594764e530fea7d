import type { PublishedJourney } from "@journey-kit/schemas/control";
import type { Environment, Region } from "@journey-kit/schemas/tables";
import type { QuickStart } from "./quick-starts.ts";
import { samplePerson } from "./sample-person.ts";
import { type PersonalDetails, type StartChoice, toSubject } from "./start-request.ts";

/** What the fields of the dialog contain. */
export interface StartForm {
  /** Client id of the world; it may be new. */
  readonly world: string;
  /** Id of the journey; undefined until one is chosen. */
  readonly journey: string | undefined;
  readonly version: string;
  readonly environment: Environment;
  readonly region: Region;
  readonly delivery: "api" | "page";
  readonly isAsync: boolean;
  /** Which of the following fields decides the outcome of a start that is not a quick start. */
  readonly mode: "person" | "scenario" | "details" | "json";
  /** Last name of a test person; empty for none. */
  readonly person: string;
  readonly scenario: string | undefined;
  readonly details: PersonalDetails;
  readonly json: string;
}

/** The form of the first start in `world`. */
export const createForm = (world: string): StartForm => ({
  world,
  journey: undefined,
  version: "latest",
  environment: "production",
  region: "eu",
  delivery: "api",
  isAsync: true,
  ...createOutcome(),
});

/** The fields that decide the outcome, as long as the user chooses none. */
const createOutcome = (): Pick<StartForm, "mode" | "person" | "scenario" | "details" | "json"> => ({
  mode: "scenario",
  person: "",
  scenario: undefined,
  details: { firstName: "", lastName: "", dateOfBirth: "" },
  json: '{\n  "identity": {\n    "firstName": "Ada",\n    "lastNames": ["Lovelace"],\n    "dateOfBirth": "1985-12-10"\n  }\n}',
});

/** The form of the next start in `world`: the same journey, and none of the choices that decide the outcome. */
export const reopenForm = (last: StartForm, world: string): StartForm => ({
  ...last,
  world,
  ...createOutcome(),
});

/** The first journey that a visitor starts, if it is published. */
const firstJourney = "document-and-selfie";

/** Lists the latest version of each journey. */
export const latestOf = (journeys: readonly PublishedJourney[]): readonly PublishedJourney[] => [
  ...new Map(journeys.map((journey) => [journey.id, journey])).values(),
];

/** Finds the journey and version that a form selects; undefined if no journey is published. */
export function findJourney(
  journeys: readonly PublishedJourney[],
  { journey: id, version }: Pick<StartForm, "journey" | "version">,
): PublishedJourney | undefined {
  const latest = latestOf(journeys);
  const found = latest.find((one) => one.id === (id ?? firstJourney)) ?? latest[0];
  return journeys.find((one) => one.id === found?.id && one.version === version) ?? found;
}

/** Limits the environment and the region of a form to those in which the journey is published. */
export function fitForm(form: StartForm, { environments }: PublishedJourney): StartForm {
  const environment = environments[form.environment] ? form.environment : other(form.environment);
  const regions = environments[environment]?.regions ?? [];
  const region = regions.includes(form.region) ? form.region : (regions[0] ?? form.region);
  return { ...form, environment, region };
}

const other = (environment: Environment): Environment => (environment === "preview" ? "production" : "preview");

/**
 * Converts a form to the options of a start. A quick start replaces the fields that decide the outcome.
 *
 * @throws {SyntaxError} If the prefill is not a JSON object.
 */
export function toChoice(form: StartForm, journey: PublishedJourney, quick?: QuickStart): StartChoice {
  const { version, environment, region, delivery, isAsync } = form;
  return { journey, version, environment, region, delivery, isAsync, ...(quick ? planQuick(quick) : planFields(form)) };
}

type Plan = Pick<StartChoice, "scenario" | "subject">;

const planQuick = ({ scenario }: QuickStart): Plan => ({
  scenario,
  subject: scenario === undefined ? {} : samplePerson,
});

const planFields = (form: StartForm): Plan => ({
  scenario: form.mode === "scenario" ? form.scenario : undefined,
  subject: subjectOf(form),
});

function subjectOf({ mode, person, details, json }: StartForm): StartChoice["subject"] {
  switch (mode) {
    case "person":
      return person === "" ? {} : toSubject({ firstName: "Test", lastName: person, dateOfBirth: "" });
    case "scenario":
      return {};
    case "details":
      return toSubject(details);
    case "json": {
      const value: unknown = JSON.parse(json);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
      throw new SyntaxError("Enter a JSON object.");
    }
  }
}
