import type { Exchange, WorldSummary } from "@journey-kit/schemas/control";
import { routeNames, routeOf } from "@journey-kit/schemas/routes";
import { type Answered, onSimulator, type Verb } from "./control-client.ts";
import { toWords } from "./fault.ts";
import type { UsageName } from "./flags.ts";
import { readProfile } from "./load-files.ts";
import { toTable } from "./table.ts";
import { CommandError, type Style } from "./terminal.ts";

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

/** What is asked of the settings of a world and of its journal. */
export type SettingUsage = Extract<UsageName, "world profile" | "world use" | "world rate" | "world requests">;

/** Shows and chooses how a world answers, and shows what it answered. */
export const settingVerbs: Readonly<Record<SettingUsage, Verb>> = {
  "world profile": onSimulator(async ({ ask, world }) => ask("readProfile", { world: await world() }), toReadings),
  "world use": onSimulator(async ({ ask, world }, { words: [profile] }) => {
    const readings = await readProfile(profile);
    return ask("changeProfile", { world: await world() }, { readings });
  }, toReadings),
  "world rate": onSimulator(
    async ({ ask, world }, { words: [calls = ""] }) => {
      if (!/^\d{1,6}$/.test(calls)) throw new CommandError(`"world rate" takes a whole number of calls.`, 2);
      return ask("changeRate", { world: await world() }, { callsPerMinute: Number(calls) });
    },
    ({ callsPerMinute }) => [`${callsPerMinute} starts and submits a minute, where gap rate-limit is read as limited`],
  ),
  "world requests": (line, terminal) => {
    const { deprecated, fail } = line.values;
    if (fail === true && deprecated !== true) throw new CommandError("--fail needs --deprecated.", 2);
    return (deprecated === true ? listDeprecatedRequests : listRequests)(line, terminal);
  },
};

const listRequests = onSimulator(async ({ ask, world }) => ask("listExchanges", { world: await world() }), toRequests);

/** Requests to one endpoint that has a replacement. */
interface DeprecatedRequests {
  readonly endpoint: string;
  readonly requests: number;
  readonly replacedBy: string;
}

const listDeprecatedRequests = onSimulator(
  async ({ ask, world }) => {
    // Coverage counts every request; the list of requests forgets the oldest.
    const { world: id, parts } = await ask("readCoverage", { world: await world() });
    const rows = parts.find(({ part }) => part === "endpoints")?.rows ?? [];
    const deprecated = rows.flatMap(({ id: endpoint, times }): DeprecatedRequests[] => {
      const name = routeNames.find((one) => one === endpoint);
      const replacedBy = name && routeOf(name).replacedBy;
      return times === 0 || replacedBy === undefined ? [] : [{ endpoint, requests: times, replacedBy }];
    });
    return { world: id, deprecated };
  },
  toDeprecatedTable,
  ({ deprecated }, { values }) => (values.fail === true && deprecated.length > 0 ? 1 : 0),
);

function toDeprecatedTable({ deprecated }: { readonly deprecated: readonly DeprecatedRequests[] }, style: Style) {
  if (deprecated.length === 0) return ["No deprecated requests."];
  const rows = deprecated.map(({ endpoint, requests, replacedBy }) => [endpoint, `${requests}`, replacedBy]);
  return toTable(["ENDPOINT", "REQUESTS", "REPLACED BY"], rows, style);
}

function toReadings({ readings }: Answered<"readProfile">, style: Style): readonly string[] {
  return toTable(["GAP", "READING"], Object.entries(readings), style);
}

function toRequests({ exchanges }: Answered<"listExchanges">, style: Style): readonly string[] {
  if (exchanges.length === 0) return ["No requests yet."];
  const notices = exchanges.flatMap(({ sequence, notices = [] }) => notices.map((notice) => `${sequence}: ${notice}`));
  return [
    ...toTable(["REQUEST", "AT", "ENDPOINT", "INSTANCE", "STATUS", "WHY"], exchanges.map(toRequestRow), style),
    ...(notices.length === 0 ? [] : ["", ...notices]),
  ];
}

function toRequestRow({
  sequence,
  at,
  endpoint,
  request,
  instanceId,
  response,
  refusal,
  fault,
}: Exchange): readonly string[] {
  const why = [
    ...(refusal === undefined ? [] : [refusal.kind]),
    ...(fault === undefined ? [] : [`${toWords(fault.action)} (${fault.rule})`]),
  ];
  const called = endpoint ?? `${request.method} ${request.path}`;
  return [`${sequence}`, at, called, instanceId ?? "", `${response.status}`, why.join("; ")];
}
