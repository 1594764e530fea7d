import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

/**
 * Reads only those exports of Node's modules that the program uses. An `import` of `node:util` or `node:fs` reads every
 * export, also those that load more of Node when they are read, which takes a tenth of a start.
 */
export const builtIns: Plugin = {
  name: "built-ins",
  setup(build) {
    // commander needs it only for commands in other files, of which the program has none.
    build.onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes("commander") ? { path, namespace: "on-demand" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "on-demand" }, ({ path }) => ({
      contents: `export default new Proxy({}, { get: (_, name) => process.getBuiltinModule(${JSON.stringify(path)})[name] });`,
    }));
    // An ES module has no `require`, so CommonJS packages get the whole module in another way.
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === "require-call" && isBuiltin(path) ? { path, namespace: "required" } : undefined,
    );
    build.onLoad({ filter: /^/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
    }));
    build.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: "built-in" }));
    build.onLoad({ filter: /^/, namespace: "built-in" }, ({ path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(
        (name) => /^\w+$/.test(name) && name !== "default",
      );
      return {
        contents: [
          `const $module = process.getBuiltinModule(${JSON.stringify(path)});`,
          "const $read = (name) => $module[name];",
          "export default $module;",
          ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read("${name}");`), // unused ones are dropped
        ].join("\n"),
      };
    });
  },
};
