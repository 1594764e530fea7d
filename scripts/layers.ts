/** What some files of a package must not import or use. */
interface Layer {
  /** Files that the row leaves out, besides tests. */
  readonly except?: readonly string[];
  /** Imports that are refused. Default: everything outside the row's own folder. */
  readonly forbid?: readonly string[];
  /** The imports that are allowed although `forbid` matches them. */
  readonly allow?: readonly string[];
  /** The linter's message. */
  readonly reason: string;
}

/** The linter's message by the name of a global that some files must not use. */
interface Globals extends Pick<Layer, "except"> {
  readonly globals: Readonly<Record<string, string>>;
}

const schemas = ["@journey-kit/schemas", "@journey-kit/schemas/**"];
const simulator = ["@journey-kit/simulator", "@journey-kit/simulator/**"];
const pure = ["../world/**", "../engine/**", "../render/**"];
const belowContext = [...schemas, ...pure, "../journeys/**", "../store/**", "../journal/**"];
const belowCall = [...schemas, "../types/**", "../errors.ts", "../recover/**"];
const client = [...belowCall, "../call/**", "../client.ts"];
const outsideKit = ["node:*", ...simulator, "../**"];
const importers = ["service/start-simulator.ts", "service/proxy.ts", "traffic/shadow.ts"];
const trafficOnNode = ["traffic/body-copy.ts", "traffic/proxy.ts"];
const views = "home instances instance walk requests scenarios faults profile coverage compare reference".split(" ");
const below = (...folders: readonly string[]) => folders.map((folder) => `**/${folder}/**`);

/** Rows by package and files. If several rows about imports match a file, only the last one applies. */
const layers: Readonly<Record<string, Readonly<Record<string, Layer | Globals>>>> = {
  "packages/simulator/src": {
    "world/**": { allow: [...schemas, "zod"], reason: "The world imports zod and @journey-kit/schemas." },
    "{database,engine}/**": {
      allow: [...schemas, "zod", "../world/**"],
      reason: "The database and the engine import the world, zod and @journey-kit/schemas.",
    },
    "render/**": {
      allow: [...schemas, "../world/**", "../engine/**"],
      reason: "Render imports the engine, the world and @journey-kit/schemas.",
    },
    "journeys/**": {
      allow: [...schemas, "zod", ...pure],
      reason: "Journeys import render and what lies below it.",
    },
    "store/**": {
      allow: [...schemas, "@noble/hashes/**", "../database/**", ...pure],
      reason: "A store imports the database, render, what lies below it, and hashes.",
    },
    "journal/**": {
      allow: [...schemas, "zod", "../database/**", ...pure],
      reason: "The journal imports the database, render and what lies below it.",
    },
    "context/**": {
      allow: [...belowContext, "@noble/hashes/**", "../database/**"],
      reason: "The context imports stores, journeys, the journal and what lies below them.",
    },
    "instances/**": {
      allow: [...belowContext, "../context/**"],
      reason: "Instances import the context and what lies below it; HTTP belongs in api/.",
    },
    "control/**": {
      allow: [...belowContext, "zod", "../context/**", "../instances/**"],
      reason: "Control imports instances and what lies below them; HTTP belongs in api/.",
    },
    "api/**": {
      forbid: ["node:*", "@hono/**", "**/node/**", "**/simulator.ts", "**/service.ts", "**/index.ts"],
      reason: "The API runs wherever fetch runs; Node belongs in node/.",
    },
    "*.ts": {
      forbid: ["node:*", "hono", "hono/**", "@hono/**", "./node/**"],
      reason: "The package index runs wherever fetch runs: Hono belongs in api/, Node in node/.",
    },
    "{world,engine,render}/**": {
      except: ["world/time.ts"],
      globals: {
        Date: "Time arrives in the command, as Millis; only world/time.ts turns it into text.",
        globalThis: "A pure layer names what it needs.",
      },
    },
  },
  "packages/schemas/src": {
    "**": { forbid: ["node:*"], reason: "The schemas run on every platform." },
    "tables/**": {
      reason: "The tables are plain data and import only each other, so that small bundles can use them.",
    },
    "wire/**": {
      allow: ["zod", "../meta.ts", "../../meta.ts", "../schema-for.ts", "../tables/**", "../../tables/**"],
      reason: "The wire schemas import the tables and zod.",
    },
    "control/**": {
      allow: ["zod", "../endpoints.ts", "../meta.ts", "../tables/**", "../wire/**"],
      reason: "The control schemas import the endpoints, the wire schemas, the tables and zod.",
    },
    "personal/**": {
      allow: ["../control/**", "../tables/**"],
      reason: "What is personal follows from the tables; the start screen must not load Zod.",
    },
    "emit/**": { forbid: ["node:*", "../report/**"], reason: "Emit imports the schemas and the tables." },
    "report/**": {
      allow: ["../control/**", "../wire/**", "../tables/**"],
      reason: "Reports import the schemas and the tables.",
    },
  },
  "packages/client/src": {
    "errors.ts": { allow: schemas, reason: "Errors import only @journey-kit/schemas." },
    "types/**": { allow: schemas, reason: "Types import only @journey-kit/schemas." },
    "recover/**": {
      allow: schemas,
      reason: "Pure functions decide what happened to a lost call; HTTP belongs in call/.",
    },
    "call/**": {
      allow: belowCall,
      reason: "A call imports errors, recover and types; waits and runs are built on it.",
    },
    "wait/**": { allow: client, reason: "A wait imports the client; runs are built on it." },
    "run/**": { allow: [...client, "../wait/**"], reason: "A run imports the client and waits." },
    "migrate/**": {
      allow: [...schemas, "../types/**"],
      reason: "A conversion is a pure function of a body; it imports types.",
    },
  },
  "packages/contract-tests/src": {
    "**": {
      except: ["program.ts", "run-writer.ts", "pact/**", ...trafficOnNode, ...importers],
      forbid: ["node:*", ...simulator],
      reason: `The kit runs wherever fetch runs, so Node belongs in program.ts, run-writer.ts, ${trafficOnNode.join(", ")} and pact/; only ${importers.join(", ")} import the simulator.`,
    },
    "service/**": {
      except: importers,
      forbid: outsideKit,
      reason: "The service folder imports nothing else of the kit.",
    },
    "arbitraries/**": { forbid: outsideKit, allow: ["../service/**"], reason: "Generated data imports the target." },
    "server/cases/**": { forbid: outsideKit, allow: ["../../service/**"], reason: "Cases import the target." },
    "server/model/**": {
      forbid: outsideKit,
      allow: ["../../service/**", "../../arbitraries/**"],
      reason: "The model imports the target and generated data.",
    },
    "server/calibrate/**": {
      forbid: outsideKit,
      allow: ["../../service/**", "../cases/**"],
      reason: "Calibration imports the target and the cases.",
    },
    "client/**": {
      forbid: outsideKit,
      allow: ["../service/**", "../arbitraries/**"],
      reason: "The client folder imports the target and generated data.",
    },
    "pact/**": {
      forbid: simulator,
      reason: "Pacts are files, so they need Node; they reach the simulator by address.",
    },
  },
  "packages/cli/src": {
    "terminal/**": { forbid: ["../**"], reason: "The terminal imports no command." },
    "simulator/**": {
      forbid: ["../**"],
      allow: ["../terminal/**", "../worlds/share.ts", "../mcp/http.ts"],
      reason:
        "The commands that run a simulator import the terminal, the tools that it serves, and what writes its worlds.",
    },
    "worlds/**": {
      forbid: ["../**"],
      allow: ["../terminal/**", "../simulator/**"],
      reason: "The commands that call a simulator import the terminal and what creates a simulator.",
    },
    "{client,server}/**": {
      forbid: ["../**"],
      allow: ["../terminal/**", "../worlds/**"],
      reason: "The checks import the terminal and what reaches a simulator.",
    },
    "mcp/**": {
      forbid: ["../**"],
      allow: ["../terminal/**", "../worlds/**", "../client/**"],
      reason: "The tools import the terminal, the checks of a client and what calls a simulator.",
    },
    "traffic/**": {
      forbid: ["../**"],
      allow: ["../terminal/**", "../simulator/load-files.ts"],
      reason: "The commands about traffic import the terminal and what reads journeys.",
    },
  },
  "apps/playground/src": {
    "text/**": { allow: schemas, reason: "The words of the page are pure functions of the tables." },
    "commands/**": { allow: ["react", "../store.ts"], reason: "Commands know nothing of what they run." },
    "api/**": {
      forbid: below("commands", "ui", "drafts", "layout", "dialogs", "views"),
      reason: "The API shows nothing: it imports text only.",
    },
    "ui/**": {
      forbid: below("drafts", "layout", "dialogs", "views"),
      reason: "Components import text, commands and the API.",
    },
    "drafts/**": {
      forbid: below("layout", "dialogs", "views"),
      reason: "Drafts import parts of ui/ and what lies below them.",
    },
    "layout/**": {
      forbid: below("drafts", "dialogs", "views"),
      reason: "The frame of the page imports components and what lies below them.",
    },
    "dialogs/**": { forbid: below("views"), reason: "Any view can open a dialog, so dialogs import no view." },
    "views/**": {
      except: ["views/walk/**"],
      forbid: below(...views),
      reason: "Only the walk imports another view; what two views need belongs in ui/.",
    },
  },
};

/** The file with the overrides, which `biome.json` extends. */
export const layersFile = new URL("layers.jsonc", import.meta.url);

function renderRule(files: string, row: Layer | Globals): object {
  if ("globals" in row) return { noRestrictedGlobals: { level: "error", options: { deniedGlobals: row.globals } } };
  const { forbid = files.endsWith("/**") ? ["**", "!./**"] : ["**"], allow = [], reason } = row;
  const group = [...forbid, ...allow.map((pattern) => `!${pattern}`)];
  return { noRestrictedImports: { level: "error", options: { patterns: [{ group, message: reason }] } } };
}

function renderOverride(folder: string, files: string, row: Layer | Globals): string {
  const excluded = (row.except ?? []).map((pattern) => `!${folder}/${pattern}`);
  const includes = [`${folder}/${files}`, ...excluded, "!**/*.test.ts"];
  return JSON.stringify({ includes, linter: { rules: { style: renderRule(files, row) } } });
}

/** The text of {@link layersFile}, one line per row. */
export function renderLayers(): string {
  const overrides = Object.entries(layers).flatMap(([folder, rows]) =>
    Object.entries(rows).map(([files, row]) => renderOverride(folder, files, row)),
  );
  return `// biome-ignore-all format: \`pnpm emit\` writes this file from layers.ts.
{ "overrides": [
${overrides.join(",\n")}
] }
`;
}
