import { createSimulatorControl, type SimulatorControl } from "@journey-kit/client/control";
import type { RunFinding } from "@journey-kit/schemas/report";

/** The simulator that the page talks to: the server that serves the page, a simulator in this tab, or the run in a file. */
export interface Target {
  readonly kind: TargetKind;
  /** Whether the page only shows what happened. It then hides every control that changes something. */
  readonly isReadOnly: boolean;
  /** What a check found in the run that a file shows. */
  readonly findings?: readonly RunFinding[];
  /** Address for requests, without a trailing slash. A simulator in this tab has no real address. */
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly control: SimulatorControl;
}

export type TargetKind = "server" | "tab" | "file";

/**
 * Whether a simulator serves this page. The server marks the HTML of the page, so the page does not have to send a
 * request to find out.
 */
export const hasServer = (): boolean => document.documentElement.dataset.target === "server" || import.meta.env.DEV;

/** Creates the target for the server of this page. `token` is its control token, if it has one. */
export function createServerTarget(token?: string): Target {
  const baseUrl = window.location.origin;
  const fetch = withToken((request) => globalThis.fetch(request), token);
  return { kind: "server", isReadOnly: false, baseUrl, fetch, control: createSimulatorControl({ baseUrl, fetch }) };
}

/** Loads the code of the simulator for this tab, which is large and seldom needed with a server. */
export const loadTabSimulator = () => import("./tab-simulator.ts");

/** Starts a simulator in this tab and creates the target for it. */
export async function createTabTarget(): Promise<Target> {
  const { startTabSimulator } = await loadTabSimulator();
  const { baseUrl, fetch } = startTabSimulator();
  return { kind: "tab", isReadOnly: false, baseUrl, fetch, control: createSimulatorControl({ baseUrl, fetch }) };
}

/** Adds the control token to requests of the control API. */
const withToken =
  (fetch: Target["fetch"], token: string | undefined): Target["fetch"] =>
  (request) => {
    if (token !== undefined && new URL(request.url).pathname.startsWith("/_sim/"))
      request.headers.set("authorization", `Bearer ${token}`);
    return fetch(request);
  };
