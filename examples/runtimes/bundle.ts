// Bundles the programs of `browser/` with Vite and with esbuild, and writes a page for each bundle. Prints the gzipped
// bytes of the client.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build as buildWithEsbuild } from "esbuild";
import { build as buildWithVite } from "vite";

const entryPoints = globSync("browser/*.ts");
const names = entryPoints.map((entry) => basename(entry, ".ts"));

await buildWithEsbuild({ entryPoints, outdir: "bundles/esbuild", bundle: true, minify: true, format: "esm" });
for (const input of entryPoints) {
  await buildWithVite({
    base: "./",
    logLevel: "warn",
    build: {
      outDir: "bundles/vite",
      emptyOutDir: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input, output: { entryFileNames: "[name].js" } },
    },
  });
}
for (const bundler of ["esbuild", "vite"]) {
  for (const name of names) {
    const page = `<!doctype html><link rel="icon" href="data:,"><script type="module" src="./${name}.js"></script>\n`;
    writeFileSync(join("bundles", bundler, `${name}.html`), page);
  }
  console.log(gzipSync(readFileSync(join("bundles", bundler, "client.js"))).length);
}
const links = names.map((name) => `<a href="vite/${name}.html">${name}</a>`);
writeFileSync(join("bundles", "index.html"), `<!doctype html>${links.join(" ")}\n`);
