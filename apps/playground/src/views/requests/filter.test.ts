import { createJourneyClient } from "@journey-kit/client";
import type { Exchange } from "@journey-kit/schemas/control";
import { createSimulator } from "@journey-kit/simulator";
import { expect, test } from "vitest";
import { filterRequests, noFilter, type RequestFilter } from "./filter.ts";

/** A token, a start, a delayed state, a state that is not found. */
async function readRequests(): Promise<readonly Exchange[]> {
  const simulator = createSimulator();
  const world = simulator.world("acme");
  const client = createJourneyClient({
    baseUrl: "http://simulator.localhost",
    authUrl: "http://simulator.localhost",
    auth: { clientId: "acme", clientSecret: "any" },
    fetch: simulator.fetch,
  });
  const context = { config: { delivery: "api" }, subject: {} } as const;
  const { instanceId } = await client.v2.startJourney({ resourceId: "age-check@latest", context });
  await world.faults.set({ rules: [{ when: { instance: instanceId }, then: { type: "delay", ms: 1 } }] });
  await client.v2.fetchState({ instanceId });
  await client.v2.fetchState({ instanceId: "unknown" }).catch(() => undefined);
  const { requests } = await world.requests.list();
  const named = requests.map((exchange, i) => ({ ...exchange, requestId: `request-${"abcd"[i]}` }));
  return JSON.parse(JSON.stringify(named).replaceAll(instanceId, "the-instance")); // random ids can contain a status
}

const instanceId = "the-instance";
const requests: readonly Exchange[] = await readRequests();

test.each<[name: string, filter: Partial<RequestFilter>, sequences: readonly number[]]>([
  ["no condition", {}, [4, 3, 2, 1]],
  ["the end of a path", { text: "state/fetch" }, [4, 3]],
  ["text in any case, with spaces around it", { text: " V2.STARTjourney " }, [2]],
  ["words in any order", { text: "fetch 404 v2" }, [4]],
  ["a word that is missing", { text: "fetch 201" }, []],
  ["a number", { text: "#3" }, [3]],
  ["a status", { text: "404" }, [4]],
  ["a request id", { text: requests[1]?.requestId }, [2]],
  ["an instance id in the text", { text: instanceId }, [3, 2]],
  ["an endpoint", { endpoint: "token.requestToken" }, [1]],
  ["a class of statuses", { status: "4" }, [4]],
  ["an instance", { instance: instanceId }, [3, 2]],
  ["refused requests", { isRefused: true }, [4]],
  ["requests with a fault", { isFaulted: true }, [3]],
  ["two conditions", { isFaulted: true, isRefused: true }, []],
])("lists the matching requests, newest first, for %s", (_, filter, sequences) => {
  expect(filterRequests(requests, { ...noFilter, ...filter }).map(({ sequence }) => sequence)).toEqual(sequences);
});
