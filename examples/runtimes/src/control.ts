// Arms a scenario over HTTP, runs a journey and prints the outcome.
import process from "node:process";
import { createSimulatorControl } from "@journey-kit/client/control";
import { checkAge } from "./age-check.ts";

const { JOURNEY_BASE_URL: baseUrl = "http://127.0.0.1:4010" } = process.env;
const clientId = `control-${crypto.randomUUID()}`;
await createSimulatorControl({ baseUrl }).world(clientId).scenarios.arm({ scenario: "rejected" });
console.log(await checkAge({ baseUrl, clientId }));
