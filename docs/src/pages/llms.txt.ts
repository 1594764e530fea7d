import { groups, introduction, linkTo } from "../llms.ts";

/** An index of the documentation for language models, in the form of llmstxt.org. */
export const GET = (): Response => {
  const parts = groups.map(([label, pages]) => {
    const links = pages.map(({ name, title, description }) => {
      const link = `- [${title}](${linkTo(`${name}/`)})`;
      return description === "" ? link : `${link}: ${description}`;
    });
    return `## ${label}\n\n${links.join("\n")}`;
  });
  const full = `The guides in one file: [llms-full.txt](${linkTo("llms-full.txt")})`;
  return new Response([introduction, full, ...parts, ""].join("\n\n"));
};
