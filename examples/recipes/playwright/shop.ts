// The web shop under test. In your project, this is your own application.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "../client.ts"; // your client
import type { Settings } from "../client-interface.ts";

const texts: Readonly<Record<string, string>> = {
  accept: "You can buy wine.",
  reject: "We cannot sell you wine.",
  pending: "We are checking your age.",
};

/** Serves the shop on a free port. */
export async function startShop(settings: Settings) {
  const client = createClient(settings);
  let instanceId: string | undefined; // a real shop stores it with the customer

  const server = createServer(async ({ method }, response) => {
    if (method === "POST") {
      const started = await client.startPages("age-check@latest");
      instanceId = started.instanceId;
      response.writeHead(303, { location: started.instanceUrl ?? "/?problem" }).end();
      return;
    }
    const outcome = instanceId === undefined ? "unknown" : await client.readOutcome(instanceId);
    response.setHeader("content-type", "text/html");
    response.end(
      `<h1>${texts[outcome] ?? "Please prove your age."}</h1><form method="post"><button>Start</button></form>`,
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a server on a port has an address
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
