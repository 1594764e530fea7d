// Runs both journeys over HTTP, against a simulator on a free port. To use the simulator of `npm start` instead, run
// `node examples/over-a-port.ts http://127.0.0.1:4010`.
import { createJourneyClient } from "@journey-kit/client";
import { createSimulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { runV1 } from "./journey/v1.ts";
import { runV2 } from "./journey/v2.ts";

const [given] = process.argv.slice(2);
const served = given === undefined ? await serveSimulator(createSimulator({ latency: 100 }), { port: 0 }) : undefined;
const address = given ?? served?.url ?? "";
console.log(`Calling ${address}`);
const client = createJourneyClient({
  baseUrl: `${address}/eu`,
  authUrl: address,
  auth: { clientId: "example", clientSecret: "any" },
});
await runV2(client);
await runV1(client);
await served?.close();
