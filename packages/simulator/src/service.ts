import type { JourneyVersion } from "@journey-kit/schemas";
import { simulatorPrefix } from "@journey-kit/schemas/calls";
import { permissions } from "@journey-kit/schemas/endpoints";
import { testPeople } from "@journey-kit/schemas/personal";
import type { Region } from "@journey-kit/schemas/tables";
import { type Limits, type ProfileInput, resolveLimits, resolveProfile } from "@journey-kit/schemas/tables";
import { type App, createApp } from "./api/app.ts";
import type { AnsweredRequest, Metrics, SimulatorContext, Traces } from "./context/context.ts";
import { type Digest, portableDigest } from "./context/digest.ts";
import { createJourneyLog } from "./context/journey-log.ts";
import { pause } from "./context/pause.ts";
import { createLimiter, createSemaphore } from "./context/semaphore.ts";
import { createMemoryStorage, type Storage } from "./context/storage.ts";
import { createTokenSigner } from "./context/tokens.ts";
import { createWait } from "./context/wait.ts";
import { createBuiltInCatalog } from "./journeys/built-in.ts";
import type { Publication, PublishOptions } from "./journeys/catalog.ts";
import { publishDefinition } from "./journeys/definition.ts";
import type { ApiClient } from "./world/api-client.ts";
import type { Clock } from "./world/clock.ts";
import { noFaults } from "./world/fault.ts";
import type { Scenario } from "./world/scenario.ts";
import type { Millis } from "./world/time.ts";

/** Options for a simulator. All are optional. */
export interface SimulatorOptions {
  /** A preset, or a preset with your own readings. The default is `specified`. */
  readonly profile?: ProfileInput;
  /** Journeys to publish in addition to the built-in ones. */
  readonly journeys?: readonly unknown[];
  /** The API clients to accept. By default, any client id with any secret creates a world on first use. */
  readonly clients?: readonly ApiClient[];
  /**
   * Bearer token for the control API. With it, every request to `/_sim` needs the token, except health and readiness
   * checks. `serveSimulator` has an option that requires the token only of other machines.
   */
  readonly controlToken?: string | undefined;
  /** The region for request paths without a region prefix. The default is `eu`. */
  readonly region?: Region;
  /** Milliseconds that every module takes, regardless of the journey and the module's default. 0 is allowed. */
  readonly latency?: Millis;
  /** Seed for all random values. The default is 1. */
  readonly seed?: number;
  /** Mode and initial time of the clock of a new world. The default is `real`, at the system time. */
  readonly clock?: { readonly mode: Clock["mode"]; readonly at?: Millis };
  /** Scripted module outcomes for new worlds. The default is the built-in test people. */
  readonly scenario?: Scenario;
  /**
   * Key that signs tokens. Simulators with the same key accept each other's tokens. The default is the key of the
   * storage, which is random for a storage in memory.
   */
  readonly key?: Uint8Array;
  /**
   * Stores worlds and journals, which simulators with the same storage share. The default is a new storage in memory.
   * `openStorage` of `./node` opens a database.
   */
  readonly storage?: Storage;
  /**
   * A saved world, or a list of them, to begin with. Each one becomes the world of the client id that it was saved for.
   * Requests wait until the worlds are open.
   */
  readonly open?: unknown;
  /** Maximum number of requests in the journal of each world. The default is 1,000. */
  readonly journalSize?: number;
  /** Bounds on memory and on concurrent work. `limits` of `@journey-kit/schemas/limits` lists names and defaults. */
  readonly limits?: Partial<Limits>;
  /** Origins whose web pages may call the service, besides loopback origins; `*` allows every origin. */
  readonly cors?: readonly string[];
  /** Origins whose web pages may show hosted pages in a frame, besides loopback origins; `*` allows every origin. */
  readonly embed?: readonly string[];
  /** System time in milliseconds since the Unix epoch. The default is `Date.now`. */
  readonly now?: () => Millis;
  /** Waits for a number of milliseconds, for synchronous v1 starts and for faults that delay a response. */
  readonly sleep?: (duration: Millis) => Promise<void>;
  /** A faster digest of images, if the platform has one. */
  readonly digest?: Digest;
  /** Measures the simulator, for `/_sim/metrics`. By default, nothing is measured. */
  readonly metrics?: Metrics;
  /** Responds to the requests at `/_sim/mcp`. By default, there are no tools. */
  readonly callTool?: (request: Request) => Promise<Response>;
  /** Traces requests and module runs. By default, nothing is traced. */
  readonly traces?: Traces;
  /** Called after every request, including those of the control API. */
  readonly onRequest?: (request: AnsweredRequest) => void;
  /**
   * Called with every unexpected error: one that the store throws, for which the caller receives `INTERNAL_ERROR`, or
   * one of a listener. `requestId` is the `X-Request-ID` of the response.
   */
  readonly onError?: (error: unknown, requestId?: string) => void;
}

/**
 * A simulator without the world controls. The command-line program loads these controls only for requests to the
 * control API.
 */
export interface Service {
  /** The simulator as a Hono app, to mount in your own app. */
  readonly app: App;
  /**
   * Resolves when the saved worlds of the option `open` are open. If one of them cannot be opened, rejects with
   * `RefusalError`, which contains the path of each problem, and every request fails. Only `requests.watch` of a world
   * does not wait for it.
   */
  readonly ready: Promise<void>;
  /** The published journeys in both environments. */
  readonly published: () => readonly Publication[];
  /**
   * Publishes a journey in this process. A journey without a version gets the next version. Running instances are
   * unaffected. The control API publishes a journey in every replica of a storage. Spec 2.1.
   *
   * @throws {DefinitionError} If the definition has the wrong shape or the specification forbids it.
   * @throws {VersionConflictError} If the version is already published with different content.
   */
  readonly publish: (definition: unknown, options?: PublishOptions) => JourneyVersion;
}

/**
 * Creates the service and its context. It does not check `options.scenario`.
 *
 * @throws {ProfileError} If the profile contains an unknown gap or reading.
 * @throws {RangeError} If a limit is unknown or not a whole number.
 * @throws {DefinitionError} If a journey cannot be published.
 */
export function assembleService(options: SimulatorOptions): Service & { readonly context: SimulatorContext } {
  const context = createContext(options);
  options.journeys?.forEach(
    (journey, i) => void publishDefinition(context.catalog, journey, { source: `journeys[${i}]` }),
  );
  const { open } = options;
  const ready = open === undefined ? Promise.resolve() : openAll(context, Array.isArray(open) ? open : [open]);
  ready.catch(() => undefined); // every request reports the error
  return {
    context,
    ready,
    app: createApp(context, open === undefined ? undefined : ready),
    published: () => context.catalog.list(),
    publish: (definition, options) => {
      const published = publishDefinition(context.catalog, definition, options);
      context.journals.reportChange();
      return published;
    },
  };
}

/** The controls are loaded only if there is a saved world. */
async function openAll(context: SimulatorContext, snapshots: readonly unknown[]): Promise<void> {
  await (await import("./control/open-worlds.ts")).openWorlds(context, snapshots);
}

function createContext(options: SimulatorOptions): SimulatorContext {
  const profile = resolveProfile(options.profile);
  const limits = resolveLimits(options.limits);
  const system = options.now ?? Date.now;
  const { clock = { mode: "real" }, scenario = testPeople } = options;
  const settings = {
    profile,
    scenario,
    scenarios: [],
    faults: noFaults,
    callsPerMinute: 60, // gap `rate-limit`
    permissions,
    epoch: 1,
  };
  const { metrics, traces, onRequest, onError, storage = createMemoryStorage() } = options;
  const journals = storage.createJournals({ size: options.journalSize ?? 1_000, limits }, onError);
  const store = storage.createStore(() => ({ clock: createClock(clock, system()), ...settings }), limits, system);
  const timed = metrics?.timeStore(store) ?? store;
  const used = traces?.watchStore(timed, system) ?? timed;
  const journeys = createBuiltInCatalog(profile);
  const report = (request: AnsweredRequest) => {
    metrics?.recordRequest(request);
    onRequest?.(request);
  };
  return {
    store: used,
    catalog: journeys,
    journeyLog: createJourneyLog(used, journeys, onError),
    tokens: createTokenSigner(options.key ?? storage.key),
    clients: options.clients && new Map(options.clients.map((client) => [client.clientId, client])),
    controlToken: options.controlToken,
    profile,
    region: options.region ?? "eu",
    seed: options.seed ?? 1,
    latency: options.latency,
    system,
    stopwatch: options.now ?? (() => performance.now()),
    wait: createWait(options.sleep),
    pause,
    makeId,
    digest: options.digest ?? portableDigest,
    journals,
    limits,
    gate: createSemaphore(limits["large-bodies"]),
    takeStream: createLimiter(limits.streams),
    cors: options.cors ?? [],
    embed: options.embed ?? [],
    metrics,
    callTool: options.callTool,
    traces,
    onRequest: metrics === undefined ? onRequest : report,
    onError,
  };
}

const createClock = ({ mode, at }: NonNullable<SimulatorOptions["clock"]>, now: Millis): Clock =>
  mode === "real" ? { mode, shift: (at ?? now) - now } : { mode, at: at ?? now };

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

const idBytes = 20;
const random = new Uint8Array(100 * idBytes);
let used = random.length;

/** Creates an instance id of 24 characters. The id starts with the mark of simulators, {@link simulatorPrefix}. */
function makeId(): string {
  if (used === random.length) {
    crypto.getRandomValues(random); // bytes for many ids, because each call is slow
    used = 0;
  }
  let id = simulatorPrefix;
  for (const end = used + idBytes; used < end; used += 1) id += alphabet[(random[used] ?? 0) & 63];
  return id;
}
