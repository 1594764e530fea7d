import {
  type EndpointName,
  endpointFor,
  endpointNames,
  endpointOf,
  isHosted,
  resolveReading,
} from "@journey-kit/schemas/endpoints";
import { presets } from "@journey-kit/schemas/tables";
import { expect, test } from "vitest";
import { form, openService, sentSubject } from "./service.ts";

const presetNames = ["specified", "observed"] as const;
type Preset = (typeof presetNames)[number];

/**
 * Members whose value is a constant, so that an example must have the value that the server sends. `expires_in` is none,
 * because the gaps `token-lifetime` and `expires-in-unit` decide it.
 */
const constants: readonly string[] = [
  "status",
  "tokenType",
  "token_type",
  "expiresIn",
  "spec",
  "$schema",
  "pattern",
  "required",
];

/**
 * Whether a value has every member of an example, with the same types and constants. An example may omit members, but not
 * the properties of a JSON Schema.
 */
function fits(example: unknown, value: unknown, name = ""): boolean {
  if (Array.isArray(example)) {
    return Array.isArray(value) && example.every((entry) => value.some((one) => fits(entry, one, name)));
  }
  if (typeof example !== "object" || example === null) {
    return constants.includes(name) ? example === value : typeof example === typeof value;
  }
  if (typeof value !== "object" || value === null) return false;
  const members = Object.entries(value);
  if (name === "properties" && members.length !== Object.keys(example).length) return false;
  return Object.entries(example).every(([key, member]) =>
    members.some(([other, one]) => other === key && fits(member, one, key)),
  );
}

/** Runs an instance of each API version to the end, and returns every response of each endpoint. */
async function collect(preset: Preset): Promise<ReadonlyMap<EndpointName, readonly unknown[]>> {
  const service = await openService({ profile: preset });
  const found = new Map<EndpointName, unknown[]>();
  const call = async (name: EndpointName, body: object, headers?: Readonly<Record<string, string>>) => {
    const path = resolveReading<string>(presets[preset], endpointOf(name).path);
    if (path === undefined) return undefined;
    const reply =
      name === "token.requestToken"
        ? await service.send(path, form(body as Record<string, string>))
        : endpointOf(name).method === "GET"
          ? await service.send(path, { method: "GET" })
          : await service.post(path, body, headers);
    expect([name, reply.status]).toEqual([name, expect.toBeOneOf([200, 201])]);
    found.set(name, [...(found.get(name) ?? []), reply.body]);
    return reply;
  };
  const start = async (name: EndpointName, resourceId: string, config: object) =>
    (await call(name, { resourceId, context: { config, subject: { documents: [], biometrics: [] } } }))?.text(
      "instanceId",
    ) ?? "";
  await call("token.requestToken", {
    grant_type: "client_credentials",
    client_id: "a",
    client_secret: "b",
    scope: "service.token",
  });
  await call("v2.checkHealth", {});
  const instanceId = await start("v2.startJourney", "document-and-selfie@latest", { delivery: "api" });
  await start("v2.startJourney", "document-and-selfie@latest", { delivery: "page" });
  const poll = async () => {
    for (const name of ["v2.fetchState", "v2.fetchInteraction", "v2.listTaskSchemas", "v2.listTasks"] as const)
      await call(name, { instanceId });
    await call("v2.fetchTaskSchema", { taskId: instanceId });
  };
  await poll();
  const started = await call("v2.startDevice", { instanceId, scope: ["journey"] });
  const connectToken = started?.text("connectToken") ?? "";
  await call("v2.connectDevice", { connectToken }, { authorization: `Bearer ${connectToken}` });
  for (const names of [["FullName", "DateOfBirth"], ["PrimaryDocument"], ["Selfie"]]) {
    const fetched = await call("v2.fetchInteraction", { instanceId });
    await call("v2.submitInteraction", {
      instanceId,
      interactionId: fetched?.text("interactionId"),
      participants: names.map((domainElementId) => ({ domainElementId })),
      context: { subject: sentSubject(...names) },
    });
    await poll();
    await service.world.clock.advance({ ms: 60_000 });
    await poll();
  }
  const open = await start("v2.startJourney", "age-check@latest", { delivery: "api" });
  await call("v2.updateTask", {
    intent: "Complete",
    instanceId: open,
    taskId: open,
    context: { subject: sentSubject("DateOfBirth") },
  });
  await call("v2.terminateInstance", { instanceId: open });
  await call("v2.deleteInstance", { instanceId: open });
  const older = await start("v1.startJourney", "identity-check-v1@latest", { async: true });
  await start("v1.startJourney", "identity-check-v1@latest", { async: true, delivery: "page" });
  const pollOlder = async () => {
    await call("v1.fetchState", { instanceId: older });
    await call("v1.fetchState", { instanceId: older, filterKeys: ["/.*/"] });
    for (const name of ["v1.listTasks", "v1.listTaskSchemas"] as const) await call(name, { instanceId: older });
    await call("v1.fetchTaskSchema", { taskId: `${older}.1` });
  };
  await pollOlder();
  for (const taskId of [`${older}.1`, `${older}.2`])
    await call("v1.updateTask", {
      intent: "Complete",
      instanceId: older,
      taskId,
      context: { subject: sentSubject("FullName", "DateOfBirth", "CurrentAddress") },
    });
  await service.world.clock.advance({ ms: 60_000 });
  await pollOlder();
  return found;
}

test.each(presetNames)(
  "under `%s`, each documented example of a response has the form and the constants of a real response (spec 4)",
  async (preset) => {
    const found = await collect(preset);
    for (const name of endpointNames.filter((one) => !isHosted(one))) {
      if (resolveReading<string>(presets[preset], endpointOf(name).path) === undefined) continue;
      for (const example of [endpointFor(name, presets[preset]).response.meta()?.examples ?? []].flat()) {
        const isReal = found.get(name)?.some((body) => fits(example, body));
        expect(isReal, `no response of ${name} is like the example ${JSON.stringify(example)}`).toBe(true);
      }
    }
  },
);
