import type { Decider, LatencySource, LoggedCommand, TimelineEvent, Wait } from "../control/instance.ts";

/** Describes what an instance is waiting for, in words. What follows a pause begins with `then`. */
export function describeWaits(waits: readonly Wait[]): readonly string[] {
  const isPaused = waits[0]?.type === "resume";
  return waits.map((wait, i) => (isPaused && i > 0 ? `then ${describeWait(wait)}` : describeWait(wait)));
}

function describeWait(wait: Wait): string {
  switch (wait.type) {
    case "module":
      return `module ${wait.module}, attempt ${wait.attempt}, to ${wait.ends} at ${wait.finishesAt}: it takes ${wait.takes} ms (${describeLatency(wait.latency)})`;
    case "endless-module":
      return `module ${wait.module}, attempt ${wait.attempt}, which never finishes (${describeDecider(wait.decidedBy)})`;
    case "data":
      return `data for ${wait.kind} ${wait.taskId === undefined ? wait.id : `${wait.taskId} (${wait.id})`}: ${wait.missing.join(", ")}`;
    case "submit":
      return `one submit to interaction ${wait.id}, which has no required elements (gap ${wait.gap})`;
    case "complete":
      return `intent Complete for task ${wait.taskId} (${wait.id})`;
    case "review":
      return `a review, because the outcome is refer and gap ${wait.gap} is no`;
    case "resume":
      return "a tester to resume it";
  }
}

function describeLatency(latency: LatencySource): string {
  switch (latency.type) {
    case "scenario":
      return describeRule(latency);
    case "simulator":
      return "latency set for this simulator";
    case "journey":
      return "latency set in this journey";
    case "default":
      return `default latency of ${latency.ms} ms`;
  }
}

/** Names what decided the outcome of a module: `a tester`, `rule 1 of scenario slow`. */
export function describeDecider(decider: Decider): string {
  switch (decider.type) {
    case "tester":
      return "a tester";
    case "scenario":
      return describeRule(decider);
    case "module": {
      const { changedBy } = decider;
      return changedBy === undefined
        ? "the module"
        : `the module (${changedBy.sets.join(" and ")} by ${describeRule(changedBy)})`;
    }
  }
}

const describeRule = ({ scenario, rule }: { readonly scenario: string; readonly rule: number | "otherwise" }): string =>
  `${rule === "otherwise" ? "the otherwise clause" : `rule ${rule}`} of scenario ${scenario}`;

/** Describes an event of an instance without its time: `Liveness: Success`. */
export function describeEvent(event: TimelineEvent): string {
  switch (event.kind) {
    case "command":
      return describeCommand(event.command);
    case "module-started":
      return `${event.module}, attempt ${event.attempt}`;
    case "module-finished":
      return `${event.module}: ${event.outcome}`;
    case "evaluated":
      return event.outcome;
    case "failed":
      return event.cause;
  }
}

/** Describes a command: `submit of Selfie`. */
export function describeCommand(command: LoggedCommand): string {
  switch (command.type) {
    case "start":
      return `start (delivery: ${command.delivery})`;
    case "submit":
      return `submit of ${command.elements.join(", ")}`;
    case "update":
      return `update of task ${command.taskId}`;
    case "resolve":
      return `resolve ${command.module} as ${command.outcome}`;
    case "finish":
      return "finish of the running modules";
    case "abandon":
      return "end of the synchronous start";
    case "advance":
      return `advance by ${command.by} ms`;
    case "review":
      return `review: ${command.outcome}`;
    case "pause":
    case "resume":
    case "fail":
    case "terminate":
      return command.type;
  }
}
