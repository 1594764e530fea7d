import type { Exchange } from "@journey-kit/schemas/control";
import { routeNames, routeOf } from "@journey-kit/schemas/routes";
import { readProfile } from "./choice.ts";
import { CommandError } from "./command-error.ts";
import { toWords } from "./fault-command.ts";
import { type Answered, onSimulator, type Verb } from "./remote.ts";
import { toTable } from "./table.ts";
import type { Style } from "./terminal.ts";
import type { UsageName } from "./usage.ts";

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
    ...toTable(["REQUEST", "AT", "ENDPOINT", "INSTANCE", "STATUS", "WHY"], exchanges.map(toRow), style),
    ...(notices.length === 0 ? [] : ["", ...notices]),
  ];
}

function toRow({ sequence, at, endpoint, request, instanceId, response, refusal, fault }: Exchange): readonly string[] {
  const why = [
    ...(refusal === undefined ? [] : [refusal.kind]),
    ...(fault === undefined ? [] : [`${toWords(fault.action)} (${fault.rule})`]),
  ];
  const called = endpoint ?? `${request.method} ${request.path}`;
  return [`${sequence}`, at, called, instanceId ?? "", `${response.status}`, why.join("; ")];
}
