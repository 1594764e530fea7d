import { isBuiltin } from "node:module";
import type { Plugin } from "rolldown";

/**
 * Reads only those exports of Node's modules that the program uses. An `import` of `node:util` or `node:fs` reads every
 * export, also those that load more of Node when they are read, which takes a tenth of a start.
 */
export const builtIns: Plugin = {
  name: "built-ins",
  resolveId: (path, importer = "", { kind }) => {
    // An ES module has no `require`, so CommonJS packages get the whole module in another way.
    if (kind === "require-call") return isBuiltin(path) ? `${required}${path}` : undefined;
    if (!path.startsWith("node:")) return undefined;
    // commander needs it only for commands in other files, of which the program has none.
    const isOnDemand = path === "node:child_process" && importer.includes("commander");
    return `${isOnDemand ? onDemand : builtIn}${path}`;
  },
  load: (id) => {
    const moduleOf = (prefix: string) => `process.getBuiltinModule(${JSON.stringify(id.slice(prefix.length))})`;
    if (id.startsWith(required)) return `module.exports = ${moduleOf(required)};`;
    if (id.startsWith(onDemand)) {
      return `export default new Proxy({}, { get: (_, name) => ${moduleOf(onDemand)}[name] });`;
    }
    if (!id.startsWith(builtIn)) return undefined;
    const names = Object.keys(process.getBuiltinModule(id.slice(builtIn.length)) ?? {}).filter(
      (name) => /^\w+$/.test(name) && name !== "default",
    );
    return [
      `const $module = ${moduleOf(builtIn)};`,
      "const $read = (name) => $module[name];",
      "export default $module;",
      ...names.map((name) => `export const ${name} = /* @__PURE__ */ $read("${name}");`), // unused ones are dropped
    ].join("\n");
  },
};

/** Prefixes of the ids of the modules that this plugin writes. Rolldown and other plugins ignore ids that start with `\0`. */
const [required, onDemand, builtIn] = ["\0required:", "\0on-demand:", "\0built-in:"];
