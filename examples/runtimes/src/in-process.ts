// Runs a journey against a simulator in the same process and prints the outcome.
import { createSimulator } from "@journey-kit/simulator";
import { checkAge } from "./age-check.ts";

const { fetch } = createSimulator({ latency: 0 });
console.log(await checkAge({ baseUrl: "http://eu.localhost", clientId: "me", fetch }));
