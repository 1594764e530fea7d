import type { World } from "@journey-kit/schemas/control";
import { type HostedRouteName, type RouteName, routeOf } from "@journey-kit/schemas/routes";
import type { Credentials } from "../cases/options.ts";
import { type Answer, send, type Target, toAnswer } from "../target/target.ts";
import { BlockedError } from "./blocked-error.ts";
import type { Settings } from "./options.ts";

/** A server to calibrate: where it is, and a client of it or a token. */
export type Calibrated = Pick<Target, "baseUrl" | "authUrl" | "fetch" | "control"> &
  (Credentials | { readonly token: string });

/** A request as a probe writes it; a POST of JSON with the access token where it says nothing else. */
interface Sent {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body?: unknown;
  /** Stands in for the address of the target. */
  readonly baseUrl?: string | undefined;
  /** Stands in for the access token. */
  readonly bearer?: string;
}

/** Where probes work: the target, the means, and what was found out on the way. */
export interface Lab {
  readonly settings: Settings;
  readonly control: World | undefined;
  /** The client's credentials; undefined where there is a token alone. */
  readonly credentials: Credentials | undefined;
  /** Sends a request to a path below the regional address; waits where the target asks for it, and sends it again. */
  send(path: string, sent: Sent): Promise<Answer>;
  /** Posts a body to an endpoint. */
  call(name: FixedRoute, body: unknown, bearer?: string): Promise<Answer>;
  /** Sends form fields to the token endpoint. Spec 4.1. */
  askToken(fields: Readonly<Record<string, string>>, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Lets time pass, by milliseconds: moved by control, or else waited for. */
  wait(duration: number): Promise<void>;
  /** Makes something once, for all who want it. */
  once<T>(key: string, make: () => Promise<T>): Promise<T>;
  /** How hard the target was pressed: whether it ever answered 429, and how many starts and submits it took in one go. */
  readonly pace: { limited: boolean; most: number };
  /** Statuses answered since this was last emptied, in order. */
  readonly statuses: number[];
}

/** An endpoint whose path is the same under every reading. */
type FixedRoute = Exclude<RouteName, HostedRouteName | "v2.startDevice" | "v2.connectDevice" | "token.requestToken">;

/** How often a call is sent that the target has no time for. */
const tries = 3;
/** Milliseconds after which a token is not trusted to live on. */
const trust = 30_000;
const form = "application/x-www-form-urlencoded";

/**
 * Opens a lab at a target.
 *
 * @param bearerOf Gets an access token from the token endpoint.
 */
export function createLab(target: Calibrated, settings: Settings, bearerOf: (lab: Lab) => Promise<string>): Lab {
  const { baseUrl, authUrl = baseUrl, control } = target;
  const made = new Map<string, Promise<unknown>>();
  const pace = { limited: false, most: 0, now: 0, since: Date.now() };
  const statuses: number[] = [];
  let token: { readonly text: Promise<string>; readonly at: number } | undefined;
  const bearer = (): Promise<string> => {
    if ("token" in target) return Promise.resolve(target.token);
    if (token === undefined || Date.now() - token.at > trust) token = { text: renew(), at: Date.now() };
    return token.text;
  };
  const renew = async () => {
    const before = statuses.length;
    const text = await bearerOf(lab);
    statuses.length = before; // no part of what a probe sends
    return text;
  };
  const exchange = async (address: string, init: RequestInit): Promise<Answer> => {
    const answer = await toAnswer(await send(target, new Request(address, init)));
    statuses.push(answer.status);
    return answer;
  };
  const lab: Lab = {
    settings,
    control,
    credentials: "token" in target ? undefined : target,
    pace,
    statuses,
    async send(path, { method = "POST", headers = {}, body, bearer: own, baseUrl: address = baseUrl }) {
      for (let attempt = 1; ; attempt += 1) {
        const content = method === "GET" ? {} : { body: typeof body === "string" ? body : JSON.stringify(body ?? {}) };
        const head = {
          authorization: `Bearer ${own ?? (await bearer())}`,
          "content-type": "application/json",
          ...headers,
        };
        const answer = await exchange(address + path, { method, headers: head, ...content });
        count(pace, path, answer.status, own === undefined);
        if (answer.status !== 429 || attempt === tries) return answer;
        await lab.wait(Number(answer.headers.get("retry-after") ?? 60) * 1_000);
      }
    },
    call: (name, body, own) => {
      const { path } = routeOf(name);
      return lab.send(String(path), { body, ...(own !== undefined && { bearer: own }) });
    },
    askToken: (fields, headers = {}) => {
      const init = {
        method: "POST",
        headers: { "content-type": form, ...headers },
        body: `${new URLSearchParams(fields)}`,
      };
      return exchange(`${authUrl}${routeOf("token.requestToken").path}`, init);
    },
    async wait(duration) {
      if (control !== undefined) await control.clock.advance({ ms: duration });
      else await settings.sleep(duration);
      token = undefined;
      pace.now = 0;
    },
    once<T>(key: string, make: () => Promise<T>) {
      const known = made.get(key) ?? make();
      made.set(key, known);
      return known as Promise<T>; // a key names one kind of thing
    },
  };
  return lab;
}

const minute = 60_000;

/** Counts the calls of the client itself that a rate would limit, as far as they surely lie within one minute. */
function count(
  pace: { limited: boolean; most: number; now: number; since: number },
  path: string,
  status: number,
  isOwn: boolean,
): void {
  if (status === 429) pace.limited = true;
  const isCounted = (isOwn && path.endsWith("/journey/start")) || path.endsWith("/interaction/submit");
  if (!isCounted || status < 200 || status >= 300) return; // what is refused may have been refused before it was counted
  if (pace.now === 0 || Date.now() - pace.since >= minute) Object.assign(pace, { now: 0, since: Date.now() });
  pace.now += 1;
  pace.most = Math.max(pace.most, pace.now);
}

/** @throws {BlockedError} When an answer is no success, so that a probe cannot go on. */
export function need(answer: Answer, what: string): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new BlockedError(`${what} was answered ${answer.status}.`);
}
