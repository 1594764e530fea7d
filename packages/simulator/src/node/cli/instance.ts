import { InstanceAdvance, Resolution, Review } from "@journey-kit/schemas/control";
import type { ControlRouteName } from "@journey-kit/schemas/control-routes";
import type * as z from "zod";
import { onSimulator, type Verb } from "./control-client.ts";
import { toExplanationPage } from "./explain.ts";
import { parseDuration } from "./flag-values.ts";
import type { UsageName } from "./flags.ts";
import { CommandError } from "./terminal.ts";

type InstanceUsage = Extract<UsageName, `instance ${string}`>;

/** Endpoints that do something to an instance, and explain where it then is. */
type InstanceRoute = Extract<ControlRouteName, `${string}Instance` | "resolveModule">;

/** Does something to the instance that the first word names. */
const onInstance = (name: InstanceRoute, toBody: (words: readonly string[]) => object): Verb =>
  onSimulator(async ({ ask, world }, { words: [instance = "", ...more] }) => {
    const body = toBody(more);
    const module = name === "resolveModule" ? { module: more[0] ?? "" } : {};
    return ask(name, { world: await world(), instance, ...module }, body);
  }, toExplanationPage);

/** Does to one instance what a tester wants, and shows where it then is. */
export const instanceVerbs: Readonly<Record<InstanceUsage, Verb>> = {
  "instance advance": onInstance("advanceInstance", ([howFar = ""]) => {
    const by = howFar === "next-event" ? { to: howFar } : { ms: parseDuration(howFar) };
    return check(InstanceAdvance, by, `"instance advance" takes 90s, 24h, 1h30m or next-event.`);
  }),
  "instance resolve": onInstance("resolveModule", ([, outcome]) =>
    check(Resolution, { outcome }, `"instance resolve" takes an outcome of the module.`),
  ),
  "instance review": onInstance("reviewInstance", ([outcome]) =>
    check(Review, { outcome }, `"instance review" takes accept or reject.`),
  ),
  "instance pause": onInstance("pauseInstance", () => ({})),
  "instance resume": onInstance("resumeInstance", () => ({})),
  "instance fail": onInstance("failInstance", () => ({})),
};

function check(schema: z.ZodType<object>, body: object, problem: string): object {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CommandError(problem, 2);
}
