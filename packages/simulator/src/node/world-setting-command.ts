import type { Exchange } from "@journey-kit/schemas/control";
import { readProfile } from "./choice.ts";
import { CommandError } from "./command-error.ts";
import { toWords } from "./fault-command.ts";
import { type Answered, onSimulator, type Verb } from "./remote.ts";
import { toTable } from "./table.ts";
import type { Style } from "./terminal.ts";
import type { UsageName } from "./usage.ts";

/** What is asked of the settings of a world and of its journal. */
export type SettingUsage = Extract<UsageName, "world profile" | "world use" | "world rate" | "world calls">;

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
  "world calls": onSimulator(async ({ ask, world }) => ask("listExchanges", { world: await world() }), toCalls),
};

function toReadings({ readings }: Answered<"readProfile">, style: Style): readonly string[] {
  return toTable(["GAP", "READING"], Object.entries(readings), style);
}

function toCalls({ exchanges }: Answered<"listExchanges">, style: Style): readonly string[] {
  if (exchanges.length === 0) return ["Nobody has called."];
  const notices = exchanges.flatMap(({ sequence, notices = [] }) => notices.map((notice) => `${sequence}: ${notice}`));
  return [
    ...toTable(["CALL", "AT", "ENDPOINT", "INSTANCE", "STATUS", "WHY"], exchanges.map(toRow), style),
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
