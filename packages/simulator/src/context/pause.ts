import type { Pause } from "../world/steps.ts";

/** The functions of a platform that run a task later. A worker or a browser does not have all of them. */
type Platform = Partial<Pick<typeof globalThis, "setImmediate" | "MessageChannel">> &
  Pick<typeof globalThis, "setTimeout">;

/** Creates a function that runs a task after the events that have already arrived, without the delay of a timer if possible. */
function createDefer(platform: Platform): (task: () => void) => void {
  const { setImmediate, setTimeout } = platform;
  if (setImmediate !== undefined) return (task) => void setImmediate(task);
  const { MessageChannel } = platform; // read only if it is needed, because Node loads it when it is read
  if (MessageChannel === undefined) return (task) => void setTimeout(task, 0);
  const { port1, port2 } = new MessageChannel();
  const tasks: (() => void)[] = [];
  port1.addEventListener("message", () => tasks.shift()?.());
  port1.start();
  return (task) => {
    tasks.push(task);
    port2.postMessage(undefined);
  };
}

/**
 * Creates a pause. All tasks that pause take turns, one step of one task at a time, because the steps of many tasks
 * together would take as long as one task without pauses.
 */
export function createPause(platform: Platform = globalThis): Pause {
  const defer = createDefer(platform);
  const waiting: (() => void)[] = [];
  const resume = () => {
    waiting.shift()?.();
    if (waiting.length > 0) defer(resume);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) defer(resume);
    });
}

export const pause = createPause(); // real even if a test installs fake timers later
