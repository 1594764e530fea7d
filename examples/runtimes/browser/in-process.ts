// The simulator in a page: runs a journey without a server and shows the outcome.
import { createSimulator } from "@journey-kit/simulator";
import { checkAge } from "../src/age-check.ts";

const { fetch } = createSimulator({ latency: 0 });
document.title = await checkAge({ baseUrl: "http://eu.localhost", clientId: "page", fetch });
