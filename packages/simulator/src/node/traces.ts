import { AsyncLocalStorage } from "node:async_hooks";
import type { Explanation } from "@journey-kit/schemas/control";
import { toLoggedWorld } from "../api/middleware/report.ts";
import type { TracedRequest, Traces } from "../context/context.ts";
import { type InstanceRecord, instanceTime, settleAt } from "../engine/commands.ts";
import { type Instance, isFinal, type ModuleRun } from "../engine/instance.ts";
import { renderModule } from "../render/explanation.ts";
import { timeOf } from "../world/clock.ts";
import type { Millis } from "../world/time.ts";

/** What a span shows. An attribute whose value is undefined is omitted. */
export interface ShownSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | string[] | undefined>>;
  readonly isError: boolean;
}

/** How a module run is related to the requests about its instance. */
interface Relations<Span> {
  /** The request that started the run; undefined if a control call did. */
  readonly startedBy: Span | undefined;
  /** The request that found the run finished; undefined if a control call did. */
  readonly foundBy: Span | undefined;
  /** Whether the run begins a trace, because the clock of its instance is far from the system time. */
  readonly isApart: boolean;
}

/** Sends spans to a tracing system. `Span` is the span of a request. */
export interface SpanSink<Span> {
  /** Starts the span of a request, in the trace that its headers name. Reads a header by its lower-case name. */
  readonly start: (header: (name: string) => string | undefined) => Span;
  /** Ends the span of a request. */
  readonly end: (span: Span, shown: ShownSpan) => void;
  /** Adds the span of a module run. Its times are those of its instance. */
  readonly addRun: (shown: ShownSpan, from: Millis, to: Millis, relations: Relations<Span>) => void;
}

/** The request that started a run, and how far the clock of the instance was then ahead of the system time. */
interface Origin<Span> {
  readonly span: Span | undefined;
  readonly clockOffset: Millis;
}

/** If the clock of an instance is further from the system time, its runs begin a trace instead of stretching another. */
const maxOffset: Millis = 60_000;

/** Instances whose runs have not finished. If there are more, the oldest are forgotten. */
const maxOpen = 10_000;

/**
 * Creates traces. They report each module run once, when a request or a control call finds that it has finished, and only
 * if a request or a control call in this process started it. Spans contain no text from a caller that a log would not
 * contain.
 */
export function createSpanTraces<Span>(sink: SpanSink<Span>): Traces {
  const current = new AsyncLocalStorage<Span>();
  const openRuns = new Map<string, Map<string, Origin<Span>>>();

  const reportRun = (world: string, record: InstanceRecord, { run, isBroken }: Listed, origin: Origin<Span>): void => {
    const { span: startedBy, clockOffset } = origin;
    const rendered = renderModule(record.terms, run, isBroken ? "failed" : "finished");
    const relations = { startedBy, foundBy: current.getStore(), isApart: Math.abs(clockOffset) > maxOffset };
    sink.addRun(showRun(world, record, rendered, clockOffset), run.startedAt, run.finishesAt, relations);
  };

  /**
   * Reports the runs that have finished, and remembers the others. A run is new if it is not in `before`. Any other run
   * that nothing started belongs to the run at whose end it began, such as a retry.
   */
  const watchRuns = (world: string, record: InstanceRecord, now: Millis, system: Millis, before?: RunIds): void => {
    const settled = settleAt(record, now);
    const instance = keyOf(world, settled.instance.id);
    const open = openRuns.get(instance) ?? new Map<string, Origin<Span>>();
    const started = { span: current.getStore(), clockOffset: instanceTime(record, now) - system };
    const ended = new Map<Millis, Origin<Span>>();
    for (const listed of listRuns(settled.instance)) {
      const { run, hasEnded } = listed;
      const id = idOf(run);
      const origin = before?.has(id) === false ? started : (open.get(id) ?? ended.get(run.startedAt));
      if (origin === undefined) continue;
      if (!hasEnded) {
        open.set(id, origin);
        continue;
      }
      reportRun(world, settled, listed, origin);
      open.delete(id);
      ended.set(run.finishesAt, origin);
    }
    openRuns.delete(instance);
    if (open.size === 0 || isFinal(settled.instance)) return;
    openRuns.set(instance, open);
    const [oldest = ""] = openRuns.size > maxOpen ? openRuns.keys() : [];
    openRuns.delete(oldest);
  };

  return {
    traceRequest: async (header, next, describe) => {
      const span = sink.start(header);
      try {
        await current.run(span, next);
      } finally {
        sink.end(span, showRequest(describe()));
      }
    },
    watchStore: (store, system) => ({
      ...store,
      start: async (world, about, start) => {
        const result = await store.start(world, about, start);
        if (result.ok) watchRuns(world, result.value.record, about.now, system(), noRuns);
        return result;
      },
      update: async (world, id, now, prepare) => {
        let stored: InstanceRecord | undefined;
        const result = await store.update(world, id, now, (record, settings) => {
          stored = record;
          return prepare(record, settings);
        });
        if (result?.ok === true && stored !== undefined)
          watchRuns(world, result.value.record, now, system(), idsOf(settleAt(stored, now)));
        return result;
      },
      read: async (world, id) => {
        const record = await store.read(world, id);
        if (record === undefined || !openRuns.has(keyOf(world, id))) return record;
        const at = system();
        watchRuns(world, record, timeOf((await store.settings(world)).clock, at), at);
        return record;
      },
    }),
  };
}

const keyOf = (world: string, instanceId: string): string => `${instanceId} ${world}`;

type RunIds = ReadonlySet<string>;

const noRuns: RunIds = new Set();

const idOf = ({ segment, module, variant, attempt }: ModuleRun): string =>
  JSON.stringify([segment, module, variant, attempt]);

const idsOf = ({ instance }: InstanceRecord): RunIds => new Set(listRuns(instance).map(({ run }) => idOf(run)));

interface Listed {
  readonly run: ModuleRun;
  readonly hasEnded: boolean;
  /** Whether the module could not complete. */
  readonly isBroken: boolean;
}

/** Every run of an instance. Those that have ended come first, in the order in which they ended. */
function listRuns({ finished, progress }: Instance): readonly Listed[] {
  const latest = progress.phase === "paused" ? progress.before : progress;
  const broken = "broken" in latest && latest.broken !== undefined ? [latest.broken] : [];
  const running = latest.phase === "running" ? latest.runs : [];
  return [
    ...finished.map((run) => ({ run, hasEnded: true, isBroken: false })),
    ...broken.map((run) => ({ run, hasEnded: true, isBroken: true })),
    ...running.map((run) => ({ run, hasEnded: false, isBroken: false })),
  ];
}

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Shows a request by the semantic conventions for HTTP servers, and what decided its response. */
function showRequest(request: TracedRequest): ShownSpan {
  const { method, path, endpoint, status, basis } = request;
  const route = endpoint === undefined ? undefined : path;
  const isKnown = methods.includes(method);
  const isError = status >= 500;
  const ids = basis.split(", ").filter((id) => id !== "");
  return {
    name: [isKnown ? method : "HTTP", ...(route === undefined ? [] : [route])].join(" "),
    isError,
    attributes: {
      "http.request.method": isKnown ? method : "_OTHER",
      "http.response.status_code": status,
      "http.route": route,
      "url.path": path,
      "url.scheme": request.scheme,
      "error.type": isError ? `${status}` : undefined,
      "journey.endpoint": endpoint,
      "journey.request_id": request.id,
      "journey.world": request.world,
      "journey.instance": request.instanceId,
      "journey.rules": ids.filter((id) => !id.includes("=")),
      "journey.readings": ids.filter((id) => id.includes("=")),
      "journey.error": request.error,
      "journey.fault": request.fault,
      "journey.clock_offset_ms": request.clockOffset,
    },
  };
}

function showRun(
  world: string,
  { terms, instance }: InstanceRecord,
  run: Explanation["modules"][number],
  clockOffset: Millis,
): ShownSpan {
  const { decidedBy } = run;
  const rule = decidedBy.type === "scenario" ? decidedBy : undefined;
  const isError = run.state === "failed";
  return {
    name: `module ${run.module}`,
    isError,
    attributes: {
      "error.type": isError ? "module_failed" : undefined,
      "journey.world": toLoggedWorld(world),
      "journey.instance": instance.id,
      "journey.definition": `${terms.definition.id}@${terms.definition.version}`,
      "journey.segment": run.segment,
      "journey.module": run.module,
      "journey.variant": run.variant,
      "journey.attempt": run.attempt,
      "journey.outcome": isError ? undefined : run.outcome,
      "journey.classification": isError ? undefined : run.classification,
      "journey.decided_by": decidedBy.type,
      "journey.scenario": rule?.scenario,
      "journey.scenario_rule": rule && `${rule.rule}`,
      "journey.clock_offset_ms": clockOffset,
    },
  };
}
