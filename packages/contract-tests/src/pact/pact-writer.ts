import type { Interaction } from "./expectation.ts";
import { isRule, toShown } from "./rule.ts";

/** A pact with its interactions in their order. */
export interface Pact {
  readonly consumer: string;
  readonly provider: string;
  readonly interactions: readonly Interaction[];
}

/** What the matchers of a part come to in a file: rules and generators by the place that they are for. */
interface Places {
  readonly rules: Record<string, { readonly combine: "AND"; readonly matchers: readonly object[] }>;
  readonly generators: Record<string, object>;
}

/** Writes a pact out as a file of V4. Pact's own writer would sort the interactions, and their order tells a story. */
export const toPactText = ({ consumer, provider, interactions }: Pact): string =>
  `${JSON.stringify(
    {
      consumer: { name: consumer },
      provider: { name: provider },
      interactions: interactions.map(toV4),
      metadata: { pactSpecification: { version: "4.0" } },
    },
    undefined,
    2,
  )}\n`;

const toV4 = ({ description, states, request, response }: Interaction) => ({
  type: "Synchronous/HTTP",
  description,
  pending: false,
  providerStates: states.map(({ name, parameters }) => ({ name, params: parameters })),
  request: { method: request.method, path: request.path, ...toMessage(request) },
  response: { status: response.status, ...toMessage(response) },
});

type Message = Interaction["request"] | Interaction["response"];

function toMessage({ headers, body }: Message) {
  const inHeaders: Places = { rules: {}, generators: {} };
  const inBody: Places = { rules: {}, generators: {} };
  for (const [name, value] of Object.entries(headers)) collect(value, name, inHeaders);
  collect(body, "$", inBody);
  const shown = Object.entries(headers).map(([name, value]) => [name, [toShown(value)]]);
  return {
    headers: { "Content-Type": ["application/json"], ...Object.fromEntries(shown) },
    body: { content: toShown(body), contentType: "application/json", encoded: false },
    matchingRules: { header: inHeaders.rules, body: inBody.rules },
    generators: { header: inHeaders.generators, body: inBody.generators },
  };
}

/** Notes the matchers of a value and of all that is in it, by their places. */
function collect(value: unknown, place: string, places: Places): void {
  if (isRule(value)) {
    const { "pact:matcher:type": type, "pact:generator:type": generator, value: shown, expression } = value;
    const matchers = (typeof type === "string" ? [value] : type).map(toV4Rule);
    places.rules[place] = { combine: "AND", matchers };
    if (generator !== undefined) places.generators[place] = { type: generator, expression };
    if (Array.isArray(shown)) for (const entry of shown) collect(entry, `${place}[*]`, places);
    else collect(shown, place, places);
  } else if (Array.isArray(value)) {
    value.forEach((entry, i) => void collect(entry, `${place}[${i}]`, places));
  } else if (typeof value === "object" && value !== null) {
    for (const [name, member] of Object.entries(value)) collect(member, `${place}${toStep(name)}`, places);
  }
}

const toStep = (name: string): string => (/^\w+$/.test(name) ? `.${name}` : `['${name.replaceAll("'", "\\'")}']`);

/** What stands in a rule beside its name: `regex`, `min` and the like. */
function toV4Rule(rule: object): object {
  const kept = Object.entries(rule).filter(([name]) => !/^(pact:|value$|expression$)/.test(name));
  return { match: Reflect.get(rule, "pact:matcher:type"), ...Object.fromEntries(kept) };
}
