import module from "node:module";

module.enableCompileCache?.(); // speeds up later launches; available since Node 22.8
// Node writes the cache when the program exits. A program that is killed would never write it.
setTimeout(() => module.flushCompileCache?.(), 1_000).unref();
const { main } = await import("./process.ts");
await main();
