// Serves a simulator on a free port, runs a journey over HTTP and prints the outcome.
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { checkAge } from "./age-check.ts";

const { url, close } = await serveSimulator(createSimulator({ latency: 0 }), { port: 0 });
console.log(await checkAge({ baseUrl: url, clientId: "me" }));
await close();
