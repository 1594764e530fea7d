// Serves a simulator with the server of the runtime: `bun src/server.ts` or `deno serve --host 127.0.0.1 src/server.ts`.
import { createSimulator } from "@journey-kit/simulator";

const { fetch } = createSimulator({ latency: 0 });

// Without a host name, Bun would serve the control API to the whole network.
export default { hostname: "127.0.0.1", fetch };
