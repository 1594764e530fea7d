import { type Guide, parseGuide } from "../../packages/cli/src/mcp/guides.ts";
import { pagesIn, sidebar } from "../sidebar.ts";

const sources = import.meta.glob<string>("./content/docs/**/*.{md,mdx}", {
  eager: true,
  import: "default",
  query: "?raw",
});

/** The pages of each group of the sidebar that a user reads, by its label. Their names are their paths. */
export const groups: readonly (readonly [label: string, pages: readonly Guide[]])[] = sidebar
  .filter(({ label }) => label !== "Contribute")
  .map((group) => [group.label, pagesIn(group).map(readPage)]);

function readPage(path: string): Guide {
  const source = sources[`./content/docs/${path}.md`] ?? sources[`./content/docs/${path}.mdx`];
  if (source === undefined) throw new Error(`There is no page ${path}.`);
  return parseGuide(path, source);
}

export const introduction = `# Journey Kit

> Journey Kit simulates a service that verifies people's identities in multi-step journeys. It has a simulator with scripted outcomes, a movable clock and faults, a typed client, contract tests for clients in any language, and tools for agents (\`journey mcp\`).`;

/** The address of a page or file of the site. */
export const linkTo = (path: string): string => `${import.meta.env.BASE_URL.replace(/\/$/, "")}/${path}`;
