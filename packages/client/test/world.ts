import { type Profile, type ProfileInput, resolveProfile } from "@journey-kit/schemas/tables";
import { createSimulator, type LocalWorld, type SimulatorOptions } from "@journey-kit/simulator";
import type { Fetch } from "../src/call/response.ts";
import { createJourneyClient, type JourneyClient } from "../src/client.ts";
import { baseUrl } from "./journey.ts";

/** A request that reached the service: its path, and its time by the world's clock, from 0. */
interface Reached {
  readonly path: string;
  readonly at: number;
}

/** A world with a client that uses the world's clock, so that hours of waiting take no time. */
export interface TestWorld {
  readonly client: JourneyClient;
  /** Creates another client of the same world, like another process. */
  readonly reconnect: () => JourneyClient;
  readonly world: LocalWorld;
  readonly profile: Profile;
  /** Every request except token requests, in order. */
  readonly reached: readonly Reached[];
}

/** Options of {@link createTestWorld}. */
export interface TestWorldOptions extends Omit<SimulatorOptions, "profile" | "clock"> {
  readonly profile?: ProfileInput;
  /** Whether the client has the option `readings`; default true. */
  readonly hasReadings?: boolean;
  /** Wraps the simulator's `fetch`. */
  readonly wrapFetch?: (fetch: Fetch) => Fetch;
}

const startedAt = Date.UTC(2026, 0, 1, 12);

/** Creates a world in a new simulator. The clock moves only when a client sleeps. */
export function createTestWorld({
  profile: choice,
  hasReadings = true,
  wrapFetch = (fetch) => fetch,
  ...options
}: TestWorldOptions = {}) {
  const profile = resolveProfile(choice);
  const simulator = createSimulator({
    ...options,
    profile: { readings: profile },
    clock: { mode: "frozen", at: startedAt },
  });
  const world = simulator.world("client-test");
  const reached: Reached[] = [];
  let now = startedAt;
  const connect = () =>
    createJourneyClient({
      baseUrl,
      authUrl: baseUrl,
      auth: credentialsUnder(profile),
      readings: hasReadings ? profile : {},
      fetch: wrapFetch(async (request) => {
        const { pathname } = new URL(request.url);
        if (!pathname.includes("/as/"))
          reached.push({ path: pathname.replace(/^.*journey\//, ""), at: now - startedAt });
        return simulator.fetch(request);
      }),
      now: () => now,
      async sleep(duration, more) {
        await world.clock.sleep(duration, more);
        now = await world.clock.now();
      },
    });
  return { client: connect(), reconnect: connect, world, profile, reached } satisfies TestWorld;
}

/** Returns credentials for the grant that a profile requires. Gap `grant-by-client`. */
const credentialsUnder = (profile: Profile) => ({
  clientId: "client-test",
  clientSecret: "client-test-secret",
  ...(profile["grant-by-client"] === "password" && { username: "user", password: "client-test-password" }),
});
