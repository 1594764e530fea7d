import { mergeConfig, type Plugin } from "vite";
import config from "./vite.config.ts";

/** The element for a file of the build, and the tag before which it stands. */
function toElement(name: string, file: Bundle[string]): readonly [element: string, before: string] {
  const text = (file.type === "chunk" ? file.code : String(file.source)).replaceAll("</script", "<\\/script");
  if (name.endsWith(".css")) return [`<style>${text}</style>`, "</head>"];
  if (name.endsWith(".js")) return [`<script type="module">${text}</script>`, "</body>"];
  return [`<script type="text/plain" id="licenses">\n${text}</script>`, "</body>"];
}

type Bundle = Parameters<Extract<Plugin["generateBundle"], (...args: never) => unknown>>[1];

/** Puts the script, the styles and the licenses of the page into its HTML. */
const inline: Plugin = {
  name: "inline",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      const page = bundle["run.html"];
      if (page?.type !== "asset") throw new Error("The build made no run.html.");
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        const [element, before] = toElement(name, file);
        const tag = new RegExp(`<(script|link)[^>]*"\\./${name}"[^>]*>(</script>)?`);
        page.source = String(page.source)
          .replace(tag, "")
          .replace(before, () => `${element}${before}`);
        delete bundle[name];
      }
    },
  },
};

/** Builds `run.html`: a page in one file, without its data. */
export default mergeConfig(config, {
  plugins: [inline],
  publicDir: false,
  build: {
    emptyOutDir: false,
    cssCodeSplit: false,
    assetsInlineLimit: () => true,
    modulePreload: false,
    rolldownOptions: { input: "run.html", output: { codeSplitting: false } },
  },
});
