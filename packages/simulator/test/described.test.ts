import { documentOf } from "@journey-kit/schemas/emit";
import {
  type EndpointName,
  endpointNames,
  endpointOf,
  isHosted,
  pathsUnder,
  permissions,
} from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { createSimulator } from "../src/simulator.ts";
import { bodiesFor, openTargets } from "./bodies.ts";
import { encode, mediaTypeOf, replaceAt } from "./hostile.ts";
import { join } from "./samples.ts";
import { address, enterService, noon, sentSubject } from "./service.ts";

const presetNames = ["specified", "observed"] as const;

/** Statuses that no request can provoke. */
const unprovoked: Partial<Record<EndpointName, readonly number[]>> = {
  "v2.submitInteraction": [500], // Gap `submit-error-variants`: the document lists 500, but only a fault or a bug causes it.
};

/** The statuses that a document lists for each path and method, without `default`. */
function describe(preset: (typeof presetNames)[number]): ReadonlyMap<string, readonly number[]> {
  const described = new Map<string, readonly number[]>();
  for (const part of ["v1", "v2", "token"] as const) {
    for (const [path, { get, post }] of Object.entries(documentOf(part, presets[preset]).paths ?? {})) {
      for (const [method, operation] of Object.entries({ ...(get && { GET: get }), ...(post && { POST: post }) })) {
        const statuses = Object.keys(operation.responses ?? {}).filter((status) => status !== "default");
        described.set(`${method} ${path.replace("{realm}", "any")}`, statuses.map(Number));
      }
    }
  }
  return described;
}

test.each(presetNames)(
  "under `%s`, the documents list exactly the paths and statuses that the server returns (spec 4, 7)",
  async (preset) => {
    const described = describe(preset);
    const found = new Map([...described.keys()].map((path) => [path, new Set<number>()]));
    const profile = presets[preset];
    for (const name of endpointNames.filter((one) => !isHosted(one))) {
      for (const path of pathsUnder(profile, endpointOf(name)).map((one) => one.replace(":realm", "any"))) {
        const key = `${endpointOf(name).method} ${path}`;
        for (const status of await provoke(name, path, preset)) {
          expect([key, status, described.get(key)?.includes(status)]).toEqual([key, status, true]);
          found.get(key)?.add(status);
        }
        const missing = described.get(key)?.filter((status) => !found.get(key)?.has(status));
        expect([key, missing]).toEqual([key, unprovoked[name]?.filter((one) => missing?.includes(one)) ?? []]);
      }
    }
    expect([...found].filter(([, statuses]) => statuses.size === 0)).toEqual([]);
  },
);

/** Sends requests that provoke every status of an endpoint, and returns the statuses. */
async function provoke(name: EndpointName, path: string, preset: (typeof presetNames)[number]): Promise<Set<number>> {
  const simulator = createSimulator({ profile: preset, clock: { mode: "frozen", at: noon } });
  const service = await enterService(simulator, "tester");
  const { world, token } = service;
  const targets = await openTargets(service, presets[preset]);
  const other = await openTargets(service, presets[preset]);
  const foreign = await connect(service.send, other.connectToken, preset);
  const statuses = new Set<number>();
  const { method } = endpointOf(name);
  const bodies = bodiesFor(targets);
  const subject = sentSubject("FullName", "DateOfBirth");
  const valid = "context" in bodies[name] ? replaceAt(bodies[name], ["context", "subject"], subject) : bodies[name];
  const own = name === "v2.connectDevice" ? targets.connectToken : token;
  const send = async (body: string, headers: Readonly<Record<string, string>> = {}, region = "") => {
    const init = { method, headers: { "content-type": mediaTypeOf(name), authorization: `Bearer ${own}`, ...headers } };
    const response = await simulator.fetch(
      new Request(address + region + path, { ...init, ...(method === "POST" && { body }) }),
    );
    statuses.add(response.status);
  };
  const text = encode(name, valid);
  const unknown = (id: string) => text.replaceAll(id, "unknown-instance-id-1");
  await send(text, { authorization: "Bearer nonsense" });
  await send(text, { authorization: `Bearer ${foreign}` });
  await send(text, { "content-type": "text/plain" });
  await send(text, { "content-length": "30000000" });
  await send("{");
  await send(text, {}, "/au");
  await send(unknown(targets.v2));
  await send(unknown(targets.v1));
  await send(text.replaceAll("full-kyc", "unknown"));
  await send(text.replace(/client_id=[^&]*/, "client_id="));
  if (name === "v1.startJourney") {
    const failing = join(sentSubject("DateOfBirth", "CurrentAddress"), {
      identity: { firstName: "Ada", lastNames: ["Testfail"] },
    });
    await send(encode(name, { resourceId: "identity-check-v1@latest", context: { subject: failing } }));
  }
  await world.permissions.set({ permissions: [] });
  await send(text);
  await world.permissions.set({ permissions: [...permissions] });
  await send(text);
  await send(text);
  await send(text.replace(/"taskId":"[^"]*"/, `"taskId":"${targets.interactionId}"`));
  if (preset === "observed") await world.rate.set({ callsPerMinute: 1 });
  await send(text);
  await send(text);
  return statuses;
}

async function connect(
  send: Awaited<ReturnType<typeof enterService>>["send"],
  connectToken: string,
  preset: (typeof presetNames)[number],
): Promise<string> {
  const [path = ""] = pathsUnder(presets[preset], endpointOf("v2.connectDevice"));
  const headers = { "content-type": "application/json", authorization: `Bearer ${connectToken}` };
  const body = JSON.stringify({ connectToken });
  return (await send(path, { method: "POST", headers, body })).text("endUserToken");
}
