import { mergeConfig, type Plugin } from "vite";
import config from "./vite.config.ts";

/** Puts the script and the styles of the page into its HTML. */
const inline: Plugin = {
  name: "inline",
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      const page = bundle["run.html"];
      if (page?.type !== "asset") throw new Error("The build made no run.html.");
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page || !/\.(js|css)$/.test(name)) continue;
        const tag = new RegExp(`<(script|link)[^>]*"\\./${name}"[^>]*>(</script>)?`);
        const [isScript, element] =
          file.type === "chunk"
            ? [true, `<script type="module">${file.code.replaceAll("</script", "<\\/script")}</script>`]
            : [false, `<style>${file.source}</style>`];
        const html = String(page.source);
        if (!tag.test(html)) throw new Error(`run.html does not load ${name}.`);
        const end = isScript ? "</body>" : "</head>";
        page.source = html.replace(tag, "").replace(end, () => `${element}${end}`);
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
    license: false,
    modulePreload: false,
    rolldownOptions: { input: "run.html", output: { codeSplitting: false } },
  },
});
