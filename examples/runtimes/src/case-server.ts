// Serves a simulator for `cases.ts` with the server of the runtime.
import { createSimulator } from "@journey-kit/simulator";
import { caseClients } from "./case-clients.ts";

const { fetch } = createSimulator({ clients: Object.values(caseClients) });

export default { hostname: "127.0.0.1", fetch };
