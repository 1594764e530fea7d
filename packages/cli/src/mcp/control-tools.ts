import type { SimulatorControl } from "@journey-kit/client/control";
import { type ControlRouteName, controlRouteNames, memberOf } from "@journey-kit/schemas/calls";
import {
  type ControlEndpoint,
  controlEndpoints,
  type Exchange,
  Explanation,
  RequestList,
  ScenarioList,
  type World,
} from "@journey-kit/schemas/control";
import { describeFault } from "@journey-kit/schemas/tables";
import * as z from "zod";
import { CommandError, type Style } from "../terminal/terminal.ts";
import { openControl } from "../worlds/control.ts";
import { renderExplanation } from "../worlds/instance.ts";
import { renderScenarios } from "../worlds/scenario.ts";
import { defineTool, type Tool } from "./tool.ts";

/** The latest requests that are listed by default. */
const usualRequests = "20";

/** The parameter of every tool that uses one world. */
export const world = z.string().describe("Client id of the world. Optional if there is only one world.").optional();

const parameters: Readonly<Record<string, z.ZodType>> = {
  world,
  instance: z.string().describe("Id of the instance. By default, the latest one of the world.").optional(),
  module: z.string().describe("Name of the module, such as `Age Verification`."),
  scenario: z.string().describe("Name of the scenario."),
};

/** The tools that each call one endpoint of the control API. */
export const controlTools: readonly Tool[] = controlRouteNames.flatMap((name) => {
  const { tool }: ControlEndpoint = controlEndpoints[name];
  return tool === undefined ? [] : [toTool(name, tool)];
});

function toTool(name: ControlRouteName, use: string): Tool {
  const { path, method, summary, query, request }: ControlEndpoint = controlEndpoints[name];
  const names = [...path.matchAll(/:(\w+)/g)].map(([, parameter = ""]) => parameter);
  const input = z.strictObject({
    ...Object.fromEntries(names.map((parameter) => [parameter, parameters[parameter] ?? z.string()])),
    ...(query && { query: query.optional() }),
    ...(request && { body: request }),
  });
  const isReadOnly = method === "GET";
  return defineTool({
    name,
    description: `${summary} ${use}`,
    input,
    isReadOnly,
    run: async (given, { flags, fetch, terminal }) => {
      const chosen = z.object({ world }).parse(given);
      const control = openControl({ ...flags, ...chosen }, terminal, fetch);
      const render = renderers[name] ?? renderJson;
      if (!names.includes("world")) return control.print(await callSimulator(control.simulator, name), render);
      const act = (one: World) => callWorld(one, name, given);
      await (isReadOnly ? control.show(act, render) : control.change(act, render));
    },
  });
}

/** Calls an endpoint that is not about one world. */
async function callSimulator(simulator: SimulatorControl, name: ControlRouteName): Promise<unknown> {
  if (name === "listWorlds") return simulator.worlds();
  if (name === "listJourneys") return simulator.journeys();
  throw new TypeError(`${name} is not about a world.`);
}

/** Calls the method of a world that an endpoint names. */
async function callWorld(world: World, name: ControlRouteName, given: Readonly<Record<string, unknown>>) {
  const { world: _, instance, query, body, ...others } = given;
  if (name === "putScenario")
    return world.scenarios.put({ ...controlEndpoints.putScenario.request.parse(body), name: `${others.scenario}` });
  const { call, path }: ControlEndpoint = controlEndpoints[name];
  const id = path.includes(":instance") ? (instance ?? (await latestOf(world))) : "";
  const methods = { ...world, instance: world.instance(`${id}`) };
  const method = `${call}`.split(".").reduce<unknown>(memberOf, methods) as (...values: unknown[]) => Promise<unknown>; // `WorldCall` lists the methods
  const input = name === "listRequests" ? { limit: usualRequests, ...Object(query) } : (body ?? query);
  return method(...Object.values(others), input);
}

async function latestOf(world: World): Promise<string> {
  const latest = (await world.instances()).instances.at(-1)?.instanceId;
  if (latest === undefined) throw new CommandError("The world has no instances yet. Start a journey first.");
  return latest;
}

type Render = (body: unknown) => readonly string[];

const renderJson: Render = (body) => [JSON.stringify(body)];

const asPlain: Style = (_, text) => text;

/** How the bodies of some endpoints become text. The others are JSON. */
const renderers: { readonly [Name in ControlRouteName]?: Render } = {
  listScenarios: (body) => renderScenarios(ScenarioList.parse(body), asPlain),
  explainInstance: (body) => renderExplanation(Explanation.parse(body), asPlain),
  listRequests: (body) => {
    const { requests, next, dropped } = RequestList.parse(body);
    const [first, ...more] = requests;
    if (first === undefined) return ["No requests match."];
    const end = `Next: after=${next}.${dropped === 0 ? "" : ` ${dropped} are no longer recorded.`}`;
    return [...requests.flatMap(renderRequest), ...(more.length === 0 ? renderMessages(first) : []), end];
  },
};

/** A request, why its response is as it is, and what is wrong with it. */
function renderRequest(exchange: Exchange): readonly string[] {
  const { sequence, at, endpoint, request, instanceId, response, refusal, fault, rules, readings, notices } = exchange;
  const chosen = Object.entries(readings).map(([gap, reading]) => `${gap}=${reading}`);
  return [
    [`#${sequence}`, at, endpoint ?? `${request.method} ${request.path}`, response.status, instanceId ?? ""].join("  "),
    ...(refusal === undefined ? [] : [`  ${refusal.kind}: ${refusal.problems.join(" ")} ${refusal.action}`]),
    ...(fault === undefined ? [] : [`  fault ${fault.rule}: ${describeFault(fault.action)}`]),
    ...(notices ?? []).map((notice) => `  notice: ${notice}`),
    `  rules: ${rules.join(", ") || "none"}`,
    ...(chosen.length === 0 ? [] : [`  readings: ${chosen.join(", ")}`]),
  ];
}

const renderMessages = ({ request, response }: Exchange): readonly string[] =>
  Object.entries({ request, response }).map(([part, message]) => `  ${part}: ${JSON.stringify(message)}`);
