import module from "node:module";

module.enableCompileCache?.(); // speeds up later starts; since Node 22.8
await import("./process.ts");
