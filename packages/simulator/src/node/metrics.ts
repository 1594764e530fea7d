import { setTimeout as wait } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Metrics } from "../context/context.ts";
import type { Store, StoreCounts } from "../store/store.ts";
import type { Millis } from "../world/time.ts";

/**
 * Bucket bounds in seconds, as Prometheus expects. Several are below a millisecond, because most responses are faster.
 */
const requestBuckets = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const storeBuckets = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** The result of a slower count is reused for a while, so that counting takes at most a twentieth of the time. */
const shortCount: Millis = 5;
const restFactor = 20;
/** How long a scrape of the metrics waits for the store, in milliseconds. After that, the metrics omit the counts. */
const countTime: Millis = 2_000;

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]);

/** Creates metrics for Prometheus. Labels never contain a client id, an instance id or other text from a caller. */
export function createPrometheusMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "journey_sim_requests_total",
    help: "Requests by endpoint, method and status. If no endpoint matched, the endpoint is `none`.",
    labelNames: ["endpoint", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "journey_sim_request_duration_seconds",
    help: "Seconds from request to response, by endpoint. For event streams, seconds until the stream opens.",
    labelNames: ["endpoint"],
    buckets: requestBuckets,
    registers,
  });
  const operations = new Histogram({
    name: "journey_sim_store_duration_seconds",
    help: "Duration of store operations, in seconds.",
    labelNames: ["operation"],
    buckets: storeBuckets,
    registers,
  });
  const failures = new Counter({
    name: "journey_sim_store_failures_total",
    help: "Store operations that failed unexpectedly.",
    labelNames: ["operation"],
    registers,
  });
  const streams = new Gauge({ name: "journey_sim_open_streams", help: "Open event streams.", registers });
  const worlds = new Gauge({ name: "journey_sim_worlds", help: "Worlds in the store.", registers });
  const instances = new Gauge({
    name: "journey_sim_instances",
    help: "Instances in the store, by their phase after their last command. A module that finishes later does not change the count.",
    labelNames: ["phase"],
    registers,
  });
  const count = createCounting();
  return {
    recordRequest: ({ endpoint = "none", method, status, duration }) => {
      requests.inc({ endpoint, method: methods.has(method) ? method : "other", status });
      durations.observe({ endpoint }, duration / 1_000);
    },
    timeStore: (store) =>
      timeMethods(store, (operation, duration, isFailure) => {
        operations.observe({ operation }, duration / 1_000);
        if (isFailure) failures.inc({ operation });
      }),
    openStream: () => {
      streams.inc();
      return () => streams.dec();
    },
    render: async (store) => {
      const counts = await count(store);
      worlds.remove();
      instances.reset();
      if (counts !== undefined) {
        worlds.set(counts.worlds);
        for (const [phase, number] of Object.entries(counts.instances)) instances.set({ phase }, number);
      }
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Counts worlds and instances for one scrape at a time. Returns undefined if the store does not respond in time. */
function createCounting(): (store: Store) => Promise<StoreCounts | undefined> {
  let counting: Promise<StoreCounts> | undefined;
  const start = async (store: Store): Promise<StoreCounts> => {
    const begun = performance.now();
    const counts = await store.count();
    const duration = performance.now() - begun;
    const again = () => {
      counting = undefined;
    };
    if (duration < shortCount) again();
    else setTimeout(again, duration * restFactor).unref();
    return counts;
  };
  return async (store) => {
    counting ??= start(store);
    try {
      return await Promise.race([counting, wait(countTime, undefined, { ref: false })]);
    } catch {
      counting = undefined;
      return undefined;
    }
  };
}

/**
 * Wraps an object, to call `observe` after each method call with the name, the duration in milliseconds and whether the
 * call failed.
 */
export function timeMethods<Target extends object>(
  target: Target,
  observe: (name: string, duration: Millis, isFailure: boolean) => void,
): Target {
  const timed = new Map<PropertyKey, unknown>();
  return new Proxy(target, {
    get: (_, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      const call = (...args: readonly unknown[]): unknown => {
        const begun = performance.now();
        const end = (isFailure: boolean) => observe(String(name), performance.now() - begun, isFailure);
        const result: unknown = Reflect.apply(member, target, args);
        if (result instanceof Promise) {
          result.then(
            () => end(false),
            () => end(true),
          );
        } else end(false);
        return result;
      };
      const known = timed.get(name) ?? call;
      timed.set(name, known);
      return known;
    },
  });
}
