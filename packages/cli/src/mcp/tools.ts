import { Command } from "@commander-js/extra-typings";
import { diagnoseJournal } from "@journey-kit/contract-tests/traffic";
import * as z from "zod";
import { checkClientProgram } from "../client/check-client.ts";
import { clientFlags } from "../client/flags.ts";
import { openControl } from "../worlds/control.ts";
import { tryJourney } from "../worlds/try.ts";
import { controlTools, world } from "./control-tools.ts";
import { lookUp } from "./look-up.ts";
import { defineTool, type Tool } from "./tool.ts";

const tryTool = defineTool({
  name: "tryJourney",
  description:
    "Starts a journey and walks it to its end, with sample data, and shows each request. Use it to see what a client must send, or how a scenario ends.",
  input: z.strictObject({
    journey: z.string().describe("Resource id of the journey, such as `age-check`. `listJourneys` lists them."),
    scenario: z.string().describe("Scenario that decides the outcomes. `listScenarios` lists them.").optional(),
    world: z.string().describe("Client id to use. By default, a new one whose clock skips waiting times.").optional(),
  }),
  isReadOnly: false,
  run: ({ journey, scenario, world: clientId }, { flags, fetch, terminal }) =>
    tryJourney(journey, { ...flags, scenario, clientId }, terminal, fetch),
});

const examineTool = defineTool({
  name: "examineClient",
  description:
    "Judges the requests that a client has sent to its world, and names each requirement that they break, with the request that shows it and what to change. Use it after the client has run. It sees only what happened; `checkClient` also tries lost responses, errors and expired tokens.",
  input: z.strictObject({ world }),
  isReadOnly: true,
  run: async ({ world: named }, { flags, fetch, terminal }) => {
    const control = openControl({ ...flags, world: named }, terminal, fetch);
    await control.show(
      async (one) => (await one.requests.list({ limit: 1_000 })).requests,
      (requests) => {
        const { hints, profile, advice } = diagnoseJournal(requests);
        const lines = hints.map(
          ({ requirement, spec, sequence, problem, fix }) =>
            `${requirement} (spec ${spec}, request ${sequence}): ${problem} ${fix}`,
        );
        const wrong =
          profile === undefined ? [] : [`profile: ${advice} Choose the profile ${profile} with changeProfile.`];
        const all = [...lines, ...wrong];
        return all.length === 0 ? [`${requests.length} requests show nothing that the client does wrong.`] : all;
      },
    );
  },
});

const lookUpTool = defineTool({
  name: "lookUp",
  description:
    "Looks up a rule, a gap (an open question, with its possible answers) or an error of the specification, by id, error code, section or words. Use it to understand the ids in other results.",
  input: z.strictObject({
    query: z
      .string()
      .min(1)
      .max(200)
      .describe("For example `submit-duplicate-refused`, `4002`, `4.2` or `expired token`."),
  }),
  isReadOnly: true,
  run: async ({ query }, { terminal }) => terminal.out.write(lookUp(query)),
});

/** Seconds that a condition may take by default. An agent does not want to wait as long as CI. */
const usualTimeout = 20;

const checkTool = defineTool({
  name: "checkClient",
  description:
    "Runs a client program under lost responses, errors, revoked and expired tokens, paused journeys and manual reviews, and reports each requirement that it breaks, with the shortest reproduction and what to change. The program reads JOURNEY_BASE_URL, JOURNEY_AUTH_URL, JOURNEY_CLIENT_ID, JOURNEY_CLIENT_SECRET and JOURNEY_RESOURCE_ID, and prints the outcome as its last line: accept, reject, refer or failed. It takes a minute or more; `only` makes it shorter.",
  input: z.strictObject({
    command: z.array(z.string()).min(1).describe('The program and its arguments, such as ["node", "client.mjs"].'),
    only: z.array(z.string()).describe("Ids of the requirements to check, as in an earlier report.").optional(),
    journey: z.string().describe("Resource id of the journey to run.").optional(),
    profile: z.string().describe("`specified` (the default), `observed`, or a profile file.").optional(),
    timeout: z.number().positive().max(600).describe("Seconds that one condition may take.").optional(),
  }),
  isReadOnly: false,
  runsPrograms: true,
  run: ({ command, only = [], journey, profile, timeout = usualTimeout }, { terminal }) => {
    const args = [
      ...only.flatMap((id) => ["--only", id]),
      ...(journey === undefined ? [] : ["--journey", journey]),
      ...(profile === undefined ? [] : ["--profile", profile]),
      ...["--timeout", `${timeout}`],
    ];
    const flags = clientFlags(new Command().exitOverride())
      .parse([...args, "--", ...command], { from: "user" })
      .opts();
    return checkClientProgram(command, flags, terminal);
  },
});

/** Every tool: those of the control API, and those that do what no single endpoint does. */
export const tools: readonly Tool[] = [tryTool, examineTool, checkTool, lookUpTool, ...controlTools];
