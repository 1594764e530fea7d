import { spawn, spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createSimulator, type Simulator } from "@journey-kit/simulator";
import { serveSimulator } from "@journey-kit/simulator/node";
import { expect, test } from "vitest";
import { isThorough } from "../../vitest.shared.ts";

const examples = dirname(import.meta.dirname);
const program = join(examples, "../packages/cli/bin/journey.js");

/** Runs `journey` and returns its exit code and its JSON output. */
async function runJourney(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: examples,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { report: JSON.parse(await text(child.stdout)), code: await ended };
}

const clients = [
  ["python3", "client.py"],
  ["sh", "client.sh"],
] as const;
const journeys = ["age-check", "identity-check", "document-and-selfie", "full-kyc", "onboarding"];
/** In CI, both clients run every journey. Locally, one runs one journey. */
const used = isThorough ? clients : clients.slice(1);
const runs = (isThorough ? journeys : ["full-kyc"]).flatMap((id) => used.map((client) => [...client, id] as const));
const image = "aW1hZ2U=";
const isInstalled = (program: string) => spawnSync(program, ["-c", ""]).status === 0;

/** The requirements that depend on the data which a journey asks for. The commands of the documentation check all. */
const ofData = ["participants-match", "sends-given-data", "reports-conclusion"];

test.each(used)(
  "the example client `%s %s` meets the requirements about data in the journey full-kyc, which asks for all of it (spec 2.8, 2.9)",
  { timeout: 300_000 },
  async (program, file) => {
    expect.assert(isInstalled(program), `${program} is not installed.`);
    const only = (isThorough ? ofData : ofData.slice(0, 1)).flatMap((requirement) => ["--only", requirement]);
    const flags = ["--json", "--journey", "full-kyc@latest", ...only];
    const { code, report } = await runJourney("client", ...flags, "--", program, file);
    const failed = report.results.filter(({ status }: { status: string }) => status === "fail");
    expect({ code, failed }).toEqual({ code: 0, failed: [] });
  },
);

test.runIf(isThorough).each(["v1", "v2"])(
  "the Python client completes every built-in %s journey under every pair of readings, or says that it cannot (spec 2 to 9)",
  { timeout: 600_000 },
  async (apiVersion) => {
    const only = ["tells-outcome", "reports-conclusion", "ends"].flatMap((id) => ["--only", id]);
    const flags = ["--api-version", apiVersion, "--every-reading", "--json", ...only];
    const { report } = await runJourney("client", ...flags, "--", "python3", "client.py");
    expect(report.failures).toEqual([]);
  },
);

const person = {
  identity: {
    firstName: "Ada",
    lastNames: ["Lovelace"],
    dateOfBirth: "1990-12-10",
    currentAddress: { lines: ["12 St James's Square"], country: "GB" },
    idNumbers: [{ type: "ssn", idNumber: "123-45-6789" }],
  },
  documents: [{ type: "Primary", side1Image: image }],
  biometrics: [{ selfieImage: image }],
};

/** Runs an example client against a simulator. Returns what the client prints. */
async function runClient(program: string, file: string, simulator: Simulator, variables: Record<string, string>) {
  const { url, close } = await serveSimulator(simulator, { port: 0 });
  const env = {
    ...process.env,
    JOURNEY_BASE_URL: url,
    JOURNEY_AUTH_URL: url,
    JOURNEY_CLIENT_ID: "example",
    JOURNEY_CLIENT_SECRET: "any",
    JOURNEY_POLL_SECONDS: "0",
    ...variables,
  };
  const child = spawn(program, [file], { cwd: examples, env, stdio: ["ignore", "pipe", "inherit"] });
  const printed = await text(child.stdout);
  await close();
  return printed.trim();
}

test.each(runs)(
  "the example client `%s %s` prints the outcome of the journey %s-v1 (spec 3.3, 4.3)",
  { timeout: 120_000 },
  async (program, file, id) => {
    const scenarios = { accepted: "accept", rejected: "reject", broken: "failed" };
    for (const [scenario, outcome] of Object.entries(scenarios)) {
      const simulator = createSimulator({ latency: 0 });
      await simulator.world("example").scenarios.arm({ scenario });
      const printed = await runClient(program, file, simulator, {
        JOURNEY_API_VERSION: "v1",
        JOURNEY_RESOURCE_ID: `${id}-v1@latest`,
        JOURNEY_SUBJECT: JSON.stringify(person),
      });
      expect({ scenario, printed }).toEqual({ scenario, printed: outcome });
    }
  },
);

test("the Python client submits optional elements that the service does not list as outstanding (spec 2.5)", async () => {
  const simulator = createSimulator({ profile: { readings: { "outstanding-scope": "required" } }, latency: 0 });
  const interactions = [{ id: "selfie", pages: [], required: [], optional: ["Selfie"] }];
  const modules = [{ module: "Liveness", variant: "liveness-v2" }];
  simulator.publish({
    id: "selfie",
    name: "Selfie",
    apiVersion: "v2",
    segments: [{ id: "selfie", interactions, modules }],
  });
  const printed = await runClient("python3", "client.py", simulator, {
    JOURNEY_RESOURCE_ID: "selfie@latest",
    JOURNEY_SUBJECT: JSON.stringify({ biometrics: person.biometrics }),
  });
  expect(printed).toBe("accept");
});
