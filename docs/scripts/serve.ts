// Builds the documentation into `docs/dist` and serves it. Usage: npm run docs [-- --port N]
// DOCS_BASE=/path/ builds it for a path of a server.
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { build, preview } from "astro";

const { values } = parseArgs({ options: { port: { type: "string", default: "4321" } } });
const root = dirname(import.meta.dirname);

await build({ root, logLevel: "error" });
const { port } = await preview({ root, logLevel: "error", server: { port: Number(values.port) } });
console.log(`The documentation is at http://localhost:${port}${process.env.DOCS_BASE ?? ""}`);
