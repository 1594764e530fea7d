// Observes traffic for `watch` in a thread of its own, because judging it would delay the traffic.
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../terminal/load-module.ts";
import { createObservation } from "./observation.ts";
import type { ThreadMessage, ThreadReply } from "./open-observation.ts";

const observation = createObservation(workerData);

parentPort?.on("message", async (message: ThreadMessage) => {
  if ("exchange" in message) return observation.add(message.exchange);
  const { id, ask } = message;
  const reply: ThreadReply = await observation[ask]().then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, problem: messageOf(error) }),
  );
  parentPort?.postMessage(reply);
});

parentPort?.postMessage("ready");
