import type { Simulator } from "../src/simulator.ts";
import { address } from "./service.ts";

/** A response of the control API. */
interface ControlReply {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request to a control API path below `/_sim/worlds`. */
export type Control = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<ControlReply>;

/** Creates a function that sends requests to the control API of a simulator. */
export const openControl =
  (simulator: Simulator): Control =>
  async (method, path, body, headers = { "content-type": "application/json" }) => {
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const response = await simulator.fetch(new Request(`${address}/_sim/worlds${path}`, init));
    return { status: response.status, body: await response.json() };
  };
