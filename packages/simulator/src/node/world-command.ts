import type { WorldSummary } from "@journey-kit/schemas/control";
import { type Answered, onSimulator, type Verb } from "./remote.ts";
import { toTable } from "./table.ts";
import type { UsageName } from "./usage.ts";
import type { SettingUsage } from "./world-setting-command.ts";

type WorldUsage = Exclude<Extract<UsageName, `world ${string}`>, SettingUsage>;

/** Looks at worlds, takes them back, keeps and forks their state. */
export const worldVerbs: Readonly<Record<WorldUsage, Verb>> = {
  "world list": onSimulator(
    ({ ask }) => ask("listWorlds"),
    ({ worlds }, style) =>
      worlds.length === 0 ? ["No client has called yet."] : toTable(worldHead, worlds.map(toRow), style),
  ),
  "world show": onSimulator(
    async ({ ask, world }) => ask("readWorld", { world: await world() }),
    (summary, style) => toTable(worldHead, [toRow(summary)], style),
  ),
  "world instances": onSimulator(
    async ({ ask, world }) => ask("listInstances", { world: await world() }),
    ({ instances }, style) =>
      instances.length === 0 ? ["No instance has started."] : toInstances({ instances }, style),
  ),
  "world reset": onSimulator(
    async ({ ask, world }) => ask("resetWorld", { world: await world() }),
    (summary, style) => toTable(worldHead, [toRow(summary)], style),
  ),
  "world checkpoint": onSimulator(
    async ({ ask, world }) => ask("saveCheckpoint", { world: await world() }, {}),
    ({ checkpoint, instances }, style) =>
      toTable(["CHECKPOINT", "INSTANCES"], [[checkpoint, String(instances)]], style),
  ),
  "world restore": onSimulator(
    async ({ ask, world }, { words: [checkpoint = ""] }) =>
      ask("restoreCheckpoint", { world: await world(), checkpoint }, {}),
    (summary, style) => toTable(worldHead, [toRow(summary)], style),
  ),
  "world fork": onSimulator(
    async ({ ask, world }, { words: [checkpoint = "", as = ""] }) =>
      ask("forkCheckpoint", { world: await world(), checkpoint }, { as }),
    (summary, style) => toTable(worldHead, [toRow(summary)], style),
  ),
};

const worldHead = ["WORLD", "INSTANCES", "EPOCH", "CLOCK", "NOW"];

const toRow = ({ world, instances, epoch, clock }: WorldSummary): readonly string[] => [
  world,
  String(instances),
  String(epoch),
  clock.mode,
  clock.now,
];

const toInstances = ({ instances }: Answered<"listInstances">, style: Parameters<typeof toTable>[2]) =>
  toTable(
    ["INSTANCE", "JOURNEY", "GENERATION", "PHASE"],
    instances.map(({ instanceId, journey, generation, phase }) => [instanceId, journey, generation, phase]),
    style,
  );
