import type { PublishedJourney } from "@journey-kit/schemas/control";
import type { Readings } from "@journey-kit/schemas/tables";
import { openService, type ServiceCredentials } from "../../api/service.ts";
import type { Target } from "../../api/target.ts";
import { defaultWorld } from "../../layout/current-world.ts";
import { paths } from "../../paths.ts";
import { type QuickStart, quickStarts } from "./quick-starts.ts";
import { createForm, findJourney, fitForm, reopenForm, type StartForm, toChoice } from "./start-form.ts";
import { startJourney } from "./start-request.ts";

interface StartRun {
  readonly target: Target;
  readonly form: StartForm;
  /** What decides the outcome; undefined for the fields of the form. */
  readonly quick: QuickStart | undefined;
  readonly published: readonly PublishedJourney[];
  readonly credentials?: ServiceCredentials;
}

/**
 * Starts the journey that a form describes, as an API client.
 *
 * @returns The address of the instance, or of its forms if the instance waits for data through the API.
 */
export async function runStart({ target, form, quick, published, credentials }: StartRun): Promise<string> {
  const journey = findJourney(published, form);
  if (journey === undefined) throw new Error("The simulator has no journeys.");
  const world = target.control.world(form.world);
  const { readings } = await world.profile.read();
  const service = openService(target, form.world, readings as Readings); // the simulator has the same gaps as the page
  if (credentials !== undefined) service.setCredentials(credentials);
  const choice = toChoice(fitForm(form, journey), journey, quick);
  const id = await startJourney(service.client(choice.region), choice);
  const { phase, delivery } = await world.instance(id).explain();
  return phase === "collecting" && delivery === "api" ? paths.walk(form.world, id) : paths.instance(form.world, id);
}

/** Starts the journey of the last start, or else the first journey, in `world`. */
export async function runQuickStart(
  target: Target,
  world: string,
  last: StartForm | undefined,
  quick: QuickStart,
): Promise<string> {
  const form = last === undefined ? createForm(world) : reopenForm(last, world);
  const { journeys: published } = await target.control.journeys();
  return runStart({ target, form, quick, published });
}

/** Starts the journey that a link to the page names, in the world of a first visit. */
export async function runLink(target: Target, journey: string, quickId: string): Promise<string> {
  const { journeys: published } = await target.control.journeys();
  if (!published.some(({ id }) => id === journey)) throw new Error(`The simulator has no journey ${journey}.`);
  const quick = quickStarts.find(({ id }) => id === quickId);
  if (quick === undefined) throw new Error(`No journey starts with ${quickId}.`);
  return runStart({ target, form: { ...createForm(defaultWorld), journey }, quick, published });
}
