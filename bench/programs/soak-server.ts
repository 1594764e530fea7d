// Serves a simulator with small limits, and measures its heap. Needs --expose-gc.
import { createSimulator } from "@journey-kit/simulator";
import { nodeDigest, serveSimulator } from "@journey-kit/simulator/node";
import { answerParent } from "./answer.ts";

/**
 * Limits so small that a few seconds of load reach them, so that everything with a limit stops growing before the
 * measurement.
 */
const limits = {
  instances: 20,
  "store-bytes": 16 * 1024 ** 2,
  "journal-bytes": 512 * 1024,
  "journals-bytes": 4 * 1024 ** 2,
  streams: 20,
  "stream-bytes": 256 * 1024,
};

const simulator = createSimulator({ latency: 0, limits, journalSize: 50, digest: nodeDigest });

answerParent({
  serve: async () => (await serveSimulator(simulator, { port: 0 })).url,
  /** Bytes of live objects and buffers. */
  heap: () => {
    for (let i = 0; i < 3; i += 1) globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  },
});
