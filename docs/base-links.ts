import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

/** Adds the path of the site to links in the texts of the pages, which begin at the root. Astro adds it to all others. */
export const baseLinks = (base: string): AstroIntegration => ({
  name: "base-links",
  hooks: {
    "astro:build:done": ({ dir }) => {
      const root = fileURLToPath(dir);
      const fromRoot = new RegExp(`(<a [^>]*href=")/(?!${base.slice(1)})`, "g");
      for (const page of globSync("**/*.html", { cwd: root })) {
        const file = join(root, page);
        writeFileSync(file, readFileSync(file, "utf8").replaceAll(fromRoot, `$1${base}`));
      }
    },
  },
});
