// Writes a rich world as the file of the current version of the file format, and the explanations of its instances.
// With --explanations, only records the explanations of every file again.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSimulator } from "../../src/simulator.ts";
import { image } from "../samples.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const simulator = createSimulator({ clock: { mode: "frozen", at: noon }, now: () => noon });
const clientId = "snapshot";
const world = simulator.world(clientId);
const address = "http://127.0.0.1:4010";

const name = { firstName: "Ada", lastNames: ["Lovelace"] };
const birth = { dateOfBirth: "1990-12-10" };
const documents = [{ type: "Primary", side1Image: image }];
const biometrics = [{ selfieImage: image }];
const everything = {
  identity: { ...name, ...birth, currentAddress: { postalCode: "SW1Y 4JH" } },
  documents,
  biometrics,
};

const readBody = async (response: Response) => (await response.json()) as Readonly<Record<string, string>>; // only its texts are read

async function requestToken(): Promise<string> {
  const fields = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: "any",
    scope: "service.token",
  };
  const response = await simulator.fetch(`${address}/as/token.oauth2`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return (await readBody(response)).access_token ?? "";
}

const token = await requestToken();

/** Posts to the service. The response may be a refusal. */
async function post(path: string, body: unknown) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  return readBody(await simulator.fetch(address + path, init));
}

const v2 = (path: string, body: unknown) => post(`/v2/captain/journey/${path}`, body);
const v1 = (path: string, body: unknown) => post(`/eu/captain/api/journey/${path}`, body);

async function startV2(journey: string, subject: unknown = {}, delivery = "api"): Promise<string> {
  const context = { config: { delivery }, subject };
  return (await v2("start", { resourceId: `${journey}@latest`, context })).instanceId ?? "";
}

async function startV1(journey: string, subject: unknown = {}): Promise<string> {
  const context = { config: { async: true }, subject };
  return (await v1("start", { resourceId: `${journey}-v1@latest`, context })).instanceId ?? "";
}

async function submit(instanceId: string, subject: object, ...names: readonly string[]) {
  await world.clock.advance({ ms: 60_000 }); // the previous interaction may still be processed
  const { interactionId } = await v2("interaction/fetch", { instanceId });
  const participants = names.map((domainElementId) => ({ domainElementId }));
  return v2("interaction/submit", { instanceId, interactionId, participants, context: { subject } });
}

async function writeWorld(file: string): Promise<void> {
  await world.profile.set({ readings: { "refer-ends-journey": "no", "extension-endpoints": "present" } });
  await world.rate.set({ callsPerMinute: 600 });
  await world.scenarios.put({
    name: "blurry",
    rules: [{ when: { module: "Liveness", attempt: 1 }, then: { outcome: "Fail", retry: "recollect" } }],
  });
  await world.faults.set({
    rules: [
      { id: "unavailable", when: { endpoint: "v2.fetchState", nth: 2 }, then: { type: "status", status: 503 } },
      { id: "rare", when: { endpoint: "v1.fetchState", probability: 0.4 }, then: { type: "status", status: 500 } },
      { id: "lost", when: { endpoint: "v2.startJourney", nth: 4 }, then: { type: "dropResponse" } },
    ],
  });

  const accepted = await startV2("document-and-selfie");
  await submit(accepted, { identity: { ...name, dateOfBirth: "10.12.1990" } }, "FullName", "DateOfBirth"); // refused
  await submit(accepted, { identity: { ...name, ...birth } }, "FullName", "DateOfBirth");
  await submit(accepted, { documents }, "PrimaryDocument");
  await submit(accepted, { biometrics }, "Selfie");
  await submit(accepted, { biometrics }, "Selfie"); // refused, because it was accepted before
  for (let i = 0; i < 3; i += 1) await v2("state/fetch", { instanceId: accepted });

  await world.scenarios.arm({ scenario: "rejected" });
  await startV2("age-check", { identity: birth });
  const reviewed = world.instance(await startV2("document-and-selfie", everything));
  await reviewed.pause();
  await reviewed.resume();
  await reviewed.resolve("Data Verification", { outcome: "Partial Match" });
  await reviewed.advance({ ms: 60_000 });
  await reviewed.review({ outcome: "reject" });
  await startV2("identity-check").catch(() => undefined); // the response is lost
  await startV2("onboarding", { identity: name }, "page");
  await startV2("no-such-journey");
  const failed = await startV2("age-check");
  await world.instance(failed).fail();
  await v2("terminate", { instanceId: failed, reason: "done" });

  await world.scenarios.arm({ scenario: "blurry" });
  const older = await startV1("document-and-selfie");
  await v1("task/list", { instanceId: older });
  const task = { instanceId: older, taskId: `${older}.1`, intent: "Complete" };
  await v1("task/update", { ...task, context: { subject: everything } });
  await v1("task/update", { ...task, intent: "Guess", context: { subject: {} } }); // refused
  await world.clock.advance({ ms: 5_000 });
  for (let i = 0; i < 4; i += 1) await v1("state/fetch", { instanceId: older });
  await startV1("age-check", { identity: birth });
  await v1("state/fetch", { instanceId: "unknown" }); // refused

  await world.scenarios.arm({ scenario: "blurry", times: 2 });
  await world.scenarios.arm({ scenario: "stuck" });
  await writeJson(file, await world.snapshot.save());
}

/** Records the explanation of each instance in a file, as the current code explains it. */
async function recordExplanations(file: string): Promise<void> {
  const opened = createSimulator({ open: JSON.parse(readFileSync(file, "utf8")), now: () => noon });
  const { instances } = await opened.world(clientId).instances();
  const explanations = instances.map(({ instanceId }) => opened.world(clientId).instance(instanceId).explain());
  await writeJson(file.replace(/json$/, "explanations.json"), await Promise.all(explanations));
}

const writeJson = async (file: string, value: unknown): Promise<void> =>
  writeFileSync(file, `${JSON.stringify(value, null, 1)}\n`);

const folder = import.meta.dirname;
if (!process.argv.includes("--explanations")) {
  const { version } = await world.snapshot.save();
  await writeWorld(join(folder, `v${version}.json`));
}
for (const file of globSync("v+([0-9]).json", { cwd: folder })) await recordExplanations(join(folder, file));
