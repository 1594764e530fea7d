// Preloaded into the command line program to profile it.
import { Session } from "node:inspector/promises";
import { answerParent } from "./answer.ts";

const session = new Session();
session.connect();

answerParent({
  start: async () => {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: 200 });
    await session.post("Profiler.start");
    return true;
  },
  /** Microseconds spent in each file itself. Time in built-in functions is added to the file that calls them. */
  stop: async () => {
    const { profile } = await session.post("Profiler.stop");
    const { nodes, samples = [], timeDeltas = [] } = profile;
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const files = new Map<number, string>();
    const visit = (id: number, caller: string) => {
      const node = byId.get(id);
      if (node === undefined) return;
      const { url, functionName } = node.callFrame;
      const file = url !== "" ? url : functionName.startsWith("(") && caller === "(root)" ? functionName : caller;
      files.set(id, file);
      for (const child of node.children ?? []) visit(child, file);
    };
    const [root] = nodes;
    if (root !== undefined) visit(root.id, "(root)");
    const times: Record<string, number> = {};
    for (const [i, id] of samples.entries()) {
      const file = files.get(id) ?? "";
      times[file] = (times[file] ?? 0) + (timeDeltas[i] ?? 0);
    }
    return times;
  },
});
process.channel?.unref();
