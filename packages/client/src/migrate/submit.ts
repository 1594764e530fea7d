import { elements } from "@journey-kit/schemas/calls";
import type { SubjectInput } from "../types/subject.ts";
import type { V1UpdateTaskRequest } from "../types/v1.ts";
import type { SubmitInteractionRequest } from "../types/v2.ts";
import { type Migrated, type Note, noteOthers } from "./note.ts";
import { type ElementPlace, filledPlaces, markPrimary, overlaps, placesOf } from "./subject.ts";

/** Options for {@link toInteractionSubmit}. */
export interface SubmitTarget {
  /** The v2 instance: 16 to 64 letters, digits, `_` or `-`. A v1 instance cannot continue in v2. Spec 1, 2.9. */
  readonly instanceId: string;
  /** The current interaction, from `interaction/fetch`. Spec 2.9. */
  readonly interactionId: string;
  /** Elements that the interaction collects. Limits `participants` to these elements; default no limit. Spec 2.5. */
  readonly collects?: readonly string[];
  /** Custom elements that the journey declares. Spec 2.6. */
  readonly elements?: Readonly<Record<string, ElementPlace>>;
}

/** A v1 task update with any `intent`. Spec 2.10; gap `v1-intent-values`. */
export interface TaskUpdate extends Omit<V1UpdateTaskRequest, "intent"> {
  readonly intent: "Complete" | "Save" | "Validate";
}

/**
 * Converts a v1 task update to an interaction submit: drops `intent`, replaces `taskId` with `interactionId`, and lists
 * the domain elements in the subject as `participants`. Spec 2.9, 2.10, 9.
 *
 * The subject stays unchanged except for the type of its main document (`Primary`).
 *
 * @returns No body if no element has data, or if `intent` is `Validate`: a v2 submit always stores the data.
 * @example
 * const { body, notes } = toInteractionSubmit(update, { instanceId, interactionId, collects: ["PrimaryDocument"] });
 */
export function toInteractionSubmit(
  update: TaskUpdate,
  { instanceId, interactionId, collects, elements: own = {} }: SubmitTarget,
): Migrated<SubmitInteractionRequest> {
  const { subject, notes } = markPrimary(update.context.subject ?? {});
  const table: Readonly<Record<string, ElementPlace>> = { ...elements, ...own };
  const found = (collects ?? Object.keys(table)).map((name) => findElementPlaces(table, name, subject));
  const participants = found.filter(({ places }) => places.length > 0).map(({ name }) => ({ domainElementId: name }));
  const hasBody = participants.length > 0 && update.intent !== "Validate";
  return {
    body: hasBody ? { instanceId, interactionId, participants, context: { subject } } : undefined,
    notes: [
      ...noteIntent(update.intent),
      ...noteOthers(update, ["intent", "instanceId", "taskId", "context"], "", "2.9"),
      ...noteOthers(update.context, ["subject"], "context.", "2.9"),
      ...notes,
      ...noteElements(found, collects),
      ...noteUnnamed(subject, found),
    ],
  };
}

type FoundPlaces = ReturnType<typeof findElementPlaces>;

/** Finds the places in the subject that contain the data of an element. */
function findElementPlaces(table: Readonly<Record<string, ElementPlace>>, name: string, subject: SubjectInput) {
  const place = Object.hasOwn(table, name) ? table[name] : undefined;
  return { name, isKnown: place !== undefined, places: place === undefined ? [] : placesOf(place, subject) };
}

const intents: Readonly<Partial<Record<TaskUpdate["intent"], string>>> = {
  Save: "v2 has no intent. It stores every submit, and the interaction ends when no required element is missing.",
  Validate: "v2 cannot validate data without storing it, so there is no request to send.",
};

function noteIntent(intent: TaskUpdate["intent"]): readonly Note[] {
  const why = Object.hasOwn(intents, intent) ? intents[intent] : undefined;
  return why === undefined ? [] : [{ what: "intent", why, spec: "9" }];
}

function noteElements(found: readonly FoundPlaces[], collects: readonly string[] | undefined): readonly Note[] {
  const what = "context.subject";
  if (found.every(({ places }) => places.length === 0)) {
    const why = "There is no data for any element that the interaction collects, so there is nothing to submit.";
    return [{ what, why, spec: "2.9" }];
  }
  if (collects === undefined) return [];
  return found
    .filter(({ places }) => places.length === 0)
    .map(({ name, isKnown }) => ({
      what,
      why: isKnown
        ? `There is no data for ${name}. If ${name} is required, it stays outstanding.`
        : `The place of ${name} in the subject is unknown. Add ${name} to \`elements\`.`,
      spec: isKnown ? "3.2" : "2.6",
    }));
}

function noteUnnamed(subject: SubjectInput, found: readonly FoundPlaces[]): readonly Note[] {
  const named = found.flatMap(({ places }) => places);
  return filledPlaces(subject)
    .filter((place) => place !== "uid" && !named.some((one) => overlaps(one, place)))
    .map((place) => ({
      what: `context.subject.${place}`,
      why: "Kept, but it belongs to no element in `participants`, so v2 may ignore it.",
      spec: "2.9",
    }));
}
