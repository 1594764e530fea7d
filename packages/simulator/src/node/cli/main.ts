import module from "node:module";

module.enableCompileCache?.(); // a second start need not compile the program again; Node has it since 22.8
await import("./process.ts");
