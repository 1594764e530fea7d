/** Title of each section of the specification that a rule, a gap or an endpoint refers to. */
const titles: Readonly<Record<string, string>> = {
  "1": "The service",
  "2": "Resources and their fields",
  "2.1": "Resource ids",
  "2.2": "Instances",
  "2.3": "Tasks",
  "2.4": "Task schemas",
  "2.5": "Interactions",
  "2.6": "Domain elements",
  "2.7": "Start request",
  "2.8": "The subject",
  "2.9": "Submit request",
  "2.10": "Task update request",
  "2.11": "Token responses",
  "3": "States and transitions",
  "3.1": "Instance states",
  "3.2": "Interaction progress",
  "3.3": "Task stages",
  "4": "Endpoints",
  "4.1": "The token endpoint",
  "4.2": "v2 endpoints",
  "4.3": "v1 endpoints",
  "4.4": "Polling",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versions",
};

/**
 * Returns the title of a section.
 *
 * @throws {Error} If the section has no title.
 */
export function titleOf(section: string): string {
  const title = titles[section];
  if (title === undefined) throw new Error(`Section ${section} of the specification has no title.`);
  return title;
}

/** The first number of a section: the chapter of the specification. */
export const chapterOf = (section: string): string => section.split(".", 1)[0] ?? section;
