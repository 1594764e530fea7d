import { memberOf } from "@journey-kit/schemas/calls";
import type { OutcomeChoice, Scenario, WorldSnapshot } from "@journey-kit/schemas/control";
import { type EndpointName, endpointOf } from "@journey-kit/schemas/endpoints";
import { moduleOf, type Profile } from "@journey-kit/schemas/tables";
import { createSimulator, type Simulator } from "@journey-kit/simulator";
import { parse } from "../service/target.ts";

/** A response of the shadow, and what it depends on. */
export interface ShadowAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The rules and readings behind the response. */
  readonly basis: readonly string[];
}

/** A request in the form in which the shadow receives it. */
interface ShadowRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the request has no valid token, so that it belongs to no world. */
  readonly isAnonymous: boolean;
}

/** A module that runs in the shadow. It ends only when it is told to. */
export interface RunningModule {
  readonly module: string;
  readonly variant: string;
  /** The n-th run of this module in its instance, from 1. */
  readonly number: number;
  /** The n-th run of this variant of the module in its instance, from 1. */
  readonly numberOfVariant: number;
  readonly startedAt: number;
  /** Whether the module runs again after a negative outcome, or asks for its data again. Gap `module-retry`. */
  readonly mayRepeat: boolean;
  /** The domain elements that the module uses. */
  readonly examines: readonly string[];
}

/** What the shadow knows about an instance. */
interface ShadowState {
  readonly phase: "collecting" | "running" | "reviewing" | "paused" | "finished" | "failed";
  readonly running: readonly RunningModule[];
}

/** Ends modules of an instance. Returns whether there was one. */
type WhileWaiting = (id: string) => Promise<boolean>;

/** A simulator that runs beside the service. Its time is set, and no module ends unless it is told to. */
export interface Shadow {
  /** Clears the shadow and gives it a profile, and a scenario if some modules must end by themselves. */
  open(profile: Profile, scenario?: Omit<Scenario, "name">): Promise<void>;
  /** Sends a request. `whileWaiting` is called when a synchronous start waits for the modules of an instance. */
  send(request: ShadowRequest, at: number, whileWaiting?: WhileWaiting): Promise<ShadowAnswer>;
  /** Issues a token that is valid now. */
  token(at: number): Promise<string>;
  /** The state of an instance, now or at another time. */
  state(id: string, at?: number): Promise<ShadowState | undefined>;
  /** Ends a running module. */
  resolve(id: string, module: string, outcome: OutcomeChoice): Promise<boolean>;
  change(id: string, change: "pause" | "resume" | "fail" | "advance" | "accept" | "reject"): Promise<boolean>;
  save(): Promise<WorldSnapshot>;
}

/** The client id of the shadow's world. */
export const shadowClient = "shadow";

/** Creates a shadow that knows the built-in journeys and `journeys`. */
export function createShadow(journeys: readonly unknown[] = []): Shadow {
  let now = 0;
  let endModules: (() => Promise<boolean>) | undefined;
  const simulator = createSimulator({
    journeys,
    now: () => now,
    sleep: async (duration) => {
      if ((await endModules?.()) !== true) now += duration;
    },
    journalSize: 1_000,
    scenario: { name: "recorded", rules: [], otherwise: { ends: "never" } },
  });
  const world = simulator.world(shadowClient);
  let current: Profile | undefined;
  let anonymous: { readonly profile: Profile; readonly simulator: Simulator } | undefined;
  /** A simulator answers requests that belong to no world under its own profile. */
  const findSimulator = (isAnonymous: boolean): Simulator => {
    if (!isAnonymous || current === undefined) return simulator;
    if (anonymous?.profile !== current)
      anonymous = {
        profile: current,
        simulator: createSimulator({ journeys, profile: { readings: current }, now: () => now }),
      };
    return anonymous.simulator;
  };
  const attempt = async (change: Promise<unknown>): Promise<boolean> => change.then(() => true).catch(() => false);
  const shadow: Shadow = {
    open: async (profile, scenario) => {
      current = profile;
      await world.reset();
      await world.profile.set({ readings: profile });
      if (scenario === undefined) return;
      await attempt(world.scenarios.put({ name: "ending", ...scenario }));
      await attempt(world.scenarios.arm({ scenario: "ending", times: 1_000 }));
    },
    send: async ({ method, url, headers, body, isAnonymous }, at, whileWaiting) => {
      now = at;
      endModules =
        whileWaiting &&
        (async () => {
          const { instances } = await world.instances();
          const id = instances.at(-1)?.instanceId;
          return id !== undefined && whileWaiting(id);
        });
      const response = await findSimulator(isAnonymous).fetch(
        new Request(url, { method, headers, ...(body !== undefined && { body }) }),
      );
      endModules = undefined;
      const basis = response.headers.get("x-sim-basis") ?? "";
      return {
        status: response.status,
        headers: response.headers,
        body: parse(await response.text()),
        basis: basis.split(", ").filter((id) => id !== ""),
      };
    },
    token: async (at) => {
      now = at;
      await world.profile.set({ preset: "specified" });
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const form = {
        grant_type: "client_credentials",
        scope: "service.token",
        client_id: shadowClient,
        client_secret: "any",
      };
      const { path } = endpointOf("token.requestToken" satisfies EndpointName);
      const request = {
        method: "POST",
        url: `http://shadow.localhost${path}`,
        headers,
        body: `${new URLSearchParams(form)}`,
        isAnonymous: false,
      };
      const { body } = await shadow.send(request, at);
      if (current !== undefined) await world.profile.set({ readings: current });
      return String(memberOf(body, "access_token"));
    },
    state: async (id, at = now) => {
      now = at;
      const record = await world
        .instance(id)
        .read()
        .catch(() => undefined);
      if (record === undefined) return undefined;
      const { progress, finished, segment } = record.instance;
      const { definition } = record.terms;
      const uses = definition.segments[segment]?.modules ?? [];
      const counts = new Map<string, number>();
      const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
      for (const { module, variant } of finished) {
        count(module);
        count(`${module} ${variant}`);
      }
      const runs = progress.phase === "running" ? progress.runs : [];
      const running = runs.map(({ module, variant, startedAt }) => {
        const number = 1 + (counts.get(module) ?? 0);
        const { attempts = 1 } = uses.find((use) => use.module === module && use.variant === variant) ?? {};
        return {
          ...{ module, variant, startedAt, number },
          numberOfVariant: 1 + (counts.get(`${module} ${variant}`) ?? 0),
          mayRepeat: number < attempts,
          examines: moduleOf(module, definition).examines,
        };
      });
      return { phase: progress.phase, running };
    },
    resolve: (id, module, outcome) => attempt(world.instance(id).resolve(module, { outcome })),
    change: (id, change) => {
      const instance = world.instance(id);
      if (change === "accept" || change === "reject") return attempt(instance.review({ outcome: change }));
      if (change === "advance") return attempt(instance.advance({ to: "next-event" }));
      return attempt(instance[change]());
    },
    save: () => world.snapshot.save(),
  };
  return shadow;
}
