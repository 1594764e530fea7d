// Serves a simulator and runs a journey over HTTP.
import assert from "node:assert/strict";
import { createSimulatorControl } from "@journey-kit/client/control";
import { ruleIds } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { checkAge, createClient } from "./client.js";

const { url, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
const client = createClient({ baseUrl: url, authUrl: url, clientId: "consumer", clientSecret: "any" });
const { outcome } = await checkAge(client, { DateOfBirth: "1990-12-10" });
assert.equal(outcome, "accept");
const { parts } = await createSimulatorControl({ baseUrl: url }).world("consumer").coverage();
const covered = parts.find(({ part }) => part === "rules")?.covered;
console.log(`${outcome}, covering ${covered} of ${ruleIds.length} rules`);
await close();
