import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/**
 * How much a match counts in the search, in the text and in a heading. On other pages, such as the guides, the text counts
 * 1 and a heading 2 to 7. The first folder that contains the page applies.
 */
const weights = [
  { folder: "reference/cases", text: 0.05, heading: 0.3 },
  { folder: "decisions", text: 0.05, heading: 0.3 },
  { folder: "reference", text: 0.2, heading: 2 },
] as const;

/** Marks the built pages, so that the search shows guides before the reference. It must precede Starlight, which indexes them. */
export const searchWeights: AstroIntegration = {
  name: "search-weights",
  hooks: {
    "astro:build:done": ({ dir }) => {
      const root = fileURLToPath(dir);
      for (const page of globSync("**/*.html", { cwd: root })) {
        const weight = weights.find(({ folder }) => page.replaceAll("\\", "/").startsWith(`${folder}/`));
        if (weight === undefined) continue;
        const file = join(root, page);
        const html = readFileSync(file, "utf8")
          .replace("<main data-pagefind-body", `$& data-pagefind-weight="${weight.text}"`)
          .replaceAll(/<h[1-6](?=[ >])/g, `$& data-pagefind-weight="${weight.heading}"`);
        writeFileSync(file, html);
      }
    },
  },
};
