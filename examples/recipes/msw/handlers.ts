import { createSimulator } from "@journey-kit/simulator";
import { HttpResponse, http } from "msw";

export const simulator = createSimulator({ latency: 0 });

/** Lets the simulator respond. If a fault breaks the connection, the promise rejects, and MSW would respond with 500. */
const respond = ({ request }: { readonly request: Request }) =>
  simulator.fetch(request).catch(() => HttpResponse.error());

/** Handles every request to the service. Replace the host names with those of your configuration. */
export const handlers = [
  http.all("https://journeys.example.com/*", respond),
  http.all("https://login.example.com/*", respond),
];
