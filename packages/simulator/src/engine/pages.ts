import type { InteractionDefinition } from "@journey-kit/schemas";
import { cardOf } from "@journey-kit/schemas/tables";
import type { Command, InstanceRecord, V1Record, V2Record } from "./commands.ts";
import { type Instance, outstanding } from "./instance.ts";
import type { EngineCitations } from "./terms.ts";
import { openTasks } from "./v1.ts";
import { current, interactionIdOf } from "./v2.ts";

/** What a person fills in on one page: the outstanding elements of an interaction or a task, card by card. Spec 2.5. */
export interface HostedPage {
  /** Distinguishes a form of this page from a form of an earlier page. */
  readonly id: string;
  /** The interaction or the task that collects the elements. */
  readonly collectorId: string;
  readonly sections: readonly Section[];
}

/** The cards of one page in the layout of an interaction. */
interface Section {
  readonly label: string;
  readonly cards: readonly Card[];
}

/** A card collects one domain element. Spec 2.6. */
export interface Card {
  readonly element: string;
  readonly isRequired: boolean;
}

export const cardsOf = ({ sections }: HostedPage): readonly Card[] => sections.flatMap((section) => section.cards);

/** Finds the current page; undefined while the journey waits for no data. Spec 2.3, 2.5. */
export function currentPage(citations: EngineCitations, record: InstanceRecord): HostedPage | undefined {
  switch (record.apiVersion) {
    case "v1":
      return pageOfTask(record);
    case "v2":
      return pageOfInteraction(citations, record);
  }
}

/** The first open task. Its outstanding elements are one page, because a task is completed in one update. Spec 3.3. */
function pageOfTask({ terms, instance }: V1Record): HostedPage | undefined {
  const task = openTasks(terms, instance)[0];
  if (task === undefined) return undefined;
  const { id, required, optional } = task.definition;
  const left = outstanding(instance, [...required, ...optional]);
  const section = { label: formatTitle(id), cards: left.map((element) => createCard(element, required)) };
  return { id: task.taskId, collectorId: task.taskId, sections: [section] };
}

/**
 * The next pages of the current interaction. The interaction ends with its last required element, so the page of that
 * element is shown together with the pages after it. Gap `missing-element` decides whether one page can be submitted
 * before the others.
 */
function pageOfInteraction(citations: EngineCitations, { terms, instance }: V2Record): HostedPage | undefined {
  const interaction = current(citations, terms, instance);
  if (interaction === undefined) return undefined;
  const sections = layOutPages(interaction);
  const isOpen = sections.map(({ cards: all }) => all.some((card) => card.isRequired && !isProvided(instance, card)));
  const next = isOpen.indexOf(true);
  const mayBePartial = isOpen.indexOf(true, next + 1) !== -1 && citations.choose("missing-element") === "named";
  const first = sections.slice(0, Math.max(next, 0)).findLastIndex((section) => wasSubmitted(instance, section)) + 1;
  const shown = sections.slice(first, mayBePartial ? next + 1 : undefined);
  const left = shown.map((section) => ({
    ...section,
    cards: section.cards.filter((card) => !isProvided(instance, card)),
  }));
  return {
    id: `${interaction.id}.${first}`,
    collectorId: interactionIdOf(terms, interaction),
    sections: left.filter((section) => section.cards.length > 0),
  };
}

const isProvided = ({ provided }: Instance, { element }: Card): boolean => Object.hasOwn(provided, element);

const wasSubmitted = ({ provided }: Instance, section: Section): boolean =>
  section.cards.some(({ element }) => Object.hasOwn(provided, element) && provided[element]?.by === "submit");

/** Places every element of an interaction on the page with its card, or else on the last page. */
function layOutPages({ id, pages, required, optional }: InteractionDefinition): readonly Section[] {
  const left = new Set([...required, ...optional]);
  const sections = pages.map(({ label, cards: listed }) => ({
    label,
    cards: listed.flatMap((card) => {
      const element = [...left].find((name) => cardIdOf(name) === card.id);
      if (element === undefined) return [];
      left.delete(element);
      return [createCard(element, required)];
    }),
  }));
  const last = sections.at(-1) ?? { label: formatTitle(id), cards: [] };
  const rest = [...left].map((element) => createCard(element, required));
  return [...sections.slice(0, -1), { ...last, cards: [...last.cards, ...rest] }];
}

const createCard = (element: string, required: readonly string[]): Card => ({
  element,
  isRequired: required.includes(element),
});

const cardIdOf = (element: string): string => cardOf(element) ?? `${element}Card`;

/** Formats an id as a title: `identity-details` becomes `Identity details`. */
const formatTitle = (id: string): string => {
  const words = id.replaceAll(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Whether the journey may ask for more data once its running modules have finished. */
export function hasLaterPages({ terms, instance }: InstanceRecord): boolean {
  const { progress, segment } = instance;
  if (progress.phase !== "running") return false;
  return terms.definition.segments
    .slice(segment + 1)
    .flatMap(({ tasks = [], interactions = [] }) => [...tasks, ...interactions])
    .some(({ required, optional }) => outstanding(instance, [...required, ...optional]).length > 0);
}

/** Creates the command that submits a page. An API call creates the same command. Spec 2.9, 2.10. */
export function createPageCommand(
  { apiVersion }: InstanceRecord,
  { collectorId }: HostedPage,
  sent: Pick<Extract<Command, { type: "submit" }>, "at" | "participants" | "subject">,
): Command {
  const { participants, ...data } = sent;
  switch (apiVersion) {
    case "v1":
      return { type: "update", taskId: collectorId, intent: "Complete", ...data };
    case "v2":
      return { type: "submit", interactionId: collectorId, participants, ...data };
  }
}
