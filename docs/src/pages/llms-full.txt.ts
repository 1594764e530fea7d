import { groups, introduction } from "../llms.ts";

/** The text of every guide, without the generated reference. */
export const GET = (): Response => {
  const guides = groups.flatMap(([, pages]) => pages).filter(({ name }) => name.startsWith("guides/"));
  const parts = guides.map(({ title, text }) => `# ${title}\n\n${text}`);
  return new Response([introduction, ...parts, ""].join("\n\n"));
};
