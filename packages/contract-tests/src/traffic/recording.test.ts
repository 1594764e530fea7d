import { Har } from "@journey-kit/schemas/control";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.shared.ts";
import { readHar } from "./har.ts";
import { createRecording, renderRecording } from "./recording.ts";
import type { TrafficExchange } from "./traffic.ts";

const headers = fc.dictionary(fc.stringMatching(/^[a-z][a-z-]{0,12}$/), fc.string(), { noNullPrototype: true });
const body = fc.option(fc.oneof(fc.string({ unit: "grapheme" }), fc.json()), { nil: undefined });

/** Generates exchanges in the order of their times. */
const anyExchanges: fc.Arbitrary<readonly TrafficExchange[]> = fc
  .array(
    fc.record({
      after: fc.nat(100_000),
      duration: fc.double({ min: 0, max: 60_000, noNaN: true }),
      method: fc.constant("POST"),
      url: fc
        .tuple(
          fc.constantFrom("https://service.test", "http://127.0.0.1:4010/eu", "https://a.test/proxy/us"),
          fc.constantFrom("/v2/captain/journey/start", "/captain/api/journey/task/list", "/as/token.oauth2"),
          fc.constantFrom("", "?a=b&a=%C3%A9"),
        )
        .map((parts) => parts.join("")),
      requestHeaders: headers,
      requestBody: body,
      status: fc.constantFrom(0, 200, 201, 303, 400, 503),
      responseHeaders: headers,
      responseBody: body,
    }),
    { maxLength: 5 },
  )
  .map((all) => {
    let startedAt = Date.UTC(2026, 0, 1);
    return all.map(({ after, duration, ...rest }, i) => {
      startedAt += after;
      return { sequence: i + 1, startedAt, endedAt: startedAt + duration, ...rest };
    });
  });

/** Texts that look like the placeholders of a journal are texts of the client. */
const example: TrafficExchange = {
  ...{ sequence: 1, startedAt: 0, endedAt: 0, method: "POST", url: "https://service.test/v2/captain/journey/start" },
  ...{ requestHeaders: {}, requestBody: undefined, status: 200, responseHeaders: {}, responseBody: undefined },
};

function render(exchanges: readonly TrafficExchange[]): string {
  const recording = createRecording();
  for (const exchange of exchanges) recording.add(exchange);
  return renderRecording(recording);
}

test("a recording is an HTTP Archive with the same exchanges", () => {
  fc.assert(
    fc.property(anyExchanges, (exchanges) => {
      expect(readHar(render(exchanges))).toEqual({ exchanges, ignored: 0 });
    }),
    {
      numRuns: runs(100, 1_000),
      examples: [[[{ ...example, requestBody: "‹string 5›", responseBody: "‹" }]]],
    },
  );
});

test("a recording says that it has sample values, and has the form of an archive of a simulator", () => {
  const [exchanges = []] = fc.sample(fc.array(anyExchanges, { minLength: 1 }), { seed: 1, numRuns: 1 });
  const { log } = JSON.parse(render(exchanges.flat()));
  expect(log.comment).toBe("Sample values replace personal data, tokens, secrets and images.");
  expect(log.creator.name).toBe("journey-kit");
  expect(log.version).toBe("1.2");
  const { creator, ...rest } = log;
  const { comment: _, ...named } = creator;
  const entries = log.entries.map((entry: object) => ({
    ...entry,
    _resourceType: "fetch",
    comment: "",
    response: { ...Object(entry).response, redirectURL: "" },
  }));
  expect(Har.safeParse({ log: { ...rest, creator: named, entries } }).error).toBeUndefined();
});
