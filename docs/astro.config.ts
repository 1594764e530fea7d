import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";
import linksValidator from "starlight-links-validator";
import { baseLinks } from "./base-links.ts";
import { playground } from "./playground.ts";
import { searchWeights } from "./search-weights.ts";
import { sidebar } from "./sidebar.ts";
import { terminal } from "./terminal.ts";

/** The path at which a server has the site, with a slash at both ends. */
const base = process.env.DOCS_BASE ?? "/";

export default defineConfig({
  base,
  // The pictures are already small, and Sharp would be a native dependency.
  image: { service: passthroughImageService() },
  // The native part of the Markdown parser is found only from the parser's own folder.
  vite: { ...terminal, ssr: { external: ["satteri"] } },
  integrations: [
    searchWeights,
    {
      name: "page-scripts",
      hooks: {
        "astro:config:setup": ({ injectScript }) =>
          injectScript("page", 'import "/src/scrolling-tables.ts"; import "/src/run-examples.ts";'),
      },
    },
    starlight({
      title: "Journey Kit",
      description: "Simulate an identity-verification journey service, and test any client against it.",
      favicon: "/favicon.svg",
      customCss: ["@fontsource-variable/geist", "@fontsource-variable/geist-mono", "./src/theme.css"],
      // The validator expects the path in each link, which is only added after the build.
      plugins: base === "/" ? [linksValidator({ exclude: ["/playground/**"] })] : [],
      sidebar: [...sidebar],
    }),
    ...(base === "/" ? [] : [baseLinks(base)]),
    playground,
  ],
});
