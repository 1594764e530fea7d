// Checks the simulator at an address against every rule that can be observed, and prints the number of passed cases.
import process from "node:process";
import { createSimulatorControl } from "@journey-kit/client/control";
import { caseJourneys, cases, openWorld, runCases } from "@journey-kit/contract-tests";
import { presets } from "@journey-kit/schemas/tables";
import { caseClients } from "./case-clients.ts";

const { JOURNEY_BASE_URL: baseUrl = "http://127.0.0.1:4010", JOURNEY_CONTROL_TOKEN: controlToken } = process.env;
const control = createSimulatorControl({ baseUrl, token: controlToken });
for (const journey of caseJourneys) await control.publish({ journey });
const { unlimited, ...clients } = caseClients;
const own = await openWorld({ baseUrl, controlToken }, unlimited);
const regions = { eu: `${baseUrl}/eu`, us: `${baseUrl}/us`, au: `${baseUrl}/au` };
const results = await runCases({ ...own.settings, control: own.control }, { clients, regions });

const hidden = new Set(cases.flatMap(({ id, hidden }) => (hidden?.(presets.specified) === undefined ? [] : [id])));
const problems = results.filter(({ id, status }) => status !== "passed" && !hidden.has(id)).map(({ line }) => line);
if (problems.length > 0) throw new Error(problems.join("\n"));
console.log(results.length - hidden.size);
