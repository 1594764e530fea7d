import { createSimulatorControl } from "@journey-kit/client/control";
import type { Exchange, Explanation, World } from "@journey-kit/schemas/control";
import { moduleNames, moduleOf } from "@journey-kit/schemas/modules";
import { presets, type Readings } from "@journey-kit/schemas/profile";
import type { SimulatorAddress } from "../target/world.ts";
import { memberOf } from "./member.ts";
import { type Findings, type ModuleRun, type State, states } from "./state.ts";

/** A world whose run cannot be told as a pact. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** What happened to one instance of a world. */
export interface RecordedInstance {
  readonly instanceId: string;
  /** Calls about it, oldest first. */
  readonly exchanges: readonly Exchange[];
  /** What a world must be like for the same to happen again. */
  readonly setup: readonly State[];
  /** Whether fetching moves its time. */
  readonly isAuto: boolean;
}

/**
 * Reads what happened in a world, an instance at a time.
 *
 * @throws {RecordingError} When nothing happened, when the journal no longer has all of it, or when a tester had a hand
 *   in an instance: what she did is no call of the service.
 */
export async function readRecording(simulator: SimulatorAddress, world: string): Promise<readonly RecordedInstance[]> {
  const { baseUrl, fetch, controlToken } = simulator;
  const control = createSimulatorControl({
    baseUrl,
    ...(fetch !== undefined && { fetch }),
    ...(controlToken !== undefined && { token: controlToken }),
  }).world(world);
  const exchanges = await readExchanges(control, world);
  const isAuto = (await control.clock.read()).mode === "auto";
  const { readings } = await control.profile.read();
  const clock = isAuto ? [states.clock({ mode: "auto" })] : [];
  const ids = [...new Set(exchanges.flatMap(({ instanceId }) => instanceId ?? []))];
  if (ids.length === 0) throw new RecordingError(`No instance was called about in the world "${world}".`);
  const explained = await Promise.all(ids.map((instanceId) => control.instance(instanceId).explain()));
  return explained.map((explanation) => {
    const { instanceId } = explanation;
    const own = exchanges.filter((exchange) => exchange.instanceId === instanceId);
    checkTester(explanation, isAuto || own.some(isSynchronous));
    return {
      instanceId,
      exchanges: own,
      setup: [
        ...toReadings({ ...readings, ...explanation.readings }),
        ...clock,
        states.findings(toFindings(explanation)),
      ],
      isAuto,
    };
  });
}

const page = 1_000;

async function readExchanges(control: World, world: string): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (let after = 0; ; ) {
    const { requests, next, dropped } = await control.requests.list({ after: `${after}`, limit: `${page}` });
    if (dropped > 0) {
      throw new RecordingError(
        `The journal of "${world}" has lost its first ${dropped} calls; reset it and run again.`,
      );
    }
    all.push(...requests);
    if (requests.length < page) return all;
    after = next;
  }
}

/** Readings other than those that hold where nothing is said. */
function toReadings(readings: Readonly<Record<string, string>>): readonly State[] {
  const usual: Readonly<Record<string, string>> = presets.specified;
  const own = Object.entries(readings).filter(([gap, reading]) => usual[gap] !== reading);
  return own.length === 0 ? [] : [states.readings(Object.fromEntries(own) as Readings)]; // as the simulator names them
}

/** Whether a call starts a v1 instance and waits for it. Spec 4.3. */
const isSynchronous = ({ endpoint, request }: Exchange): boolean =>
  endpoint === "v1.startJourney" && memberOf(request.body, "context", "config", "async") !== true;

/** Refuses an instance that a tester changed. If calls move the instance forward, `advance` and `finish` are theirs. */
function checkTester({ instanceId, timeline }: Explanation, isMovedOn: boolean): void {
  const own = isMovedOn ? /^(start|submit|update|advance|finish)\b/ : /^(start|submit|update)\b/;
  const act = timeline.find(({ kind, what }) => kind === "command" && !own.test(what));
  if (act !== undefined) throw new RecordingError(`A tester had a hand in ${instanceId}: ${act.what} at ${act.at}.`);
}

/** What the modules of an instance found and how long they took; one that broke does so after its usual time. */
function toFindings({ modules, timeline }: Explanation): Findings {
  const findings: { [module: string]: ModuleRun[] } = {};
  const add = (module: string, run: ModuleRun) => {
    findings[module] = [...(findings[module] ?? []), run];
  };
  for (const { module, outcome: name, classification, retry, startedAt, finishesAt } of modules) {
    const outcome = isOwn(module, name) ? { name, classification } : name;
    const latency = finishesAt === undefined ? {} : { latency: Date.parse(finishesAt) - Date.parse(startedAt) };
    add(module, { outcome, ...latency, ...(retry !== undefined && { retry }) });
  }
  for (const { kind, what } of timeline) {
    const [, broken] = /^(.+) could not complete\.$/.exec(what) ?? [];
    if (kind === "failed" && broken !== undefined) add(broken, { ends: "fail" });
  }
  return findings;
}

/** Whether an outcome is custom: set by a scenario, and not among those of a module of the specification. */
const isOwn = (module: string, outcome: string): boolean =>
  (moduleNames as readonly string[]).includes(module) &&
  !moduleOf(module).outcomes.some(({ name }) => name === outcome);
