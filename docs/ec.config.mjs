import { defineEcConfig } from "@astrojs/starlight/expressive-code";

export default defineEcConfig({
  // Without horizontal scrolling, a code block does not need to take the focus.
  defaultProps: { wrap: true, preserveIndent: true, overridesByLang: { sh: { frame: "none" } } },
  plugins: [
    {
      name: "runnable-examples",
      hooks: {
        // A script of the page adds a button to these blocks.
        postprocessRenderedBlock: ({ codeBlock, renderData }) => {
          if (codeBlock.metaOptions.getBoolean("run")) renderData.blockAst.properties.dataRun = "";
        },
      },
    },
  ],
});
