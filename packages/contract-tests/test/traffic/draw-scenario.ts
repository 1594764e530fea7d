import type { Consequence, FaultPlan, Scenario } from "@journey-kit/schemas/control";
import { type EndpointName, endpointNames } from "@journey-kit/schemas/endpoints";
import { moduleNames, moduleOf, type Profile } from "@journey-kit/schemas/tables";
import { createSimulator } from "@journey-kit/simulator";
import type { Draw } from "./draw.ts";

type Rule = Scenario["rules"][number];

/** The built-in scenarios that a profile allows. */
export async function scenariosUnder(profile: Profile): Promise<readonly Scenario[]> {
  const { scenarios } = await createSimulator().world("built-in").scenarios.list();
  return scenarios.filter(
    ({ readings }) => readings === undefined || readings["module-retry"] === profile["module-retry"],
  );
}

/** Draws what the modules of each of the first `instances` instances do. */
export function drawScenario(draw: Draw, profile: Profile, instances: number, builtIn: readonly Scenario[]): Scenario {
  const ordinals = Array.from({ length: instances }, (_, i) => i + 1);
  const rules = ordinals.flatMap((ordinal) => {
    const chosen = draw.chance(0.5) ? drawRules(draw, profile) : draw.pick(builtIn).rules;
    return chosen.map(({ when, then }) => ({ when: { ...when, ordinal }, then }));
  });
  return { name: "drawn", rules, otherwise: { outcome: "accept" } };
}

function drawRules(draw: Draw, profile: Profile): readonly Rule[] {
  return moduleNames.flatMap((module) =>
    draw.chance(0.6) ? [{ when: { module }, then: drawConsequence(draw, profile, module) }] : [],
  );
}

function drawConsequence(draw: Draw, profile: Profile, module: (typeof moduleNames)[number]): Consequence {
  const latency = draw.pick([0, 400, 2_000, 9_000, draw.int(0, 60_000)]);
  if (draw.chance(0.05)) return { ends: "fail", latency };
  if (draw.chance(0.02)) return { ends: "never" };
  const canRetry = module === "Liveness" || module === "Facematch";
  return {
    latency,
    outcome: draw.pick(moduleOf(module).outcomes).name,
    ...(draw.chance(0.15) && { advice: { reasonCode: draw.pick(["R1", "R2"]), score: draw.int(0, 100) } }),
    ...(canRetry && draw.chance(0.3) && { retry: profile["module-retry"] }),
  };
}

const disturbed: readonly EndpointName[] = endpointNames.filter(
  (name) => name.startsWith("v1.") || name.startsWith("v2.") || name === "token.requestToken",
);

/** Draws outages, lost responses and delays. */
export function drawFaults(draw: Draw): FaultPlan {
  const rules = Array.from({ length: draw.int(1, 8) }, () => ({
    when: { endpoint: draw.pick(disturbed), nth: draw.int(1, 6) },
    then: draw.pick<FaultPlan["rules"][number]["then"]>([
      { type: "status", status: 503, retryAfter: draw.int(1, 20), body: { message: "Service Unavailable" } },
      { type: "status", status: 503, body: "no healthy upstream" },
      { type: "dropResponse" },
      { type: "dropRequest" },
      { type: "delay", ms: draw.int(100, 20_000) },
    ]),
  }));
  return { rules };
}
