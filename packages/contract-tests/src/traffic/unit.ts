import { memberOf } from "@journey-kit/schemas/calls";
import { endpointOf } from "@journey-kit/schemas/endpoints";
import { parse } from "../service/target.ts";
import { tokenMembers } from "./ids.ts";
import { byTime, findTarget, type TrafficExchange, type TrafficTarget } from "./traffic.ts";

/** An exchange with what its texts contain. */
export interface ReadExchange extends TrafficExchange {
  readonly target: TrafficTarget;
  /** The body of the request: JSON, a form as an object, or text. */
  readonly request: unknown;
  /** The body of the response: JSON or text; undefined if it was not recorded. */
  readonly response: unknown;
}

/** Exchanges that are judged together: those about one instance, or one exchange about none. */
export interface Unit {
  readonly exchanges: readonly ReadExchange[];
  /** The exchanges that only give the others what they need, such as a token. They are judged in another unit. */
  readonly context: ReadonlySet<ReadExchange>;
  /** The id of the instance; undefined if the exchange is about none. */
  readonly instanceId: string | undefined;
  /** Why nothing can be said about the unit; undefined if something can. */
  readonly why: string | undefined;
}

export function readExchange(exchange: TrafficExchange): ReadExchange | undefined {
  const target = findTarget(exchange);
  if (target === undefined) return undefined;
  const { requestBody, responseBody } = exchange;
  return {
    ...exchange,
    target,
    request: requestBody === undefined ? undefined : readRequest(target, requestBody),
    response: responseBody === undefined ? undefined : parse(responseBody),
  };
}

const readRequest = ({ name }: TrafficTarget, text: string): unknown =>
  endpointOf(name).world === "credentials" ? Object.fromEntries(new URLSearchParams(text)) : parse(text);

const isSuccess = ({ status }: TrafficExchange): boolean => status >= 200 && status < 300;

/** The tokens that a response issues. */
const issuedIn = ({ response }: ReadExchange): readonly string[] =>
  tokenMembers.flatMap((name) => {
    const token = memberOf(response, name);
    return typeof token === "string" ? [token] : [];
  });

/** The tokens that a request carries. */
function tokensOf({ requestHeaders, request }: ReadExchange): readonly string[] {
  const bearer = /^Bearer +(.+)$/i.exec(requestHeaders.authorization ?? "")?.[1];
  const sent = ["connectToken", "token"].map((name) => memberOf(request, name));
  return [bearer, ...sent].filter((one): one is string => typeof one === "string");
}

const textAt = (value: unknown, name: string): string | undefined => {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : undefined;
};

/** Whether an exchange only reads. */
export const isReading = ({ target: { name } }: ReadExchange): boolean =>
  /fetch|list|health/i.test(name.split(".")[1] ?? "");

/** Collects exchanges into units. Exchanges must be added in the order in which they were sent. */
export function createUnits() {
  const units: MutableUnit[] = [];
  const byInstance = new Map<string, MutableUnit>();
  const issuers = new Map<string, ReadExchange>();
  const owners = new Map<string, MutableUnit>();
  const known = new Set<string>();

  const open = (instanceId: string | undefined): MutableUnit => {
    const unit: MutableUnit = {
      exchanges: [],
      context: new Set(),
      instanceId,
      why: undefined,
      isHosted: false,
      isChanged: true,
    };
    units.push(unit);
    return unit;
  };
  const openUnjudged = (why: string): MutableUnit => {
    const unit = open(undefined);
    unit.why = why;
    return unit;
  };
  const append = (unit: MutableUnit, exchange: ReadExchange): void => {
    for (const token of tokensOf(exchange)) {
      const issuer = issuers.get(token);
      if (issuer === undefined || unit.exchanges.includes(issuer)) continue;
      unit.exchanges.push(issuer);
      unit.context.add(issuer);
    }
    if (isRepeated(unit, exchange)) unit.exchanges.pop(); // of equal polls in a row, the first and the last are enough
    unit.exchanges.push(exchange);
    unit.exchanges.sort(byTime);
    unit.isChanged = true;
    for (const token of issuedIn(exchange)) owners.set(token, unit);
  };
  const findUnit = (exchange: ReadExchange): MutableUnit => {
    const { target, request, url } = exchange;
    const row = endpointOf(target.name);
    const taskId = textAt(request, "taskId") ?? "";
    const linked = row.world === "link" ? new URL(url).pathname.split("/").at(-1) : undefined;
    const id = textAt(request, "instanceId") ?? linked ?? [...byInstance.keys()].find((one) => taskId.startsWith(one));
    const owner = tokensOf(exchange)
      .map((token) => owners.get(token))
      .find((one) => one?.instanceId !== undefined);
    if (row.starts === true && isSuccess(exchange)) {
      const started = textAt(exchange.response, "instanceId");
      const unit = open(started);
      if (started !== undefined) byInstance.set(started, unit);
      unit.isHosted = memberOf(exchange.response, "instanceUrl") !== undefined;
      return unit;
    }
    const unit = (id === undefined ? undefined : byInstance.get(id)) ?? owner;
    if (unit !== undefined)
      return unit.isHosted ? openUnjudged("A person used its hosted pages, which no exchange shows.") : unit;
    if (id !== undefined && isSuccess(exchange)) return openUnjudged("Its instance started before the recording.");
    return open(undefined);
  };
  return {
    add: (exchange: ReadExchange): void => {
      const isToken = endpointOf(exchange.target.name).world === "credentials";
      if (isToken) for (const token of issuedIn(exchange)) issuers.set(token, exchange);
      if (isToken && isSuccess(exchange)) {
        const form = JSON.stringify([withoutSecrets(exchange.request), exchange.status, shapeOf(exchange.response)]);
        if (known.has(form)) return; // one of many equal token requests is enough
        known.add(form);
      }
      append(findUnit(exchange), exchange);
    },
    units: (): readonly MutableUnit[] => units,
  };
}

/** A unit that grows. */
export interface MutableUnit extends Unit {
  readonly exchanges: ReadExchange[];
  readonly context: Set<ReadExchange>;
  why: string | undefined;
  /** Whether a person can continue the instance on pages. */
  isHosted: boolean;
  /** Whether an exchange was added since the unit was judged. */
  isChanged: boolean;
}

/** Whether the last two exchanges of a unit are the same as another one. */
function isRepeated({ exchanges }: Unit, exchange: ReadExchange): boolean {
  const [one, other] = exchanges.slice(-2);
  return one !== undefined && other !== undefined && isSame(one, exchange) && isSame(other, exchange);
}

const isSame = (one: ReadExchange, other: ReadExchange): boolean =>
  one.url === other.url &&
  one.requestBody === other.requestBody &&
  one.requestHeaders.authorization === other.requestHeaders.authorization &&
  one.status === other.status &&
  one.responseBody !== undefined &&
  one.responseBody === other.responseBody;

const withoutSecrets = (form: unknown): unknown =>
  Object.keys(Object(form))
    .map((name) => [name, ["grant_type", "scope"].includes(name) ? memberOf(form, name) : ""])
    .toSorted();

const shapeOf = (body: unknown): unknown =>
  Object.entries(Object(body)).map(([name, value]) => [name, name === "access_token" ? "" : value]);
