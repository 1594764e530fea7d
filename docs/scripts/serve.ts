// Builds the documentation and serves it. With --built, serves the last build. Usage: npm run docs [-- --port N] [--built]
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { build, preview } from "astro";

const { values } = parseArgs({ options: { port: { type: "string", default: "4321" }, built: { type: "boolean" } } });
const root = dirname(import.meta.dirname);

if (values.built !== true) await build({ root, logLevel: "error" });
const { port } = await preview({ root, logLevel: "error", server: { port: Number(values.port) } });
console.log(`The documentation is at http://localhost:${port}`);
