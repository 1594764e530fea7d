import { clientIdProblem, isClientId } from "@journey-kit/schemas/calls";
import { Scenario, type SimulatorEvent } from "@journey-kit/schemas/control";
import { AbortedError } from "./context/wait.ts";
import { waitBeforeCalls } from "./control/changes.ts";
import { checkScenario, parseInput } from "./control/input.ts";
import { createLocalWorld, type LocalWorld } from "./control/world.ts";
import { watchEvents } from "./journal/exchange.ts";
import { assembleService, type Service, type SimulatorOptions } from "./service.ts";

/** The whole service: v1, v2 and the token endpoint. It runs wherever `fetch` runs. */
export interface Simulator extends Service {
  /**
   * Responds to a request as the service would. It accepts the same arguments as the global `fetch`. If you use it as a
   * server's request handler, it ignores the bindings that the server passes after the request.
   */
  readonly fetch: {
    (request: Request, bindings?: object): Promise<Response>;
    (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  };
  /**
   * Opens the world of an API client. Its methods are those of the control API.
   *
   * @throws {TypeError} If the client id is empty, longer than 256 characters, `.` or `..`.
   */
  readonly world: (clientId: string) => LocalWorld;
  /**
   * Calls `listener` after each request to the service and after each change that the controls of a world make. If
   * `listener` throws, no request is affected: the error goes to `onError` or, without that option, is uncaught.
   *
   * @returns A function that removes the listener.
   */
  readonly events: (listener: (event: SimulatorEvent) => void) => () => void;
}

/**
 * Creates a simulator of the journey service.
 *
 * @throws {ProfileError} If the profile contains an unknown gap or reading.
 * @throws {RangeError} If a limit is unknown or not a whole number.
 * @throws {DefinitionError} If a journey cannot be published.
 * @throws {RefusalError} If the scenario is malformed or no published journey can do what the scenario says.
 * @example
 * const simulator = createSimulator({ latency: 0 });
 * const response = await simulator.fetch("http://eu.localhost/_sim/health");
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { context, ...service } = assembleService(options);
  if (options.scenario !== undefined) checkScenario(parseInput(Scenario, options.scenario), context);
  const { ready } = service;
  const isOpening = options.open !== undefined;
  const worlds = new Map<string, LocalWorld>();
  return {
    ...service,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = init === undefined && input instanceof Request ? input : toRequest(input, init);
      request.signal.throwIfAborted();
      if (isOpening) await ready;
      try {
        return await service.app.fetch(request);
      } catch (error) {
        throw error instanceof AbortedError ? error.cause : error;
      }
    },
    world: (clientId) => {
      if (!isClientId(clientId)) throw new TypeError(clientIdProblem);
      const create = () => createLocalWorld(context, clientId);
      const world = worlds.get(clientId) ?? (isOpening ? waitBeforeCalls(create(), ready) : create()); // shared, so that all sleepers of a world share one clock
      worlds.set(clientId, world);
      return world;
    },
    events: (listener) => watchEvents(context.journals, listener),
  };
}

const requestOptions = ["method", "headers", "body", "signal"];

// Does not use `instanceof`, because a request can belong to a class other than the global `Request`.
const toRequest = (input: string | URL | Request, init: RequestInit = {}): Request =>
  typeof input === "string" || "href" in input || requestOptions.some((name) => name in init)
    ? new Request(input, init)
    : input;
