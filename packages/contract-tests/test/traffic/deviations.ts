import { isRecord } from "@journey-kit/schemas/calls";
import { readAt, readList } from "../../src/service/member.ts";
import { parse } from "../../src/service/target.ts";
import { findTarget, type TrafficExchange } from "../../src/traffic/traffic.ts";
import { type DrawnTraffic, drawTraffic } from "./draw-traffic.ts";

/** A response with another status, body or headers. */
type Change = Partial<Pick<TrafficExchange, "status" | "responseHeaders" | "responseBody">>;

/** A deviation of the service that no reading explains. */
export interface Deviation {
  readonly text: string;
  /** Changes one response. Returns undefined if the deviation cannot be shown there. */
  readonly plant: (exchange: TrafficExchange, earlier: readonly TrafficExchange[]) => Change | undefined;
}

/** Traffic with one deviation. */
export interface PlantedTraffic extends DrawnTraffic {
  /** The sequence number of the exchange that shows the deviation. */
  readonly planted: number;
}

/** Draws undisturbed traffic whose service deviates once, from the first seed that allows it. */
export async function plantDeviation({ text, plant }: Deviation, firstSeed: number): Promise<PlantedTraffic> {
  for (let seed = firstSeed; seed < firstSeed + 20; seed += 1) {
    let planted: number | undefined;
    const drawn = await drawTraffic(seed, {
      isFaulty: false,
      isMistaken: true,
      alter: (exchange, earlier) => {
        const change = planted === undefined ? plant(exchange, earlier) : undefined;
        if (change === undefined) return undefined;
        planted = exchange.sequence;
        return { ...exchange, ...change };
      },
    });
    if (planted !== undefined) return { ...drawn, planted };
  }
  throw new Error(`No traffic can show that ${text}.`);
}

type Body = Readonly<Record<string, unknown>>;

/** The body of a successful response of an endpoint. */
function bodyOf(exchange: TrafficExchange, ...names: readonly string[]): Body | undefined {
  const isNamed = names.includes(findTarget(exchange)?.name ?? "");
  const body = isNamed && isGood(exchange) ? parse(exchange.responseBody ?? "") : undefined;
  return isRecord(body) ? body : undefined;
}

const isGood = ({ status }: TrafficExchange): boolean => status === 200 || status === 201;

const states = ["v2.fetchState", "v1.fetchState"];

const render = (body: unknown): Change => ({ responseBody: JSON.stringify(body) });

/** The `instanceId` in a request. */
const instanceOf = ({ requestBody = "" }: TrafficExchange): unknown => readAt(parse(requestBody), "instanceId");

/** Twelve deviations, each of one response. */
export const deviations: readonly Deviation[] = [
  {
    text: "a state has another status",
    plant: (exchange) => (bodyOf(exchange, ...states) === undefined ? undefined : { status: 206 }),
  },
  {
    text: "a state lacks its instanceId",
    plant: (exchange) => {
      const { instanceId, ...rest } = bodyOf(exchange, ...states) ?? {};
      return instanceId === undefined ? undefined : render(rest);
    },
  },
  {
    text: "the journey has another name",
    plant: (exchange) => {
      const body = bodyOf(exchange, "v2.fetchState");
      const name = readAt(body, "context.process.journey.name");
      return name === undefined
        ? undefined
        : { responseBody: (exchange.responseBody ?? "").replace(JSON.stringify(name), '"Another journey"') };
    },
  },
  {
    text: "a state has an unknown status word",
    plant: (exchange) => {
      const body = bodyOf(exchange, ...states);
      return body?.status === "InProgress" ? render({ ...body, status: "Suspended" }) : undefined;
    },
  },
  { text: "the pages of an interaction are in another order", plant: reversePages },
  { text: "a token is refused long before it expires", plant: refuseToken },
  {
    text: "a state has an unknown member",
    plant: (exchange) => {
      const body = bodyOf(exchange, ...states);
      return body === undefined ? undefined : render({ ...body, riskScore: 12 });
    },
  },
  {
    text: "expires_in is text",
    plant: (exchange) => {
      const body = bodyOf(exchange, "token.requestToken");
      return body === undefined ? undefined : render({ ...body, expires_in: String(body.expires_in) });
    },
  },
  {
    text: "an error has an unknown code and name",
    plant: ({ status, responseBody = "" }) => {
      const name = readAt(parse(responseBody), "errors[0].name");
      if (status < 400 || typeof name !== "string") return undefined;
      const code = String(readAt(parse(responseBody), "errors[0].code"));
      return {
        responseBody: responseBody.replace(JSON.stringify(name), '"QUOTA_EXHAUSTED"').replace(`"${code}"`, '"4777"'),
      };
    },
  },
  { text: "a submitted element stays outstanding", plant: keepOutstanding },
  {
    text: "an instance ended before it was created",
    plant: (exchange) => {
      const { metaData, ...rest } = bodyOf(exchange, ...states) ?? {};
      const { completedTime, createdTime } = {
        completedTime: readAt(metaData, "completedTime"),
        createdTime: readAt(metaData, "createdTime"),
      };
      if (typeof completedTime !== "string" || completedTime === "" || typeof createdTime !== "string")
        return undefined;
      const earlier = new Date(Date.parse(createdTime) - 3_600_000).toISOString();
      return render({ ...rest, metaData: { createdTime, completedTime: earlier } });
    },
  },
  { text: "the outcome changes after the end", plant: changeOutcome },
];

/** Reverses a list of pages, whose order is that of the journey definition. Spec 2.5. */
function reversePages(exchange: TrafficExchange): Change | undefined {
  const body = bodyOf(exchange, "v2.fetchInteraction");
  const pages = [...readList(body, "layout.pages"), ...readList(body, "interaction.resource.data.pages")];
  if (pages.length < 2) return undefined;
  const [before, after] = [JSON.stringify(pages), JSON.stringify(pages.toReversed())];
  return { responseBody: (exchange.responseBody ?? "").replace(before, after) };
}

/** Between these ages in milliseconds a token is refused: much sooner than the shortest lifetime. Gap `token-lifetime`. */
const [youngest, oldest] = [5_000, 30_000];

/** Refuses a token that was issued a few seconds ago as expired. Spec 5. */
function refuseToken(exchange: TrafficExchange, earlier: readonly TrafficExchange[]): Change | undefined {
  if (bodyOf(exchange, "v2.fetchState") === undefined) return undefined;
  const token = exchange.requestHeaders.authorization?.replace("Bearer ", "") ?? "";
  const issued = earlier.find(({ responseBody = "" }) => responseBody.includes(`"${token}"`));
  const age = issued === undefined ? 0 : exchange.startedAt - issued.endedAt;
  if (age < youngest || age > oldest) return undefined;
  const problem = "The bearer token has expired.";
  const action = "Request a new token. To avoid this error, request one before the time in `expires_in` has passed.";
  const entry = { code: "4012", name: "EXPIRED_TOKEN", problem, action, location: "Authorization" };
  const challenge = { "www-authenticate": 'Bearer error="invalid_token"' };
  return {
    status: 401,
    responseHeaders: { ...exchange.responseHeaders, ...challenge },
    ...render({ errors: [entry] }),
  };
}

/** Repeats the interaction from before a submit that provided all of its outstanding names and dates of birth. */
function keepOutstanding(exchange: TrafficExchange, earlier: readonly TrafficExchange[]): Change | undefined {
  if (bodyOf(exchange, "v2.fetchInteraction") === undefined) return undefined;
  const before = earlier.filter((one) => instanceOf(one) === instanceOf(exchange));
  const last = before.at(-1);
  const submit =
    last && findTarget(last)?.name === "v2.submitInteraction" && isGood(last)
      ? parse(last.requestBody ?? "")
      : undefined;
  const given = readAt(submit, "participants[*].domainElementId");
  const fetched = before.findLast((one) => bodyOf(one, "v2.fetchInteraction") !== undefined);
  const outstanding = readList(parse(fetched?.responseBody ?? ""), "outstanding");
  const isGiven = outstanding.some((name) => name === "DateOfBirth" && Array.isArray(given) && given.includes(name));
  return isGiven ? { responseBody: fetched?.responseBody } : undefined;
}

/** Replaces the outcome in a state that was already read after the end. Spec 4.2, 9; gap `outcome-spelling`. */
function changeOutcome(exchange: TrafficExchange, earlier: readonly TrafficExchange[]): Change | undefined {
  const isFinal = (one: TrafficExchange) => bodyOf(one, ...states)?.status === "Completed";
  if (!isFinal(exchange) || !earlier.some((one) => isFinal(one) && instanceOf(one) === instanceOf(exchange)))
    return undefined;
  const { responseBody = "" } = exchange;
  const changed = responseBody.replaceAll(/"((?:Decision: )?)(Accept|Reject)"/g, (_, start: string, word: string) =>
    JSON.stringify(start + (word === "Accept" ? "Reject" : "Accept")),
  );
  return changed === responseBody ? undefined : { responseBody: changed };
}
