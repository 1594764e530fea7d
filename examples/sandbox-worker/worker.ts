// A shared simulator on Cloudflare Workers. Its worlds are in the SQLite storage of a Durable Object.
import { DurableObject } from "cloudflare:workers";
import { ApiClient, createSimulator, type Simulator } from "@journey-kit/simulator";
import { openDurableObject } from "@journey-kit/simulator/durable-object";

interface Env {
  readonly SANDBOX: DurableObjectNamespace<Sandbox>;
  /** Bearer token for the control API. */
  readonly CONTROL_TOKEN: string;
  /** JSON array of the API clients that may use the sandbox. */
  readonly CLIENTS: string;
}

const mebibyte = 1024 ** 2;

/** Bounds for the 128 MB of memory that an object has. */
const limits = {
  instances: 2_000,
  checkpoints: 20,
  scenarios: 20,
  streams: 20,
  "journals-bytes": 8 * mebibyte,
  "large-bodies": 16 * mebibyte,
};

/** The simulator. The platform needs a class, and starts its only object with the first request. */
export class Sandbox extends DurableObject<Env> {
  readonly #simulator: Promise<Simulator>;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#simulator = ctx.blockConcurrencyWhile(() => open(ctx.storage, env));
  }

  override async fetch(request: Request): Promise<Response> {
    return (await this.#simulator).fetch(request);
  }
}

/** Refuses to start without a control token and clients, because everyone can reach a worker. */
async function open(storage: DurableObjectStorage, { CONTROL_TOKEN, CLIENTS }: Env): Promise<Simulator> {
  if (!CONTROL_TOKEN || !CLIENTS) throw new Error("Set the secrets CONTROL_TOKEN and CLIENTS.");
  return createSimulator({
    clients: ApiClient.array().parse(JSON.parse(CLIENTS)),
    controlToken: CONTROL_TOKEN,
    limits,
    storage: await openDurableObject(storage),
    onError: (error) => console.error(error),
  });
}

export default {
  fetch: (request: Request, env: Env): Promise<Response> => env.SANDBOX.getByName("sandbox").fetch(request),
};
