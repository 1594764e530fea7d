// The control client in a page: arms a scenario, runs a journey and shows the outcome.
import { createSimulatorControl } from "@journey-kit/client/control";
import { checkAge } from "../src/age-check.ts";

const baseUrl = new URLSearchParams(location.search).get("simulator") ?? "http://127.0.0.1:4010";
const clientId = `page-${crypto.randomUUID()}`;
await createSimulatorControl({ baseUrl }).world(clientId).scenarios.arm({ scenario: "rejected" });
document.title = await checkAge({ baseUrl, clientId });
