import type { ClockState, Exchange, WorldSummary } from "@journey-kit/schemas/control";
import { toTable } from "@journey-kit/schemas/report";
import { routeNames, routeOf } from "@journey-kit/schemas/routes";
import { toCoverageText, toJunit } from "../../journal/export.ts";
import type { Control, ControlResponse } from "./control-client.ts";
import { readDistance } from "./duration.ts";
import { toWords } from "./fault.ts";
import { readProfile, writeText } from "./load-files.ts";
import { CommandError, type Style } from "./terminal.ts";

const toWorlds = ({ worlds }: ControlResponse<"listWorlds">, style: Style): readonly string[] =>
  toTable(
    ["WORLD", "INSTANCES", "EPOCH", "CLOCK", "NOW"],
    worlds.map(({ world, instances, epoch, clock }) => [world, `${instances}`, `${epoch}`, clock.mode, clock.now]),
    style,
  );

const toWorld = (summary: WorldSummary, style: Style): readonly string[] => toWorlds({ worlds: [summary] }, style);

/** Lists the worlds that exist. */
export const listWorlds = async (control: Control): Promise<void> =>
  control.print(await control.ask("listWorlds"), (list, style) =>
    list.worlds.length === 0 ? ["No client has sent a request yet."] : toWorlds(list, style),
  );

/** Shows the clock of a world and its number of instances. */
export const showWorld = async (control: Control): Promise<void> =>
  control.print(await control.ask("readWorld", { world: await control.world() }), toWorld);

const toClock = ({ mode, now }: ClockState): readonly string[] => [`${mode}  ${now}`];

/** Shows the clock of a world. */
export const showClock = async (control: Control): Promise<void> =>
  control.print(await control.ask("readClock", { world: await control.world() }), toClock);

/** Moves the clock of a world forward. */
export async function advanceClock(control: Control, distance: string): Promise<void> {
  const by = readDistance(distance, "clock advance", true);
  control.print(await control.ask("advanceClock", { world: await control.worldToChange() }, by), toClock);
}

/** Changes how the clock of a world runs. */
export const changeClock = async (control: Control, mode: ClockState["mode"]): Promise<void> =>
  control.print(await control.ask("changeClock", { world: await control.worldToChange() }, { mode }), toClock);

/** Lists the instances of a world and their phases. */
export const listInstances = async (control: Control): Promise<void> =>
  control.print(await control.ask("listInstances", { world: await control.world() }), ({ instances }, style) =>
    instances.length === 0
      ? ["No instance has started."]
      : toTable(
          ["INSTANCE", "JOURNEY", "GENERATION", "PHASE"],
          instances.map(({ instanceId, journey, generation, phase }) => [instanceId, journey, generation, phase]),
          style,
        ),
  );

/** Resets a world: removes its instances and revokes its tokens. */
export const resetWorld = async (control: Control): Promise<void> =>
  control.print(await control.ask("resetWorld", { world: await control.world() }), toWorld);

/** Stores the state of a world and shows the id of the checkpoint. */
export const saveCheckpoint = async (control: Control): Promise<void> =>
  control.print(
    await control.ask("saveCheckpoint", { world: await control.world() }, {}),
    ({ checkpoint, instances }, style) => toTable(["CHECKPOINT", "INSTANCES"], [[checkpoint, `${instances}`]], style),
  );

/** Returns a world to a checkpoint. */
export async function restoreCheckpoint(control: Control, checkpoint: string): Promise<void> {
  control.print(await control.ask("restoreCheckpoint", { world: await control.world(), checkpoint }, {}), toWorld);
}

/** Copies a checkpoint to another client id. */
export async function forkCheckpoint(control: Control, checkpoint: string, as: string): Promise<void> {
  control.print(await control.ask("forkCheckpoint", { world: await control.world(), checkpoint }, { as }), toWorld);
}

const toReadings = ({ readings }: ControlResponse<"readProfile">, style: Style): readonly string[] =>
  toTable(["GAP", "READING"], Object.entries(readings), style);

/** Shows the readings of a world. */
export const showProfile = async (control: Control): Promise<void> =>
  control.print(await control.ask("readProfile", { world: await control.world() }), toReadings);

/** Sets the readings of a world. */
export async function setProfile(control: Control, profile: string): Promise<void> {
  const readings = await readProfile(profile);
  control.print(await control.ask("changeProfile", { world: await control.worldToChange() }, { readings }), toReadings);
}

/** Limits how many starts and submits a world accepts in a minute. Gap `rate-limit`. */
export async function setRate(control: Control, callsPerMinute: number): Promise<void> {
  const rate = await control.ask("changeRate", { world: await control.worldToChange() }, { callsPerMinute });
  control.print(rate, () => [
    `${rate.callsPerMinute} starts and submits per minute, if the reading of gap rate-limit is "limited"`,
  ]);
}

/**
 * Shows the latest requests of a world and their results, or with `deprecated` how many went to a deprecated endpoint.
 *
 * @throws {CommandError} If `fail` comes without `deprecated`.
 */
export async function showRequests(
  control: Control,
  { deprecated, fail }: { readonly deprecated?: true | undefined; readonly fail?: true | undefined },
): Promise<number> {
  if (deprecated === true) return countDeprecated(control, fail === true);
  if (fail === true) throw new CommandError("--fail needs --deprecated.", 2);
  control.print(await control.ask("listRequests", { world: await control.world() }), toRequests);
  return 0;
}

function toRequests({ requests }: ControlResponse<"listRequests">, style: Style): readonly string[] {
  if (requests.length === 0) return ["No requests yet."];
  const notices = requests.flatMap(({ sequence, notices = [] }) => notices.map((notice) => `${sequence}: ${notice}`));
  return [
    ...toTable(["REQUEST", "AT", "ENDPOINT", "INSTANCE", "STATUS", "REASON"], requests.map(toRequestRow), style),
    ...(notices.length === 0 ? [] : ["", ...notices]),
  ];
}

function toRequestRow(exchange: Exchange): readonly string[] {
  const { sequence, at, endpoint, request, instanceId, response, refusal, fault } = exchange;
  const reasons = [
    ...(refusal === undefined ? [] : [refusal.kind]),
    ...(fault === undefined ? [] : [`${toWords(fault.action)} (${fault.rule})`]),
  ];
  const target = endpoint ?? `${request.method} ${request.path}`;
  return [`${sequence}`, at, target, instanceId ?? "", `${response.status}`, reasons.join("; ")];
}

/** With `fail`, the exit code is 1 if there are deprecated requests. Spec 4.3, 9. */
async function countDeprecated(control: Control, fail: boolean): Promise<number> {
  // Coverage counts every request; the journal drops the oldest.
  const { world, parts } = await control.ask("readCoverage", { world: await control.world() });
  const rows = parts.find(({ part }) => part === "endpoints")?.rows ?? [];
  const deprecated = rows.flatMap(({ id: endpoint, times }) => {
    const name = routeNames.find((one) => one === endpoint);
    const replacedBy = name && routeOf(name).replacedBy;
    return times === 0 || replacedBy === undefined ? [] : [{ endpoint, requests: times, replacedBy }];
  });
  control.print({ world, deprecated }, (_, style) =>
    deprecated.length === 0
      ? ["No deprecated requests."]
      : toTable(
          ["ENDPOINT", "REQUESTS", "REPLACED BY"],
          deprecated.map(({ endpoint, requests, replacedBy }) => [endpoint, `${requests}`, replacedBy]),
          style,
        ),
  );
  return fail && deprecated.length > 0 ? 1 : 0;
}

/** Shows the coverage of a world's requests. The exit code is 1 below `min` percent. */
export async function showCoverage(
  control: Control,
  { min, junit }: { readonly min?: number | undefined; readonly junit?: string | undefined },
): Promise<number> {
  const query = min === undefined ? {} : { min: `${min}` };
  const coverage = await control.ask("readCoverage", { world: await control.world() }, undefined, query);
  if (junit !== undefined) await writeText(junit, toJunit(coverage));
  control.print(coverage, (body) => [toCoverageText(body).trimEnd()]);
  return coverage.reached ? 0 : 1;
}
